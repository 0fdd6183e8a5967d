import { asRequest } from '../../../shared/model/as-request.ts';
import type { ContextItem, MemoryCall } from '../../../shared/model/assembled-context.ts';
import type { Element } from '../../../shared/model/element.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Giver } from '../../../shared/model/origin.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { resultElements, resultText, type StepResult } from '../pipeline/step-result.ts';
import type { Cancel, EnginePorts } from '../ports.ts';
import { askedRequest } from './asked-request.ts';
import { type AssemblyRun, startAssemblyClock } from './assembly-run.ts';
import { type CalledMemory, callMemories, deadlineOf } from './call-memories.ts';
import { createCounter } from './counter.ts';
import { countCalls } from './merge-calls.ts';
import { refuseRequest } from './refuse-request.ts';
import { requestErrors } from './validate-request.ts';

interface ExecuteInput {
  readonly memory: PersistentMemory;
  readonly request: unknown;
  /** As for an assembly. */
  readonly giver?: Giver | undefined;
  readonly redaction: RedactionMode;
}

export interface ExecuteEnv {
  readonly ports: EnginePorts;
  readonly cancel: Cancel;
}

/** What one memory gives for a request, and what each of its steps returned; everything redacted. */
interface ExecutedMemory {
  readonly call: MemoryCall;
  /** All items, before duplicates, `max_items` and budget are looked at. */
  readonly items: ContextItem[];
  readonly step_results: ExecutedStep[];
}

/** The result of one step: at most `maxShownElements` elements, or a text. */
interface ExecutedStep {
  readonly alias: string;
  readonly elements?: Element[];
  readonly text?: string;
}

export const maxShownElements = 50;

/** Runs one memory's pipeline for a request as an assembly would. An invalid request fails with `invalid_input`. */
export async function executeMemory(input: ExecuteInput, env: ExecuteEnv): Promise<ExecutedMemory> {
  const { called, items } = await runMemory(input, env);
  return {
    call: { ...called.call, kept: items.length },
    items,
    step_results: [...called.outcome.run.results].map(([alias, result]) =>
      shownStep(alias, result, input.redaction),
    ),
  };
}

/** `items` of `executeMemory` for who needs nothing else of it. */
export const itemsOfMemory = async (input: ExecuteInput, env: ExecuteEnv): Promise<ContextItem[]> =>
  (await runMemory(input, env)).items;

async function runMemory(
  { memory, request, giver, redaction }: ExecuteInput,
  env: ExecuteEnv,
): Promise<{ readonly called: CalledMemory; readonly items: ContextItem[] }> {
  const errors = requestErrors(request, {});
  if (errors.length > 0) throw refuseRequest(errors);
  const valid = asRequest(request);
  const run: AssemblyRun = { clock: startAssemblyClock(env.ports.clock), warnings: [], degraded: false };
  const called = await callMemories(
    [{ id: memory.id, memory, requested_by: [{ kind: 'explicit' }] }],
    askedRequest(valid, giver),
    { ...env, elapsedMs: run.clock.elapsedMs },
    () => {},
  );
  const { estimator = 'chars4' } = valid.constraints ?? {};
  const counter = createCounter(run, env.ports, estimator, deadlineOf(valid.constraints));
  const counted = await countCalls(called, run, counter, { mode: redaction, redact });
  const [first] = called;
  if (first === undefined) throw new Error('a call has an outcome');
  return { called: first, items: counted.memories.flatMap(group => [...group.items]) };
}

function shownStep(alias: string, result: StepResult, mode: RedactionMode): ExecutedStep {
  if (result.kind === 'text') return { alias, text: redact(result.text, mode).text };
  if (result.kind === 'boolean') return { alias, text: resultText(result) };
  const shown = resultElements(result).slice(0, maxShownElements);
  return { alias, elements: shown.map(element => redactValue(element, mode)) };
}
