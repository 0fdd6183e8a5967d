import { describe, expect, it } from 'vitest';
import type { MemoryCall } from '../../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Constraints } from '../../../shared/model/request.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { emptyStores, enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { secretGenerators } from '../../../test/support/generated-secrets.ts';
import { createManualClock, withoutWaiting } from '../../../test/support/manual-clock.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { createCancelSource } from '../cancel.ts';
import type { EnginePorts } from '../ports.ts';
import { askedRequest } from './asked-request.ts';
import { type CallMemoriesEnv, callMemories } from './call-memories.ts';

const search = { type: 'document_search', params: { query: 'x' } } as const;
const hanging = { ...emptyStores, searchDocuments: () => new Promise<[]>(() => {}) };
const stuck = memoryOf('stuck', { pipeline: [search] });

interface Given {
  readonly constraints?: Constraints;
  readonly ports?: Partial<EnginePorts>;
  readonly env?: Partial<CallMemoriesEnv>;
}

function start(memories: readonly (PersistentMemory | undefined)[], { constraints, ports, env }: Given = {}) {
  const clock = createManualClock();
  const heard: MemoryCall[] = [];
  let isDone = false;
  const result = callMemories(
    memories.map((memory, index) => ({
      id: memory?.id ?? `unknown-${index}`,
      memory,
      requested_by: [{ kind: 'explicit' as const }],
    })),
    askedRequest(requestOf(constraints && { constraints })),
    {
      ports: enginePorts({ clock, ...ports }),
      cancel: neverCancelled,
      elapsedMs: (ports?.clock ?? clock).monotonicMs,
      ...env,
    },
    call => heard.push(call),
  ).then(called => {
    isDone = true;
    return called.map(({ call }) => call);
  });
  return { result, heard, clock, isDone: () => isDone };
}

const failed = (code: string, message: string) => ({ status: 'failed', items: 0, error: { code, message } });

describe('limits', () => {
  it.each<[string, Constraints | undefined, number, string, string]>([
    ['a pipeline has 5 s', undefined, 5000, 'timeout', 'it took longer than 5000 ms'],
    ['or as long as is asked', { timeout_ms: 300 }, 300, 'timeout', 'it took longer than 300 ms'],
    ['all have 10 s', { timeout_ms: 60_000 }, 10_000, 'deadline', 'it was not there after 10000 ms'],
    [
      'or as long as is asked',
      { timeout_ms: 60_000, deadline_ms: 20_000 },
      20_000,
      'deadline',
      'it was not there after 20000 ms',
    ],
  ])('%s: %j', async (_, constraints, ms, code, message) => {
    const { result, clock, isDone } = start([stuck], {
      ...(constraints && { constraints }),
      ports: { stores: hanging },
    });
    await clock.advance(ms - 1);
    expect(isDone()).toBe(false);
    await clock.advance(1);
    expect(await withoutWaiting(result)).toMatchObject([failed(code, message)]);
    expect(clock.waiting()).toBe(0);
  });

  it('the deadline counts from the beginning of the assembly, and has passed where that took longer', async () => {
    for (const [before, left] of [
      [100, 200],
      [400, 0],
    ] as const) {
      const clock = createManualClock();
      const { result, isDone } = start([stuck], {
        constraints: { deadline_ms: 300 },
        ports: { stores: hanging, clock },
        env: { elapsedMs: () => before + clock.monotonicMs() },
      });
      await clock.advance(Math.max(0, left - 1));
      expect(isDone()).toBe(left === 0);
      await clock.advance(1);
      expect(await withoutWaiting(result)).toMatchObject([
        failed('deadline', 'it was not there after 300 ms'),
      ]);
    }
  });

  it('eight run at once where nothing else is asked, the others when one is done', async () => {
    const clock = createManualClock();
    let running = 0;
    let most = 0;
    const stores = {
      ...emptyStores,
      searchDocuments: () => {
        running += 1;
        most = Math.max(most, running);
        return new Promise<[]>(resolve =>
          clock.after(40, () => {
            running -= 1;
            resolve([]);
          }),
        );
      },
    };
    const memories = Array.from({ length: 20 }, (_, index) => memoryOf(`m${index}`, { pipeline: [search] }));
    const { result } = start(memories, { ports: { stores, clock } });
    await clock.advance(200);
    const calls = await withoutWaiting(result);
    expect([most, calls.length]).toEqual([8, 20]);
    expect(calls.map(call => call.started_ms)).toEqual(
      memories.map((_, index) => Math.floor(index / 8) * 40),
    );
    expect(calls.every(call => call.duration_ms === 40)).toBe(true);
  });
});

it('a caller who stops is told so, and nothing listens to them or the clock afterwards', async () => {
  const source = createCancelSource();
  let listening = 0;
  const cancel = {
    get cancelled() {
      return source.cancel.cancelled;
    },
    onCancel(listener: () => void) {
      listening += 1;
      const stop = source.cancel.onCancel(listener);
      return () => {
        listening -= 1;
        stop();
      };
    },
  };
  const quick = start([memoryOf('quick', { pipeline: [staticStep('one')] })], { env: { cancel } });
  expect(await withoutWaiting(quick.result)).toMatchObject([{ status: 'ok', items: 1 }]);
  expect([listening, quick.clock.waiting()]).toEqual([0, 0]);

  const slow = start([stuck], { ports: { stores: hanging }, env: { cancel } });
  await slow.clock.advance(10);
  expect(listening).toBe(1);
  source.trigger();
  expect(await withoutWaiting(slow.result)).toMatchObject([
    failed('cancelled', 'the caller stopped the assembly'),
  ]);
  expect([listening, slow.clock.waiting()]).toEqual([0, 0]);
});

describe('the trace of a call', () => {
  const whole = {
    memory_id: 'm',
    requested_by: [{ kind: 'explicit' }],
    kept: 0,
    started_ms: 0,
    duration_ms: 0,
    format: 'bullet_list',
  };

  it('says what it gave', async () => {
    const { result, heard } = start([
      memoryOf('m', {
        pipeline: [{ ...staticStep('one', 'two'), alias: 'list' }],
        contribution: { format: 'json' },
      }),
    ]);
    const calls = await result;
    expect(calls).toEqual([
      {
        ...whole,
        format: 'json',
        status: 'ok',
        items: 2,
        steps: [{ type: 'static', alias: 'list', duration_ms: 0, count: 2, result: 'elements' }],
      },
    ]);
    expect(heard).toEqual(calls);
  });

  it('tells which step failed and why, without secrets', async () => {
    const { secret } = secretGenerators['github-token']?.(createSeededRandom(2)) ?? { secret: '' };
    const stores = {
      ...emptyStores,
      searchDocuments: async () => Promise.reject(new Error(`no entry with ${secret}`)),
    };
    const message = 'no entry with [REDACTED:github-token]';
    expect(await start([memoryOf('m', { pipeline: [search] })], { ports: { stores } }).result).toEqual([
      {
        ...whole,
        ...failed('step_failed', message),
        steps: [
          {
            type: 'document_search',
            alias: expect.any(String),
            duration_ms: 0,
            count: 0,
            result: 'none',
            error: message,
          },
        ],
      },
    ]);
  });

  it.each<[object, string, string]>([
    [{ contribution: undefined }, 'prose', 'contribution: '],
    [{ label: 5 }, 'bullet_list', 'label: '],
  ])(
    'of a definition that is broken by %j fails with the first problem, each time',
    async (more, format, why) => {
      const memory = { ...memoryOf('m', { pipeline: [staticStep('text')] }), ...more } as PersistentMemory; // an overlay may hold anything
      const [problem] = checkMemory(memory);
      const message = `${problem?.path}: ${problem?.message}`;
      expect(message.startsWith(why)).toBe(true);
      for (const _ of ['first', 'again'])
        expect(await start([memory]).result).toEqual([
          { ...whole, ...failed('invalid_memory', message), format, steps: [] },
        ]);
    },
  );

  it.each([
    ['an error', new Error('no time')],
    ['a text', 'no time'],
  ])('tells of what the machinery around the pipeline throws: %s', async (_, thrown) => {
    const clock = createManualClock();
    let waits = 0;
    const after = (milliseconds: number, callback: () => void) => {
      waits += 1;
      // The first is that of the deadline.
      if (waits > 1) throw thrown;
      return clock.after(milliseconds, callback);
    };
    const ports = { clock: { ...clock, after } };
    expect(await start([memoryOf('m', { pipeline: [staticStep('text')] })], { ports }).result).toEqual([
      { ...whole, ...failed('internal', 'no time'), steps: [] },
    ]);
    expect(clock.waiting()).toBe(0);
  });
});

it('what has no definition is not called', async () => {
  const { result, heard } = start([undefined, memoryOf('m', { pipeline: [staticStep('text')] })]);
  expect((await result).map(call => call.memory_id)).toEqual(['m']);
  expect(heard).toHaveLength(1);
});
