import { expect, it } from 'vitest';
import { createWorld } from '../../electron/platform/world.ts';
import type { World } from '../../electron/services/project/world.ts';
import { type AssembledContext, assembledContextSchema } from '../../shared/model/assembled-context.ts';
import { testNow } from '../support/app-harness.ts';
import { huge, injectedFaults, wrongResult } from '../support/injected-faults.ts';
import { isLong } from '../support/property-runs.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

/** What an assembly's seven stages work with, in the order in which they do. */
const parts = ['definitions', 'rules', 'stores', 'handler', 'redactor', 'tokenizer', 'clock'] as const;
type Part = (typeof parts)[number];

const hugeResults: Readonly<Record<Part, () => unknown>> = {
  definitions: () => ({ definitions: [{ value: { id: 'big', label: huge() } }], problems: [] }),
  rules: huge,
  stores: () => [{ id: 'big', content: huge() }],
  handler: () => [{ id: 'big', content: huge() }],
  redactor: () => ({ text: huge(), findings: [] }),
  tokenizer: () => Array.from({ length: 10_000_000 }, () => 1),
  clock: huge,
};
const faults = injectedFaults(hugeResults);

/** By the clock that passes faster: 5 s in which a busy machine answers what it can, and else half a minute. */
const deadlines = { 'never settles': 100_000, others: 600_000 } as const;
/** Time passes so much faster for what waits. */
const speedUp = 20;

const memoryOf = (id: string, step: object) => ({
  id,
  label: id,
  retrieval: { pipeline: [step] },
  contribution: { section: 'knowledge', priority: 'high', format: 'bullet_list' },
});
const memories = [
  memoryOf('good', { type: 'static', params: { items: ['kept'] } }),
  memoryOf('found', { type: 'document_search', params: { query: 'harbour', collection: 'notes' } }),
  memoryOf('own', { type: 'handler', params: { name: 'own' } }),
];
const requestWithin = (deadline_ms: number) => ({
  scope_variables: {},
  additional_variables: { phase: 'planning' },
  explicit_memory: ['found', 'own'],
  constraints: { deadline_ms, timeout_ms: deadline_ms, max_tokens: 1000, estimator: 'o200k_base' as const },
});
type Request = ReturnType<typeof requestWithin>;

interface State {
  fault: { readonly part: Part; readonly act: (part: Part) => unknown } | undefined;
}

/** A real app whose parts fail as `state` says. */
async function faultyApp(): Promise<{ app: ServedApp; state: State }> {
  const state: State = { fault: undefined };
  const at = <Result>(part: Part, work: () => Result): Result => {
    const { fault } = state;
    if (fault?.part !== part) return work();
    return wrongResult(() => fault.act(part));
  };
  const real = createWorld();
  const world: World = {
    ...real,
    tokens: {
      countTokens: (_, texts) => at('tokenizer', async () => texts.map(text => Math.ceil(text.length / 4))),
    },
    clock: {
      nowIso: () => testNow,
      monotonicMs: () => at('clock', () => real.clock.monotonicMs() * speedUp),
      after: (milliseconds, callback) => real.clock.after(milliseconds / speedUp, callback),
    },
  };
  const handlers = new Map([['own', () => at('handler', async () => ['from a handler'])]]);
  const app = await serveApp({ world, handlers: handlers as never }); // what it returns is checked, not believed
  await app.openEmpty();
  const files = [{ path: 'a.txt', text: 'The harbour closes in storms.' }];
  await app.call('documents.import', { collection: 'notes', files });
  for (const memory of memories) await app.call('memories.create', { memory: memory as never }); // its own schema judges it
  const when = [{ field: 'addVar.phase', operator: 'eq', value: 'planning' }];
  const engine = { name: 'E', rules: [{ name: 'R', when, then: { add_memories: ['good'] } }] };
  await app.call('engines.create', { engine: engine as never }); // its own schema judges it
  const project = await app.app.projects.require();
  const { content, memories: store } = project;
  const [read, list, of, redact] = [
    content.read.bind(content),
    store.list.bind(store),
    app.app.compiled.of,
    app.app.redact,
  ];
  Object.assign(content, { read: (...given: Parameters<typeof read>) => at('stores', () => read(...given)) });
  Object.assign(store, { list: () => at('definitions', list) });
  Object.assign(app.app.compiled, {
    of: (...given: Parameters<typeof of>) => at('rules', () => of(...given)),
  });
  Object.assign(app.app, {
    redact: (...given: Parameters<typeof redact>) => at('redactor', () => redact(...given)),
  });
  return { app, state };
}

