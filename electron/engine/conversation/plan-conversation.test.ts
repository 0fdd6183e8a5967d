import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { anyMessages, longTalk, planWork } from '../../../test/support/conversations.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { cutMark } from './cut-text.ts';
import { chooseStrategy, type WrittenPlan, writePlan } from './plan-conversation.ts';

const anyBudget = fc.oneof(
  { arbitrary: fc.constantFrom(0, 1, 31, 32, 33), weight: 1 },
  { arbitrary: fc.integer({ min: 32, max: 400 }), weight: 2 },
  { arbitrary: fc.integer({ min: 400, max: 8000 }), weight: 2 },
);

const gapLine = /^\[\.\.\. (\d+) messages? omitted \.\.\.\]$/gm;

/** What is wrong with a plan; nothing when all promises are kept. */
function broken(
  plan: WrittenPlan,
  messages: readonly Message[],
  l4Budget: number,
  l6Budget: number,
): string[] {
  const { coverage, blocks, states, summaries } = plan;
  const shown = blocks.flatMap(block => (block.kind === 'message' ? [block.position] : []));
  const gaps = [...plan.l6Messages.matchAll(gapLine)].map(([, count]) => Number(count));
  const told = summaries.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  const newest = blocks.findLast(block => block.kind === 'message');
  const sum = coverage.fullMessages + coverage.summarizedMessages + coverage.droppedMessages;
  const isShown = messages.length > 0 && l6Budget >= 32;
  const promises = {
    'L4 within its budget': plan.l4TokenCount <= l4Budget,
    'L6 within its budget': plan.l6TokenCount <= l6Budget,
    'coverage adds up': coverage.totalMessages === messages.length && sum === messages.length,
    'a state each': states.length === messages.length,
    'original order': shown.every((position, at) => position > (shown[at - 1] ?? -1)),
    'each shown once': new Set(shown).size === shown.length && shown.length === coverage.fullMessages,
    'no message in two summaries': new Set(told).size === told.length,
    'the newest is there': !isShown || newest?.position === messages.length - 1,
    'gaps are counted': !isShown || gaps.reduce((total, gap) => total + gap, 0) === coverage.droppedMessages,
    'no gap of nothing': gaps.every(gap => gap > 0),
    'nothing below 32': isShown || plan.l6Messages === '',
  };
  return Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
}

