import { describe, expect, it } from 'vitest';
import type { AssemblyEventBody } from '../../../shared/contract/events.ts';
import { type StageName, stageNames } from '../../../shared/model/assembled-context.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { createCompiledEngines } from '../../../shared/rules/compiled/compiled-engines.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { secretGenerators } from '../../../test/support/generated-secrets.ts';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { type AssembleInput, assemble } from './assemble.ts';
import { attemptStage, startAssemblyClock } from './assembly-run.ts';

const { secret } = secretGenerators['github-token']?.(createSeededRandom(11)) ?? { secret: '' };

function broken(): never {
  throw new Error(`broken at ${secret}`);
}

interface World extends AssembleInput {
  readonly after?: () => never;
}

/** `isArmed` once all pipelines have run, so that what breaks then breaks one stage alone. */
function worldOf(stage: StageName | undefined, isArmed: () => boolean): World {
  const asked = memoryOf('asked', { pipeline: [staticStep('asked text')] });
  const contribution = {
    ...asked.contribution,
    get required() {
      return stage === 'contribute' && isArmed() ? broken() : false;
    },
  };
  const engine = engineAdding('e', 'ruled');
  let reads = 0;
  const constraints = {
    max_tokens: 100,
    estimator: 'o200k_base',
    get budget_strategy() {
      // A second try would succeed: only a tokenizer that failed is worth one.
      if (stage === 'budget' && isArmed() && reads++ === 0) broken();
      return 'peel';
    },
  };
  return {
    request: {
      ...requestOf({ explicit_memory: ['asked'] }),
      constraints,
      get request_id() {
        return stage === 'validate' ? broken() : 'own';
      },
    },
    engines:
      stage === 'resolve'
        ? [
            {
              ...engine,
              get rules() {
                return broken();
              },
            },
          ]
        : [engine],
    memories: [{ ...asked, contribution }, memoryOf('ruled', { pipeline: [staticStep('ruled text')] })],
    redaction: 'pattern_only',
    authority: {
      get needs() {
        return stage === 'merge' ? broken() : {};
      },
      below: 'data',
    },
    ...(stage === 'pipelines' && { after: broken }),
  };
}

async function run(stage: StageName | undefined) {
  let isArmed = false;
  const { after, ...input } = worldOf(stage, () => isArmed);
  const clock = createManualClock();
  const assembled = await assemble(input, {
    ports: enginePorts({ clock: after === undefined ? clock : { ...clock, after } }),
    cancel: neverCancelled,
    emit: ({ event }) => {
      if (event === 'contextAssembly:pipelineComplete') isArmed = true;
    },
    requestId: 'r',
  });
  const { context, trace, meta } = assembled;
  return {
    text: JSON.stringify(assembled),
    trace,
    meta,
    kept: Object.values(context).flatMap(items => items.map(item => item.id)),
    dropped: trace.dropped.map(item => [item.item_id, item.reason, item.cut_order]),
    called: trace.memory_calls.map(call => call.memory_id),
  };
}

const both = { kept: ['asked#0', 'ruled#0'], dropped: [], called: ['asked', 'ruled'] };
const nothing = { kept: [], dropped: [], called: ['asked', 'ruled'] };

describe('a stage that fails is named, and the assembly goes on with what there is', () => {
  const left = {
    validate: both,
    resolve: { kept: ['asked#0'], dropped: [], called: ['asked'] },
    pipelines: { kept: [], dropped: [], called: [] },
    merge: nothing,
    contribute: nothing,
    budget: {
      ...nothing,
      dropped: [
        ['asked#0', 'budget', 0],
        ['ruled#0', 'budget', 1],
      ],
    },
  } satisfies Record<Exclude<StageName, 'render'>, object>;

  it.each(Object.entries(left))('%s', async (name, expected) => {
    const stage = stageNames.find(known => known === name);
    const { text, trace, meta, ...outcome } = await run(stage);
    expect(outcome).toEqual(expected);
    expect(trace.warnings).toEqual([
      { code: 'stage_failed', message: `stage "${name}" failed: broken at [REDACTED:github-token]` },
    ]);
    expect(text).not.toContain(secret);
    expect([meta.degraded, meta.total_items, meta.truncated]).toEqual([
      true,
      expected.kept.length,
      name === 'budget',
    ]);
    expect(trace.stages.map(done => done.name)).toEqual(stageNames);
    expect(trace).not.toHaveProperty('lowered');
    expect([trace.rules_applied.length, trace.variables_used, trace.missing_variables]).toEqual([
      name === 'resolve' ? 0 : 1,
      [],
      [],
    ]);
  });

  it('control: with nothing broken all is there, and nothing is told', async () => {
    const { trace, meta, text: _, ...outcome } = await run(undefined);
    expect(outcome).toEqual(both);
    expect([trace.warnings, meta.degraded, meta.truncated]).toEqual([[], false, false]);
    expect(trace).not.toHaveProperty('lowered');
  });
});

