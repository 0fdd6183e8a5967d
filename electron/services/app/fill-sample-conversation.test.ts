import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

it('brings a conversation whose older part comes back when it is asked for, with its topics and entities', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  const { conversations } = await call('conversations.list', {});
  expect(conversations.map(({ id, title }) => [id, title])).toEqual([
    ['waitlist-planning', 'Planning the waitlist'],
  ]);
  const { messages, metadata } = await call('conversations.assemble', {
    conversation_id: 'waitlist-planning',
    user_message: 'How do we stop two workers from offering Priya the same place twice?',
    total_budget: 2000,
  });
  expect(metadata.strategy).not.toBe('full');
  expect(metadata.topics.map(({ key }) => key)).toEqual(['waitlist', 'holds']);
  expect(metadata.entities.map(({ key }) => key)).toEqual(['priya']);
  expect(messages.some(({ content }) => content.includes('FOR UPDATE SKIP LOCKED'))).toBe(true);
});

it('is long enough for each strategy, and in each of them every layer has something to say', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  for (const [total_budget, strategy] of [
    [12_000, 'windowed'],
    [4096, 'compacted'],
    [2000, 'multi_level'],
  ] as const) {
    const { metadata } = await call('conversations.assemble', {
      conversation_id: 'waitlist-planning',
      user_message: 'What do Priya and Selin have to know of migrations and offers at night?',
      total_budget,
    });
    const silent = Object.entries(metadata.layer_tokens).filter(([, tokens]) => tokens === 0);
    expect([total_budget, metadata.strategy, silent]).toEqual([total_budget, strategy, []]);
  }
});
