import type { Command } from 'commander';
import { asRequest } from '../../shared/model/as-request.ts';
import { checkShape } from '../../shared/model/check-shape.ts';
import type { EngineResult, ExplainedRule, RuleEvaluation } from '../../shared/model/evaluation.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { problemsFromIssues, sumUpProblems } from '../../shared/model/problem.ts';
import { type ContextRuleEngine, engineDraftSchema } from '../../shared/model/rule.ts';
import { completeEngine } from '../services/rules/complete-engine.ts';
import { alignColumns, counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { readJsonInput, readRequest } from './read-input.ts';
import { type Line, paint } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface EvaluateOptions extends GlobalOptions {
  readonly engines?: string;
}

/** `weft evaluate`: which rules fire for a request, and why the others do not. */
export function addEvaluateCommand(program: Command, context: CommandContext): void {
  program
    .command('evaluate <request>')
    .description('evaluate the rules for a request, without assembling')
    .option('--engines <file>', 'the engines of a JSON file (one, a list or a bundle) instead of the project')
    .addHelpText(
      'after',
      '\nREQUEST is a JSON file (a request or a sample), or - for standard input. --json prints the whole result.',
    )
    .action(async (input: string, _: unknown, command: Command) => {
      await evaluate(context, command.optsWithGlobals<EvaluateOptions>(), input);
    });
}

async function evaluate(context: CommandContext, options: EvaluateOptions, input: string): Promise<void> {
  const { terminal } = context;
  const request = asRequest(await readRequest(terminal, input));
  const { engines: file } = options;
  const engines = file === undefined ? undefined : enginesIn(file, await readJsonInput(terminal, file));
  await withApp(context, options, async ({ ask }) => {
    const evaluation = await ask('rules.evaluate', { request, explain: true, ...(engines && { engines }) });
    await (options.json ? terminal.writeJson(evaluation) : terminal.writeLines(describe(evaluation)));
  });
}

/** One engine, a list of them, or a bundle `{ engines: [...] }`, completed as an import does it. */
function enginesIn(file: string, value: unknown): ContextRuleEngine[] {
  const isBundle = isJsonObject(value) && value.rules === undefined;
  const found: unknown = isBundle ? value.engines : value;
  const taken = new Set<string>();
  return (Array.isArray(found) ? found : [found]).map((given: unknown, index) => {
    const checked = checkShape(engineDraftSchema, given);
    if (!checked.ok) {
      const why = sumUpProblems(problemsFromIssues(checked.issues), 'it is no engine');
      throw new UsageError(`${file}: ${nameOf(given, index)} cannot be used: ${why}`);
    }
    const engine = completeEngine(checked.itself, taken);
    taken.add(engine.id);
    return engine;
  });
}

function nameOf(given: unknown, index: number): string {
  if (!isJsonObject(given)) return `engine ${index + 1}`;
  const name = [given.id, given.name].find(one => typeof one === 'string');
  return name === undefined ? `engine ${index + 1}` : `the engine "${name}"`;
}

function describe(evaluation: RuleEvaluation): Line[] {
  const lines = evaluation.engineResults.flatMap(engine => [...describeEngine(engine), '']);
  const memories = evaluation.matchedMemories.join(', ') || 'none';
  const warnings = evaluation.warnings.map(warning => `warning: ${warning.message}`);
  return [...lines, `memories: ${memories}`, ...warnings];
}

function describeEngine(engine: EngineResult): Line[] {
  const fired = counted(engine.matched_rules.length, 'rule');
  const rows = (engine.rules ?? []).map(rule => [outcomeWord(rule), rule.rule_name, reasonOf(rule)]);
  const columns = [{ title: 'outcome' }, { title: 'rule' }, { title: 'why' }];
  const [titles = '', ...lines] = alignColumns(columns, rows);
  const heading = [paint('bold', engine.engine_name), `  ${fired} fired`];
  return [heading, [paint('dim', titles)], ...lines.map(paintFired)];
}

function outcomeWord(rule: ExplainedRule): string {
  return rule.outcome === 'not_fired' ? 'not fired' : rule.outcome;
}

/** The first condition that did not match decides; a fired rule needs no reason. */
function reasonOf(rule: ExplainedRule): string {
  const decisive = rule.decided_by === undefined ? undefined : rule.conditions[rule.decided_by];
  return decisive?.reason ?? '';
}

const paintFired = (line: string): Line => (line.startsWith('fired') ? [paint('green', line)] : line);