it.each([
  ['few rules', 12],
  ['many rules, compiled', 40],
])('rules that there is no time for are named, and the assembly goes on: %s', async (_, count) => {
  let nowMs = 0;
  const rules = Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    name: '',
    when: [{ field: 'input.text', operator: 'regex' as const, value: `[ab]x{${at + 1}}` }],
    then: { add_memories: ['asked'] },
  }));
  const compiled = createCompiledEngines(createRegexCache());
  const engine = { id: 'slow', name: '', description: '', enabled: true, rules };
  for (const _ of compiled.compile([engine]));
  const { meta, trace } = await assemble(
    {
      request: requestOf({ input: { text: 'ax'.repeat(3000) }, constraints: { deadline_ms: 50 } }),
      engines: [engine],
      memories: [memoryOf('asked', { pipeline: [staticStep('text')] })],
      redaction: 'pattern_only',
    },
    {
      // Each look finds ten milliseconds gone.
      ports: enginePorts({ clock: { ...createManualClock(), monotonicMs: () => (nowMs += 10) } }),
      cancel: neverCancelled,
      emit: () => {},
      requestId: 'r',
      compiled,
    },
  );
  expect(meta.degraded).toBe(true);
  expect(trace.rules_applied.map(rule => rule.rule_id)).toEqual(['r0']);
  expect(trace.warnings).toEqual([
    {
      code: 'rules_not_evaluated',
      message: expect.stringMatching(
        /^of the rule engine "slow" not all was evaluated: the time of the request was over before \d+ of its rules were judged: r\d+, /,
      ),
    },
  ]);
});

it('what fails outside of every stage is thrown, and ends the events', async () => {
  const events: AssemblyEventBody[] = [];
  const needy = memoryOf('needy', { pipeline: [staticStep('${topic}')] });
  const result = assemble(
    {
      request: requestOf({ explicit_memory: ['needy'] }),
      engines: [],
      memories: [needy],
      redaction: 'pattern_only',
    },
    {
      ports: enginePorts(),
      cancel: neverCancelled,
      emit: event => events.push(event),
      requestId: 'r',
      redact: (text, mode) => (text === 'topic' ? broken() : redact(text, mode)),
    },
  );
  await expect(result).rejects.toThrow('broken at');
  expect(events.slice(2)).toMatchObject([
    { event: 'contextAssembly:pipelineComplete' },
    { event: 'contextAssembly:error', error: { code: 'internal', message: 'the assembly failed' } },
  ]);
});

it('what is thrown need not be an error', async () => {
  const run = { clock: startAssemblyClock(createManualClock()), warnings: [], degraded: false };
  const thrown = async () => {
    throw 'out of paper'; // any library may
  };
  expect(await attemptStage<string>(run, 'merge', thrown, () => 'fallback')).toBe('fallback');
  expect(run).toMatchObject({
    degraded: true,
    warnings: [{ code: 'stage_failed', message: 'stage "merge" failed: out of paper' }],
  });
});

it('a clock that runs backwards gives no time, never a negative one', async () => {
  let nowMs = 1000;
  const clock = startAssemblyClock({ ...createManualClock(), monotonicMs: () => (nowMs -= 10) });
  await clock.stage('merge', () => {});
  expect([clock.elapsedMs(), clock.stages]).toEqual([0, [{ name: 'merge', started_ms: 0, duration_ms: 0 }]]);
  const jumping = startAssemblyClock({ ...createManualClock(), monotonicMs: () => nowMs });
  nowMs += 500;
  await jumping.stage('merge', () => {
    nowMs -= 100;
  });
  expect(jumping.stages).toEqual([{ name: 'merge', started_ms: 500, duration_ms: 0 }]);
});
