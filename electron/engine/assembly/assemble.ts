import type { AssemblyEventBody } from '../../../shared/contract/events.ts';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { AuthorityPolicy } from '../../../shared/model/authority.ts';
import type { RuleEvaluation } from '../../../shared/model/evaluation.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Giver } from '../../../shared/model/origin.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import type { CompiledEngines } from '../../../shared/rules/compiled/compiled-engines.ts';
import { evaluateRules } from '../../../shared/rules/evaluation/evaluate-rules.ts';
import type { UnreadableFiles } from '../../../shared/rules/evaluation/unknown-words.ts';
import type { Cancel, EnginePorts } from '../ports.ts';
import { type AskedRequest, askedRequest } from './asked-request.ts';
import { type AssemblyRun, attemptStage, startAssemblyClock } from './assembly-run.ts';
import { buildTrace } from './build-trace.ts';
import { type CalledMemory, callMemories, deadlineOf } from './call-memories.ts';
import { createCounter } from './counter.ts';
import { type FittedItems, fitItems } from './fit-items.ts';
import { groupSections } from './group-sections.ts';
import { countCalls } from './merge-calls.ts';
import { droppedItem, type MergedItems, mergeItems } from './merge-items.ts';
import type { Redact } from './redact-items.ts';
import { redactTexts } from './redact-texts.ts';
import { refuseRequest } from './refuse-request.ts';
import { type Resolution, resolveMemories } from './resolve-memories.ts';
import { requestErrors } from './validate-request.ts';

/** A request and the definitions it is assembled from. */
export interface AssembleInput {
  readonly request: unknown;
  /** Who gives what the request says, which is believed no further; its user where it is absent. */
  readonly giver?: Giver | undefined;
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly unreadable?: UnreadableFiles;
  readonly redaction: RedactionMode;
  /** What each section needs of what stands in it; all take everything where it is absent. */
  readonly authority?: AuthorityPolicy | undefined;
}

/** The world of one assembly. `emit` must not throw. */
export interface AssembleEnv {
  readonly ports: EnginePorts;
  readonly cancel: Cancel;
  readonly emit: (event: AssemblyEventBody) => void;
  readonly requestId: string;
  /** Compiled forms of the engines, so that many rules cost little. */
  readonly compiled?: CompiledEngines;
  /** Replaces the redactor of items and trace: by one that remembers, or one that fails in a test. */
  readonly redact?: Redact;
}

/**
 * Assembles the context for a request, in seven stages, with events.
 * An invalid request fails with `invalid_input` and all its errors; nothing else does: what fails on the way is
 * left out, named in the trace, and `meta.degraded` is true (never block).
 */
export async function assemble(input: AssembleInput, env: AssembleEnv): Promise<AssembledContext> {
  const run: AssemblyRun = { clock: startAssemblyClock(env.ports.clock), warnings: [], degraded: false };
  env.emit(startedEvent(input.request));
  const errors = await attemptStage(
    run,
    'validate',
    () => requestErrors(input.request, input),
    () => [],
  );
  if (errors.length > 0) {
    const error = refuseRequest(errors);
    const { code, message, details } = error;
    env.emit({ event: 'contextAssembly:error', error: { code, message, details } });
    throw error;
  }
  try {
    const asked = askedRequest(asRequest(input.request), input.giver);
    const result = await assembleValid(asked, input, env, run);
    env.emit({ event: 'contextAssembly:complete', result });
    return result;
  } catch (error) {
    // Our own mistake, outside every stage: whoever listens still gets an end.
    env.emit({ event: 'contextAssembly:error', error: { code: 'internal', message: 'the assembly failed' } });
    throw error;
  }
}

async function assembleValid(
  asked: AskedRequest,
  input: AssembleInput,
  env: AssembleEnv,
  run: AssemblyRun,
): Promise<AssembledContext> {
  const { evaluation, resolution } = await resolve(asked, input, env, run);
  const calls = await callAll(asked, resolution, env, run);
  const constraints = asked.request.constraints ?? {};
  const counter = createCounter(run, env.ports, constraints.estimator ?? 'chars4', deadlineOf(constraints));
  const counted = await attemptStage(
    run,
    'merge',
    () =>
      countCalls(calls, run, counter, {
        mode: input.redaction,
        redact: env.redact ?? redact,
        authority: input.authority,
      }),
    () => ({ memories: [], dropped: [], lowered: [] }),
  );
  const merged = await attemptStage<MergedItems>(
    run,
    'contribute',
    () => mergeItems(counted.memories),
    () => ({ kept: [], dropped: [] }),
  );
  const formats = calls.map(({ call }) => call);
  const fitted = await attemptStage<FittedItems>(
    run,
    'budget',
    () => fitItems(merged.kept, formats, constraints, counter),
    () => ({ kept: [], cut: merged.kept, tokens: 0 }),
  );
  const cut = fitted.cut.map((placed, order) => droppedItem(placed, { reason: 'budget', cut_order: order }));
  return finish(run, env, counter.estimator, fitted, () => {
    const parts = buildTrace({
      shadowed: asked.flat.shadowed,
      evaluation,
      calls,
      kept: fitted.kept,
      warnings: run.warnings,
    });
    const redacted = redactTexts(parts, input.redaction, env.redact);
    // Items were redacted before they were dropped, and there may be many.
    const dropped = [...counted.dropped, ...merged.dropped, ...cut];
    return { ...redacted, dropped, ...(counted.lowered.length > 0 && { lowered: [...counted.lowered] }) };
  });
}

