import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import type { PromptPrefix } from '../../../shared/model/prompt-cache.ts';
import { type ShapeName, shapeNames } from '../../../shared/shapes/shape-names.ts';
import { recogniseShape, shapeOf } from '../../../shared/shapes/shapes.ts';
import { followPrompts, mean } from '../../../test/bench/cache/reuse.ts';
import { codingSession, requestsOf } from '../../../test/support/coding-sessions.ts';
import { roughTokens } from '../../../test/support/conversations.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { anyTalk, bodies } from '../../../test/support/shape-bodies.ts';
import { legalProblems } from '../../../test/support/shape-problems.ts';
import { extractiveSummarizer } from '../conversation/extractive-summarizer.ts';
import { createTextCounter } from '../conversation/text-counter.ts';
import { fitBody } from './fit-body.ts';

const work = (name: ShapeName, body: unknown, budget: number) => ({
  shape: shapeOf(name),
  body,
  budget,
  counter: createTextCounter(roughTokens, 'chars4'),
  summarizer: extractiveSummarizer,
  cancel: { cancelled: false, onCancel: () => () => {} },
});
const fitted = (name: ShapeName, body: unknown, budget: number) => fitBody(work(name, body, budget));

describe.each(shapeNames)('%s', name => {
  it('is recognised, and given back as it came where nothing has to go', async () => {
    await fc.assert(
      fc.asyncProperty(anyTalk, async talk => {
        const body = bodies[name](talk);
        const found = recogniseShape(body);
        // An example of fine-tuning is what a request is.
        expect(found).toBe(name === 'fine_tuning' ? 'openai_chat' : name);
        const { request, report } = await fitted(name, body, 100_000_000);
        expect(request).toEqual(bodies[name](talk));
        expect([report.kept, report.orphans, report.shortened]).toEqual([report.entries, 0, 0]);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('within a smaller budget keeps calls and results together, begins with a user and is counted as it is told', async () => {
    const runs = propertyRuns(700);
    let told = 0;
    await fc.assert(
      fc.asyncProperty(anyTalk, fc.integer({ min: 5, max: 90 }), async (talk, percent) => {
        const body = bodies[name](talk);
        const whole = await fitted(name, body, 100_000_000);
        const budget = Math.max(1, Math.floor((whole.report.tokens_before * percent) / 100));
        const result = await fitted(name, body, budget).catch(refusal);
        if (result === undefined) return;
        const { request, report } = result;
        if (report.summarised > 0) told += 1;
        expect(report.tokens_after).toBeLessThanOrEqual(budget);
        expect(legalProblems(name, request)).toEqual([]);
        const again = await fitted(name, request, 100_000_000);
        // What an entry takes is known; a summary in front of one may take a few tokens less than both apart.
        expect(again.report.tokens_before).toBeLessThanOrEqual(report.tokens_after + 2);
        expect(again.report.orphans).toBe(0);
        expect(report.kept + report.summarised).toBe(report.entries);
      }),
      { numRuns: runs },
    );
    // Most of them are no refusals.
    expect(told).toBeGreaterThan(runs / 5);
  });
});

/** What has to stay may be more than a budget, and nothing else. */
function refusal(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'message_too_long') return undefined;
  throw error;
}

it('an Anthropic result of 40,000 characters counts what it takes', async () => {
  const messages = [
    { role: 'user', content: 'read it' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'a'.repeat(40_000) }] },
  ];
  const { report } = await fitted('anthropic', { messages }, 100_000);
  expect(report.tokens_before).toBeGreaterThan(10_000);
  const cut = await fitted('anthropic', { messages }, 2_000);
  expect(JSON.stringify(cut.request)).toMatch(/a{100}\\n\[\.\.\. \d+ characters left out \.\.\.\]\\na{100}/);
  expect(cut.report).toMatchObject({ kept: 3, summarised: 0, shortened: 1 });
});

it('a screen that a computer shows counts as an image and is never cut, and a patch counts with its operation', async () => {
  const screen = { type: 'computer_screenshot', image_url: `data:image/png;base64,${'A'.repeat(400_000)}` };
  const operation = { type: 'update_file', path: 'a.ts', diff: 'word '.repeat(2_000) };
  const asked = { type: 'message', role: 'user', content: 'press it and mend it' };
  const press = { type: 'computer_call', call_id: 'c1', action: { type: 'click', x: 1, y: 2 } };
  const pressed = { type: 'computer_call_output', call_id: 'c1', output: screen };
  const mend = { type: 'apply_patch_call', call_id: 'c2', status: 'completed', operation };
  const mended = { type: 'apply_patch_call_output', call_id: 'c2', output: 'line '.repeat(4_000) };
  const tokensOf = async (...input: readonly object[]) =>
    (await fitted('openai_responses', { input }, 100_000)).report.tokens_before;
  const pressTokens = await tokensOf(asked, press, pressed);
  expect([pressTokens > 1_500, pressTokens < 1_600]).toEqual([true, true]);
  expect(await tokensOf(asked, mend, mended)).toBeGreaterThan(7_500);
  const { request, report } = await fitted(
    'openai_responses',
    { input: [asked, press, mend, pressed, mended] },
    6_000,
  );
  expect(report).toMatchObject({ kept: 5, summarised: 0, shortened: 1 });
  const cut = { ...mended, output: expect.stringContaining('characters left out') };
  expect(request).toEqual({ input: [asked, press, mend, pressed, cut] });
});

it('calls and results that are alone are taken out of what is sent, and told; a call at the end waits', async () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'tool', tool_call_id: 'gone', content: 'x' },
    { role: 'assistant', content: 'b', tool_calls: [call('never'), call('once')] },
    { role: 'tool', tool_call_id: 'once', content: 'y' },
    { role: 'user', content: 'c' },
    { role: 'assistant', content: null, tool_calls: [call('now')] },
  ];
  const { request, report } = await fitted('openai_chat', { messages }, 100_000);
  expect(report.orphans).toBe(2);
  expect(request).toEqual({
    messages: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b', tool_calls: [call('once')] },
      { role: 'tool', tool_call_id: 'once', content: 'y' },
      { role: 'user', content: 'c' },
      { role: 'assistant', content: null, tool_calls: [call('now')] },
    ],
  });
});

