import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/contract.ts';
import { startApp } from '../../../test/support/app-harness.ts';

// Conversations that people really had; they are no part of the project.
const data =
  process.env.WEFT_CONVERSATIONS_DATA ?? join(import.meta.dirname, '../../../../shared/data/locomo');
const isThere = existsSync(data);
if (!isThere) process.stderr.write(`real-conversations: not run: there are none in ${data}\n`);

const budgets = [4096, 12_000, 50_000];
const policies = ['fitted', 'documented'] as const;
const question = 'When did we talk about the family, and what was planned for the summer?';

describe.skipIf(!isThere)('a context of a real conversation', () => {
  it.each(['26', '30', '41', '42'])('is within its budget and tells each message once, %s', async name => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const from = [join(data, `${name}.json`)];
    const { imported } = await call('conversations.import', { from, embedder: 'none' });
    for (const total_budget of budgets)
      for (const policy of policies) {
        const asked = {
          conversation_id: imported[0]?.id ?? '',
          user_message: question,
          total_budget,
          policy,
        };
        const assembled = await call('conversations.assemble', { ...asked, estimator: 'chars4' });
        expect(tokensOf(assembled)).toBeLessThanOrEqual(total_budget);
        expect(assembled.metadata.total_tokens).toBeLessThanOrEqual(total_budget);
        expectEachOnce(assembled.metadata, imported[0]?.messages ?? 0);
      }
  });
});

/** Counted here, on nothing but what is sent. */
const tokensOf = ({ messages }: Output<'conversations.assemble'>): number =>
  messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);

function expectEachOnce(metadata: Output<'conversations.assemble'>['metadata'], count: number): void {
  const { coverage, states, summaries } = metadata;
  const { totalMessages, fullMessages, summarizedMessages, droppedMessages } = coverage;
  expect([states.length, totalMessages, fullMessages + summarizedMessages + droppedMessages]).toEqual([
    count,
    count,
    count,
  ]);
  const ranges = summaries.map(({ from, to }) => ({ from, to })).sort((one, other) => one.from - other.from);
  const overlapping = ranges.filter(({ from }, at) => from <= (ranges[at - 1]?.to ?? -1));
  expect(overlapping).toEqual([]);
}
