import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MadeShapeName, madeShapeNames, shapeNames } from '../../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { anyTalk, bodies } from '../../../test/support/shape-bodies.ts';
import { legalProblems } from '../../../test/support/shape-problems.ts';

const anyAsked = fc.record({
  talks: fc.array(anyTalk, { minLength: 1, maxLength: 4 }),
  from: fc.constantFrom(...shapeNames),
  to: fc.constantFrom(...madeShapeNames),
  percent: fc.integer({ min: 10, max: 120 }),
});

/** Counted by another way in, on nothing but the request. */
async function tokensOf(
  call: ReturnType<typeof startApp>['call'],
  request: unknown,
  shape: MadeShapeName,
): Promise<number> {
  const { report } = await call('conversations.fit', { request, shape, budget: 100_000_000 });
  expect(report.orphans).toBe(0);
  return report.tokens_before;
}

it('a conversation of any shape is assembled as a legal request of any other, within its budget', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const strategies = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyAsked, async ({ talks, from, to, percent }) => {
      const body = bodies[from](talks.flat().map((turn, at) => unique(turn, at)));
      const text = Array.isArray(body)
        ? body.map(line => JSON.stringify(line)).join('\n')
        : JSON.stringify(body);
      const files = [{ name: `talk.${Array.isArray(body) ? 'jsonl' : 'json'}`, text }];
      const { imported, refused } = await call('conversations.import', {
        files,
        embedder: 'none',
        profiles: false,
      });
      expect(refused).toEqual([]);
      const conversation_id = imported[0]?.id ?? '';
      const asked = { conversation_id, user_message: 'And now?', shape: to } as const;
      const whole = await call('conversations.assemble', { ...asked, total_budget: 1_000_000_000 });
      const total_budget = Math.max(80, Math.floor((whole.metadata.total_tokens * percent) / 100));
      const { request, metadata, messages } = await call('conversations.assemble', {
        ...asked,
        total_budget,
      });
      strategies.add(metadata.strategy);
      expect(legalProblems(to, request)).toEqual([]);
      expect(await tokensOf(call, request, to)).toBe(metadata.total_tokens);
      expect(metadata.total_tokens).toBeLessThanOrEqual(total_budget);
      const { totalMessages, fullMessages, summarizedMessages, droppedMessages } = metadata.coverage;
      expect([metadata.states.length, fullMessages + summarizedMessages + droppedMessages]).toEqual([
        totalMessages,
        imported[0]?.messages,
      ]);
      expect(messages.every(({ role }) => role !== 'tool')).toBe(true);
      expect(shapeOf(to).read(request).entries.at(-1)?.blocks.at(-1)).toMatchObject({ text: 'And now?' });
    }),
    { numRuns: propertyRuns(250) },
  );
  expect([...strategies].sort()).toEqual(expect.arrayContaining(['compacted', 'full', 'windowed']));
});

type Turn = Parameters<(typeof bodies)['anthropic']>[0][number];
const unique = (turn: Turn, at: number): Turn => ({
  ...turn,
  steps: turn.steps.map(step => ({
    ...step,
    calls: step.calls.map(made => ({ ...made, id: `${made.id}_${at}` })),
  })),
});

it('a result of 40,000 characters counts what it takes, is cut by itself, and is never apart from its call', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const request = {
    messages: [
      { role: 'user', content: 'read it' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: { path: 'a' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'a'.repeat(40_000) }] },
      { role: 'assistant', content: 'It is long.' },
    ],
  };
  const files = [{ name: 'talk.json', text: JSON.stringify(request) }];
  await call('conversations.import', { files, embedder: 'none', profiles: false });
  const { conversations } = await call('conversations.list', {});
  expect(conversations[0]?.tokens).toBeGreaterThan(10_000);
  const asked = { conversation_id: 'talk', user_message: 'Why?', shape: 'anthropic' } as const;
  const whole = await call('conversations.assemble', { ...asked, total_budget: 50_000 });
  expect(whole.metadata.total_tokens).toBeGreaterThan(10_000);
  const cut = await call('conversations.assemble', { ...asked, total_budget: 4_096 });
  expect(cut.metadata.coverage).toMatchObject({ fullMessages: 4, droppedMessages: 0 });
  expect(JSON.stringify(cut.request)).toMatch(/a{100}\\n\[\.\.\. \d+ characters left out \.\.\.\]\\na{100}/);
  expect(cut.request).toMatchObject({
    messages: [
      {},
      { role: 'assistant', content: [{ type: 'tool_use', id: 't' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] },
      { role: 'assistant' },
      { role: 'user', content: [{ text: 'Why?' }] },
    ],
  });
  expect(cut.metadata.cut).toEqual([]);
});