it('a session that grows is sent as it was sent before with what is new behind it; chosen anew it is not', async () => {
  const requests = requestsOf(codingSession(3)).slice(0, 120);
  const shareKept = async (prefix: PromptPrefix): Promise<number> => {
    const prompts = followPrompts();
    for (const request of requests) {
      const fitting = await fitBody({ ...work('anthropic', request, 4096) }, prefix);
      prompts.add(JSON.stringify(fitting.request));
    }
    return mean(prompts.reuse().shares);
  };
  expect(await shareKept('stable')).toBeGreaterThan(0.94);
  expect(await shareKept('moving')).toBeLessThan(0.6);
});

/** Words that are said once only, of four characters and a space each. */
const wordsOf = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, at) => String(1000 + ((at * 7919 + seed * 104_729) % 8999))).join(' ');
const growing = Array.from({ length: 240 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: wordsOf(at % 2 === 0 ? 40 : 120, at),
}));

it('a talk that grows keeps its beginning where the budget is a little another each time', async () => {
  const prompts = followPrompts();
  for (let turn = 0; turn < 100; turn += 1) {
    const body = { model: 'm', messages: growing.slice(0, 2 * turn + 1) };
    const budget = 4096 - 100 * (turn % 3);
    const { request, report } = await fitted('openai_chat', body, budget);
    expect(report.tokens_after).toBeLessThanOrEqual(budget);
    prompts.add(JSON.stringify(request).slice(0, -2));
  }
  expect(mean(prompts.reuse().shares)).toBeGreaterThan(0.9);
});

describe.each(['stable', 'moving'] as const)('what has to stay (%s)', prefix => {
  it.each([100, 1000])(
    'is refused only where it alone is over %i tokens, whatever is to be told',
    async budget => {
      for (const tokens of [0.5, 0.6, 0.7, 0.9, 0.95].map(share => share * budget - 4)) {
        const last = { role: 'user', content: 'q'.repeat(4 * tokens) };
        const body = { model: 'm', messages: [...growing.slice(0, 20), last] };
        const { request, report } = await fitBody(work('openai_chat', body, budget), prefix);
        expect(report.tokens_after).toBeLessThanOrEqual(budget);
        expect(report.kept + report.summarised).toBe(21);
        expect(request).toMatchObject({ messages: expect.arrayContaining([last]) });
      }
      const whole = { role: 'user', content: 'q'.repeat(4 * (budget - 4)) };
      const alone = await fitBody(
        work('openai_chat', { messages: [...growing.slice(0, 20), whole] }, budget),
        prefix,
      );
      expect(alone.request).toEqual({ messages: [whole] });
      expect(alone.report).toMatchObject({ tokens_after: budget, summarised: 20, summary: null });
      const more = { role: 'user', content: `${whole.content}qqqq` };
      await expect(
        fitBody(work('openai_chat', { messages: [...growing.slice(0, 20), more] }, budget), prefix),
      ).rejects.toMatchObject({
        code: 'message_too_long',
        details: { needed_tokens: budget + 1, budget_tokens: budget },
      });
    },
  );

  it.each([2000, 8000])(
    'is shown as far as there is room within %i tokens, where a tool gave it',
    async budget => {
      const call = { id: 'c', type: 'function', function: { name: 'read_file', arguments: '{}' } };
      const messages = [
        ...growing.slice(0, 11),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: wordsOf(budget, 1) },
      ];
      const { report } = await fitBody(work('openai_chat', { model: 'm', messages }, budget), prefix);
      expect(report.tokens_after).toBeGreaterThan(0.4 * budget);
      expect(report.tokens_after).toBeLessThanOrEqual(budget);
    },
  );
});

it.each(['stable', 'moving'] as const)(
  'no text is counted twice, whatever is cut and left out (%s)',
  async prefix => {
    const [talk = []] = fc
      .sample(fc.array(anyTalk, { minLength: 6, maxLength: 6 }), 1)
      .map(all => all.flat());
    const body = bodies.openai_chat(talk);
    const counted: string[] = [];
    // The length of a text is counted as often as it takes.
    const counter = createTextCounter(roughTokens, 'o200k_base');
    const all: typeof counter.all = texts => {
      counted.push(...texts);
      return counter.all(texts);
    };
    const work = {
      shape: shapeOf('openai_chat'),
      body,
      summarizer: extractiveSummarizer,
      cancel: { cancelled: false, onCancel: () => () => {} },
      counter: { ...counter, all, one: async (text: string) => (await all([text]))[0] ?? 0 },
    };
    const whole = await fitBody({ ...work, budget: 100_000_000 }, prefix);
    expect(counted.length).toBe(new Set(counted).size);
    counted.length = 0;
    const budget = Math.floor(whole.report.tokens_before / 8);
    const { report } = await fitBody({ ...work, budget }, prefix);
    expect(report.summarised).toBeGreaterThan(0);
    expect(counted.length).toBe(new Set(counted).size);
  },
);