describe('a planned conversation keeps its promises', () => {
  it('whatever the conversation and the budgets', async () => {
    await fc.assert(
      fc.asyncProperty(anyMessages, anyBudget, anyBudget, async (messages, l4Budget, l6Budget) => {
        const plan = await writePlan(await planWork(messages), { l4Budget, l6Budget });
        expect(broken(plan, messages, l4Budget, l6Budget)).toEqual([]);
      }),
      { numRuns: propertyRuns(20_000, 1 / 80) },
    );
  });

  it('also where tokens of parts do not add up to those of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(anyMessages, anyBudget, anyBudget, async (messages, l4Budget, l6Budget) => {
        const work = await planWork(messages, 'o200k_base');
        const plan = await writePlan(work, { l4Budget, l6Budget });
        expect(broken(plan, messages, l4Budget, l6Budget)).toEqual([]);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('with 10,000 messages, whatever the budgets', async () => {
    const messages = longTalk(10_000);
    const work = await planWork(messages);
    for (const l6Budget of [0, 1, 31, 32, 60, 200, 1000, 7200, 400_000]) {
      const plan = await writePlan(work, { l4Budget: 600, l6Budget });
      expect([l6Budget, broken(plan, messages, 600, l6Budget)]).toEqual([l6Budget, []]);
    }
  });

  it('with one huge message, which is cut and counts as full', async () => {
    const messages: Message[] = [{ id: 'a', index: 0, role: 'user', parts: 'word '.repeat(100_000) }];
    const plan = await writePlan(await planWork(messages), { l4Budget: 0, l6Budget: 100 });
    expect(plan.l6Messages.endsWith(cutMark)).toBe(true);
    expect(plan.coverage).toEqual({
      totalMessages: 1,
      fullMessages: 1,
      summarizedMessages: 0,
      droppedMessages: 0,
    });
    expect(plan.l6TokenCount).toBeLessThanOrEqual(100);
    expect(plan.l6TokenCount).toBeGreaterThan(80);
  });
});

describe('strategies', () => {
  it.each([
    [0.5, true, 'full'],
    [1, true, 'full'],
    [1, false, 'windowed'],
    [2.5, true, 'windowed'],
    [2.51, true, 'compacted'],
    [8, true, 'compacted'],
    [8.01, true, 'multi_level'],
  ] as const)('ratio %d, whole fitting %s: %s', (ratio, isFitting, strategy) => {
    expect(chooseStrategy(ratio, isFitting)).toBe(strategy);
  });

  it('says full and empty for no messages, and multi_level where nothing can be shown', async () => {
    const empty = await writePlan(await planWork([]), { l4Budget: 0, l6Budget: 0 });
    expect(empty).toMatchObject({ strategy: 'full', l6Messages: '', ratio: null });
    const short = await writePlan(await planWork(longTalk(3)), { l4Budget: 0, l6Budget: 31 });
    expect(short).toMatchObject({
      strategy: 'multi_level',
      l6Messages: '',
      coverage: { droppedMessages: 3, fullMessages: 0 },
    });
    expect(short.ratio).toBeGreaterThan(1);
  });

  it('windowed: the newest whole, one summary of all older ones, a light arc', async () => {
    const plan = await writePlan(await planWork(longTalk(60)), { l4Budget: 300, l6Budget: 400 });
    expect(plan.strategy).toBe('windowed');
    expect(plan.blocks.map(({ kind }) => kind).slice(0, 2)).toEqual(['summary', 'message']);
    expect(plan.summaries).toMatchObject([{ level: 1, from: 0 }]);
    expect(plan.summaries[0]?.to).toBe(59 - plan.coverage.fullMessages);
    expect(plan.coverage.droppedMessages).toBe(0);
    expect(plan.arc).toContain('[OPEN]');
  });

  it('compacted: the oldest 40% told, key messages of the middle between gaps, the newest 25%', async () => {
    const plan = await writePlan(await planWork(longTalk(100)), { l4Budget: 100, l6Budget: 400 });
    expect(plan.strategy).toBe('compacted');
    expect(plan.summaries).toMatchObject([{ level: 1, from: 0, to: 39 }]);
    const middle = plan.states.slice(40, 75);
    expect(middle.filter(state => state === 'full').length).toBeGreaterThan(2);
    expect(middle).toContain('dropped');
    expect(plan.states.slice(40).includes('summarised')).toBe(false);
  });

  it.each([
    [300, 2],
    [800, 6],
  ])(
    'multi_level: what short summaries leave of %i tokens shows newest messages',
    async (l6Budget, shown) => {
      const said = (at: number) => `We spoke of deck ${at} of the ferry for a long while. `.repeat(8);
      const messages = Array.from({ length: 660 }, (_, at): Message => {
        const role = at % 2 === 0 ? 'user' : 'assistant';
        return { id: `m${at}`, index: at, role, parts: at < 600 ? 'ok' : said(at) };
      });
      const plan = await writePlan(await planWork(messages), { l4Budget: 0, l6Budget });
      expect([plan.strategy, plan.coverage.fullMessages]).toEqual(['multi_level', shown]);
      expect(plan.coverage.summarizedMessages).toBe(60);
      expect(plan.l6TokenCount).toBeLessThanOrEqual(l6Budget);
    },
  );

  it('multi_level: three chunks told in level 1, older groups in level 2, the oldest in level 3', async () => {
    const plan = await writePlan(await planWork(longTalk(1000)), { l4Budget: 400, l6Budget: 900 });
    expect(plan.strategy).toBe('multi_level');
    expect(plan.summaries.map(({ level }) => level)).toEqual([3, 2, 1]);
    const newest = plan.states.indexOf('full');
    expect(plan.summaries.map(({ from, to }) => [from, to])).toEqual([
      [0, newest - 660 - 1],
      [newest - 660, newest - 60 - 1],
      [newest - 60, newest - 1],
    ]);
  });
});