async function resolve(
  asked: AskedRequest,
  input: AssembleInput,
  env: AssembleEnv,
  run: AssemblyRun,
): Promise<{ evaluation: RuleEvaluation; resolution: Resolution }> {
  const { request } = asked;
  const deadlineMs = deadlineOf(request.constraints);
  const nothing: RuleEvaluation = { matchedMemories: [], engineResults: [], variablesUsed: [], warnings: [] };
  return attemptStage(
    run,
    'resolve',
    () => {
      const evaluation = evaluateRules(request, input.engines, {
        ...env,
        lookup: asked.lookup,
        unreadable: input.unreadable?.engines,
        isOver: () => run.clock.elapsedMs() > deadlineMs,
      });
      if (evaluation.warnings.some(({ code }) => code === 'rules_not_evaluated')) run.degraded = true;
      const { matchedMemories, engineResults } = redactTexts(evaluation, input.redaction, env.redact);
      env.emit({ event: 'contextAssembly:rulesEvaluated', matchedMemories, engineResults });
      const resolution = resolveMemories(request, evaluation, input.memories, input.unreadable);
      run.warnings.push(...evaluation.warnings, ...resolution.warnings);
      return { evaluation, resolution };
    },
    () => ({
      evaluation: nothing,
      resolution: resolveMemories(request, nothing, input.memories, input.unreadable),
    }),
  );
}

async function callAll(
  asked: AskedRequest,
  resolution: Resolution,
  env: AssembleEnv,
  run: AssemblyRun,
): Promise<CalledMemory[]> {
  const calls = await attemptStage<CalledMemory[]>(
    run,
    'pipelines',
    () =>
      callMemories(
        resolution.memories,
        asked,
        { ports: env.ports, cancel: env.cancel, elapsedMs: run.clock.elapsedMs },
        call => env.emit({ event: 'contextAssembly:pipelineComplete', memory_call: call }),
      ),
    () => [],
  );
  if (calls.some(({ call }) => call.status === 'failed')) run.degraded = true;
  return calls;
}

/** The last stage: sections in their order, the trace, and the figures. */
async function finish(
  run: AssemblyRun,
  env: AssembleEnv,
  estimator: string,
  { kept, cut, tokens: total }: FittedItems,
  trace: () => Omit<AssembledContext['trace'], 'stages'>,
): Promise<AssembledContext> {
  const { context, sectionTokens, parts } = await run.clock.stage('render', () => {
    const groups = groupSections(kept);
    const sums = Object.entries(groups).map(([section, items]) => {
      return [section, items.reduce((total, { tokens }) => total + tokens, 0)] as const;
    });
    return { context: groups, sectionTokens: Object.fromEntries(sums), parts: trace() };
  });
  return {
    request_id: env.requestId,
    context,
    trace: { ...parts, stages: run.clock.stages },
    meta: {
      token_estimate: total,
      estimator,
      section_tokens: sectionTokens,
      total_items: kept.length,
      truncated: cut.length > 0,
      degraded: run.degraded,
      duration_ms: run.clock.elapsedMs(),
    },
  };
}

const shownLength = 500;
/** What is looked through, so that a secret which begins in what is shown is seen whole. */
const readLength = 8_000;

/** The first event of an assembly. The request was not judged yet, so only what has the right type is shown. */
function startedEvent(request: unknown): AssemblyEventBody {
  const given = isJsonObject(request) ? request : {};
  const input = isJsonObject(given.input) ? given.input.text : given.input;
  const constraints = isJsonObject(given.constraints) ? given.constraints : {};
  const ids: readonly unknown[] = Array.isArray(given.explicit_memory) ? given.explicit_memory : [];
  return {
    event: 'contextAssembly:started',
    request: {
      ...(typeof input === 'string' && {
        input: redact(input.slice(0, readLength)).text.slice(0, shownLength),
      }),
      explicit_memory: ids.filter(id => typeof id === 'string'),
      ...(typeof constraints.max_tokens === 'number' && { max_tokens: constraints.max_tokens }),
    },
  };
}