interface Outcome {
  readonly wrong: readonly string[];
  readonly answer: AssembledContext | undefined;
}

/** What is wrong with an answer: no valid shape, or whole although something failed. What never answers ends the test. */
async function judge(name: string, ask: () => Promise<unknown>): Promise<Outcome> {
  const value = await ask();
  const parsed = assembledContextSchema.safeParse(value);
  if (parsed.success) return { wrong: [], answer: parsed.data };
  const error = value as { code?: unknown; message?: unknown } | undefined;
  const isError = typeof error?.code === 'string' && typeof error.message === 'string';
  return {
    wrong: isError ? [] : [`${name}: ${JSON.stringify(value)?.slice(0, 200)}`],
    answer: undefined,
  };
}

/** Our own functions without a wait can throw, and neither hang nor die. */
const synchronous: ReadonlySet<Part> = new Set(['redactor', 'clock']);

const cases = parts.flatMap(part =>
  Object.entries(faults)
    .filter(([kind]) => kind === 'throws' || !synchronous.has(part))
    .flatMap(([kind, act]) => ['call', 'rest'].map(door => ({ part, kind, act, door }))),
);
/** In every run each fault in each second part, at the doors in turn. */
const tried = cases.filter((_, at) => isLong || at % 4 === Math.floor(at / 4) % 4);

const textsOf = (answer: AssembledContext | undefined): string[] =>
  Object.values(answer?.context ?? {}).flatMap(items => items.map(({ content }) => content.slice(-20)));

/** A pipeline that fails takes nothing of the others with it, and what failed is named. */
function missingIn({ part, kind }: (typeof cases)[number], answer: AssembledContext | undefined): string[] {
  const { warnings = [], memory_calls = [] } = answer?.trace ?? {};
  const isNamed = warnings.length > 0 || memory_calls.some(({ status }) => status === 'failed');
  const isDegraded = answer?.meta.degraded === true;
  const isPipeline = part === 'stores' || part === 'handler';
  // A handler may return a number, and anything may be long.
  const isFailure = isPipeline && kind !== '100 MB result' && !(part === 'handler' && kind === 'wrong type');
  return [
    ...(isDegraded && !isNamed ? ['no cause'] : []),
    ...(isPipeline && !textsOf(answer).includes('kept') ? ['an item of another pipeline'] : []),
    ...(isFailure && !isDegraded ? ['that it is degraded'] : []),
  ];
}

it(`${tried.length} faults in what an assembly works with: answered in time, and the others' items stay`, async () => {
  const { app, state } = await faultyApp();
  const doors: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
    async call(request) {
      const reply = await app.ask('assembly.assemble', { request });
      return reply.ok ? reply.value : reply.error;
    },
    async rest(request) {
      const { value } = await app.fetch('POST', '/procedures/assembly.assemble', { request });
      const reply = value as { value?: unknown; error?: unknown };
      return reply.value ?? reply.error ?? reply;
    },
  };
  // What fails below is whole without a fault.
  const whole = await judge('whole', async () =>
    app.call('assembly.assemble', { request: requestWithin(deadlines.others) }),
  );
  expect([textsOf(whole.answer).length, whole.answer?.meta.degraded]).toEqual([3, false]);
  const wrong: string[] = [];
  for (const one of tried) {
    const name = `${one.part} ${one.kind} ${one.door}`;
    state.fault = one;
    const within = one.kind === 'never settles' ? deadlines[one.kind] : deadlines.others;
    const outcome = await judge(name, async () => doors[one.door]?.(requestWithin(within)));
    state.fault = undefined;
    wrong.push(...outcome.wrong, ...missingIn(one, outcome.answer).map(what => `${name} misses ${what}`));
  }
  expect([cases.length, wrong]).toEqual([64, []]);
});
