import { type Argument, Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addGlobalOptions } from './globals.ts';
import { UsageError } from './usage-error.ts';

type AddCommand = (program: Command, context: CommandContext) => void;

/** All commands in the order of the help. What one needs is loaded where it is asked for, and nothing of the others. */
const commands = {
  init: async () => (await import('./init.ts')).addInitCommand,
  open: async () => (await import('./open.ts')).addOpenCommand,
  serve: async () => (await import('./serve.ts')).addServeCommand,
  host: async () => (await import('./host.ts')).addHostCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
  mcp: async () => (await import('./mcp.ts')).addMcpCommand,
  hook: async () => (await import('./hook.ts')).addHookCommand,
  new: async () => (await import('./new.ts')).addNewCommand,
  demo: async () => (await import('./demo.ts')).addDemoCommand,
  assemble: async () => (await import('./assemble.ts')).addAssembleCommand,
  evaluate: async () => (await import('./evaluate.ts')).addEvaluateCommand,
  why: async () => (await import('./why.ts')).addWhyCommand,
  usage: async () => (await import('./usage.ts')).addUsageCommand,
  loads: async () => (await import('./loads.ts')).addLoadsCommand,
  lint: async () => (await import('./lint.ts')).addLintCommand,
  test: async () => (await import('./run-tests.ts')).addTestCommand,
  audit: async () => (await import('./audit.ts')).addAuditCommand,
  fmt: async () => (await import('./fmt.ts')).addFmtCommand,
  diff: async () => (await import('./diff.ts')).addDiffCommand,
  context: async () => (await import('./context.ts')).addContextCommand,
  health: async () => (await import('./health.ts')).addHealthCommand,
  call: async () => (await import('./call.ts')).addCallCommand,
  export: async () => (await import('./export.ts')).addExportCommand,
  'export-ledger': async () => (await import('./export-ledger.ts')).addExportLedgerCommand,
  ledger: async () => (await import('./ledger.ts')).addLedgerCommands,
  import: async () => (await import('./import.ts')).addImportCommand,
  trust: async () => (await import('./trust.ts')).addTrustCommand,
  backup: async () => (await import('./backup.ts')).addBackupCommand,
  render: async () => (await import('./render.ts')).addRenderCommand,
  bundle: async () => (await import('./bundle.ts')).addBundleCommand,
  bench: async () => (await import('./bench.ts')).addBenchCommand,
} satisfies Record<string, () => Promise<AddCommand>>;

/** The command line of `weft` as these values need it: one command, or all where none is named, or one that is not there. */
export async function createProgram(context: CommandContext, values: readonly string[]): Promise<Command> {
  const program = new Command('weft')
    .description('Author rule engines for LLM context, preview what gets assembled, and see why.')
    .version(context.version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      // Bad usage is told as one line by whoever catches the error.
      outputError: () => {},
      writeOut: text => void context.terminal.writeLines(linesOf(text)),
      writeErr: text => {
        for (const line of linesOf(text)) context.terminal.writeErrorLine(line);
      },
    });
  addGlobalOptions(program);
  program.hook('preAction', (_, command) => {
    // What an agent writes behind that is never bad usage.
    if (command.name() !== 'hook') refuseEmpty(command);
  });
  for (const add of await Promise.all(askedCommands(values).map(load => load()))) add(program, context);
  return program;
}

/** The first word that is no option, nor the folder of one. */
export const commandWord = (values: readonly string[]): string | undefined =>
  values.find((value, index) => !value.startsWith('-') && values[index - 1] !== '--project');

function askedCommands(values: readonly string[]): readonly (() => Promise<AddCommand>)[] {
  if (values[0] === '--version') return [];
  const word = commandWord(values);
  return word !== undefined && isCommand(word) ? [commands[word]] : Object.values(commands);
}

const isCommand = (word: string): word is keyof typeof commands => Object.hasOwn(commands, word);

/** Help comes as one text with an end. */
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Refuses values that are empty texts: as a path one would be the working folder, as an id or a text nothing. */
function refuseEmpty(command: Command): void {
  const name = emptyArgument(command) ?? emptyOption(command);
  if (name !== undefined)
    throw new UsageError(`${name} is empty; perhaps a variable of the shell is not set`);
}

function emptyArgument({ args, registeredArguments }: Command): string | undefined {
  const index = args.indexOf('');
  const argument = registeredArguments[index] ?? registeredArguments.at(-1);
  return index === -1 || argument === undefined ? undefined : asInUsage(argument);
}

function asInUsage(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Those of the commands around it as well. */
function emptyOption(command: Command): string | undefined {
  const empty = command.options.find(option => {
    const value: unknown = command.getOptionValue(option.attributeName());
    return value === '' || (Array.isArray(value) && value.includes(''));
  });
  if (empty !== undefined) return empty.long ?? empty.flags;
  return command.parent === null ? undefined : emptyOption(command.parent);
}
