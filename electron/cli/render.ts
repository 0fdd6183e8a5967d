import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { asRequest } from '../../shared/model/as-request.ts';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import { writeManagedBlock } from '../storage/files/managed-block.ts';
import { atStorageBorder } from '../storage/storage-failure.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { readRequest } from './read-input.ts';
import { untilStopped } from './until-stopped.ts';
import { UsageError } from './usage-error.ts';
import { type CliApp, withApp } from './with-app.ts';

interface RenderOptions extends GlobalOptions {
  readonly agent: string;
  readonly request?: string;
  readonly maxTokens?: number;
  readonly provenance?: boolean;
  readonly out?: string;
  readonly watch?: boolean;
}

type Request = Input<'assembly.assemble'>['request'];

/** `weft render`: what an agent of a kind gets before anybody has asked anything, for tools that only read files. */
export function addRenderCommand(program: Command, context: CommandContext): void {
  program
    .command('render')
    .description('print the context that an agent of a kind gets before a task, for files such as AGENTS.md')
    .addOption(
      new Option('--agent <type>', 'the type of the agent, as rules know it')
        .argParser(parseAgent)
        .makeOptionMandatory(),
    )
    .option(
      '--request <file>',
      'a JSON request with more than the type of the agent, or - for standard input',
    )
    .addOption(new Option('--max-tokens <number>', 'the budget of the text').argParser(parseTokens))
    .option('--provenance', 'write beside each item where it comes from')
    .option('--out <file>', 'keep it as a block in this file; all else in the file stays as it is')
    .option('--watch', 'go on, and keep the block in step with the project')
    .action(async (_: unknown, command: Command) => {
      await render(context, command.optsWithGlobals<RenderOptions>());
    });
}

async function render(context: CommandContext, options: RenderOptions): Promise<void> {
  const { terminal } = context;
  if (options.watch && options.out === undefined)
    throw new UsageError('--watch needs --out: what is printed once cannot be kept in step');
  const given = options.request === undefined ? {} : await readRequest(terminal, options.request);
  const request = baseRequest(given, options);
  await withApp(context, options, async cli => {
    const told = new Set<string>();
    const first = await renderOnce(cli, request, options);
    tell(context, first.notes, told);
    if (options.out === undefined)
      return options.json ? terminal.writeJson(first) : terminal.writeContent(first.text);
    const file = resolve(terminal.cwd, options.out);
    await keepBlock(context, file, options, first.text);
    if (options.watch) await keepInStep(context, cli, { file, request, options, told });
  });
}

/** What the user gave, for an agent of this type: an assembly of it is what agents get before a task. */
function baseRequest(given: unknown, { agent, maxTokens }: RenderOptions): Request {
  if (!isJsonObject(given)) throw new UsageError('--request: a request is a JSON object');
  const own: JsonObject = given;
  const scopes = isJsonObject(own.scope_variables) ? own.scope_variables : {};
  const agentScope = isJsonObject(scopes.agent) ? scopes.agent : {};
  const constraints = isJsonObject(own.constraints) ? own.constraints : {};
  const limits =
    maxTokens === undefined ? constraints : { ...constraints, max_tokens: maxTokens, count: 'rendered' };
  const request = {
    ...own,
    scope_variables: { ...scopes, agent: { ...agentScope, agent_type: agent } },
    ...(Object.keys(limits).length > 0 && { constraints: limits }),
  };
  return asRequest(request);
}

interface Rendered {
  readonly text: string;
  readonly tokens: number;
  /** What is not in the text, in sentences. */
  readonly notes: readonly string[];
}

async function renderOnce({ ask }: CliApp, request: Request, options: RenderOptions): Promise<Rendered> {
  const assembled = await ask('assembly.assemble', { request });
  const { text, tokens } = await ask('assembly.render', {
    assembled,
    format: 'markdown',
    provenance: options.provenance === true,
  });
  const { maxTokens = Number.POSITIVE_INFINITY } = options;
  const notes = notesOf(assembled, options.agent);
  if (tokens > maxTokens)
    notes.push(
      `with where its items come from the text has ${tokens} tokens, more than the ${maxTokens} asked for`,
    );
  return { text, tokens, notes };
}

/** A memory that needs a task to be about is no failure, but whoever reads the file should not look for it there. */
function notesOf({ trace, meta }: Output<'assembly.assemble'>, agent: string): string[] {
  const needs = trace.missing_variables.map(
    ({ name, needed_by }) =>
      `${[needed_by].flat().join(', ')} needs "${name}" and is not in it; give it with --request`,
  );
  const failed = trace.memory_calls.flatMap(({ memory_id, status, error }) =>
    status === 'failed'
      ? [`${memory_id} failed and is not in it: ${error?.message ?? 'no reason was told'}`]
      : [],
  );
  const cut = trace.dropped.filter(({ reason }) => reason === 'budget').length;
  return [
    ...(trace.memory_calls.length === 0 && needs.length === 0
      ? [`nothing is in it: no rule adds a memory for an agent of the type "${agent}"`]
      : []),
    ...needs,
    ...failed,
    ...(meta.truncated ? [`${cut} items are over the budget and not in it`] : []),
    ...trace.warnings.map(({ message }) => message),
  ];
}

function tell({ terminal }: CommandContext, notes: readonly string[], told: Set<string>): void {
  for (const note of notes) {
    if (!told.has(note)) terminal.writeErrorLine(`weft: ${note}`);
    told.add(note);
  }
}

async function keepBlock(
  { terminal }: CommandContext,
  file: string,
  { agent, json }: RenderOptions,
  content: string,
): Promise<void> {
  const written = await atStorageBorder(`writing ${file}`, () =>
    writeManagedBlock(file, { name: agent, content }, { userDataDir: findUserDataDir() }),
  );
  if (json) return terminal.writeJson({ file, written }, 0);
  if (written) terminal.writeErrorLine(`weft: wrote the block of "${agent}" in ${file}`);
}

/** How often is looked whether the context is another: rules and memories change, and so does what memories read. */
const lookEveryMs = 2_000;

async function keepInStep(
  context: CommandContext,
  cli: CliApp,
  {
    file,
    request,
    options,
    told,
  }: { file: string; request: Request; options: RenderOptions; told: Set<string> },
): Promise<void> {
  const stop = new AbortController();
  const stopped = untilStopped().then(() => stop.abort());
  while (!stop.signal.aborted) {
    await sleep(lookEveryMs, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) break;
    try {
      const { text, notes } = await renderOnce(cli, request, options);
      tell(context, notes, told);
      await keepBlock(context, file, options, text);
    } catch (error) {
      // What is in the file stays until it can be told anew.
      if (!(error instanceof AppError)) throw error;
      tell(context, [error.message], told);
    }
  }
  await stopped;
}

function parseAgent(value: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value)) return value;
  throw new InvalidArgumentError('It is 1 to 64 letters, digits, ".", "_" and "-".');
}

function parseTokens(value: string): number {
  const tokens = Number(value);
  if (Number.isInteger(tokens) && tokens >= 1) return tokens;
  throw new InvalidArgumentError('It is a whole number of at least 1.');
}
