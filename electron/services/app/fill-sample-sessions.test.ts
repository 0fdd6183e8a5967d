import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startApp, testNow } from '../../../test/support/app-harness.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

describe('the conversation of the sample', () => {
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
});

const session_id = 'early-release';

it('the sample has a session that was compacted once, with what it saved, and is filling again', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  const { sessions } = await call('health.state', {});
  const told = sessions.map(({ assessment, blocked, compactions, history, saved, updated_at }) => ({
    status: assessment.status,
    message: assessment.message,
    blocked,
    compactions,
    points: history.length,
    highest: Math.max(...history.map(({ tokens }) => tokens)),
    saved: saved?.files.length,
    minutesAgo: (Date.parse(testNow) - Date.parse(updated_at)) / 60_000,
  }));
  expect(told).toEqual([
    {
      status: 'YELLOW',
      message: 'Context at 59%: load only what the next step needs; search instead of reading whole files.',
      blocked: false,
      compactions: 1,
      points: 16,
      highest: 176_350,
      saved: 4,
      minutesAgo: 12,
    },
  ]);
  const { records } = await call('health.saved', { session_id });
  const decided = records.filter(({ file }) => file === 'decisions.md').flatMap(({ entries }) => entries);
  expect(decided.map(({ text }) => text)).toEqual([
    'A late webhook is simulated in the test: 720 s after the payment',
    'payment_pending keeps a hold for 30 minutes; no second expiry column',
    'Nobody releases a hold by looking at expires_at alone; releasable_hold knows the states',
  ]);
});

it('comes without a sixteenth memory, and says nothing twice when the database is made anew', async () => {
  const { call } = startApp();
  const path = join(temporaryFolder(), 'demo');
  await call('project.createSample', { path });
  expect((await call('memories.list', {})).memories).toHaveLength(15);
  const { total } = await call('health.saved', { session_id });
  await call('project.open', { path: temporaryFolder(), create: true });
  await rm(join(path, '.codebolt/weft/weft.sqlite'));
  await call('project.createSample', { path });
  expect((await call('health.saved', { session_id })).total).toBe(total);
});

it('the sample has a session of ten turns that was compacted once, each context shared out to the token', async () => {
  const { call } = startApp();
  await call('project.createSample', {});
  const { flights } = await call('flights.list', {});
  expect(
    flights.map(({ title, turns, compactions, answers }) => [title, turns, compactions, answers]),
  ).toEqual([['Paid holds are released early when the webhook is late. Find out why.', 10, 1, 28]]);
  const { turns } = await call('flights.turns', { session_id: 'early-release' });
  const contexts = turns.map(({ origins }) =>
    Object.values(origins ?? {}).reduce((sum, part) => sum + part, 0),
  );
  expect(contexts.map(tokens => Math.round(tokens / 1000))).toEqual([
    0, 21, 26, 32, 38, 69, 89, 20, 26, 28, 37,
  ]);
  expect(
    turns.every(({ origins }) => origins === undefined || Object.values(origins).every(part => part >= 0)),
  ).toBe(true);
  expect(turns[6]?.origins?.tools).toBeGreaterThan(30_000);
  expect(turns[7]?.origins?.tools).toBeLessThan(5_000);
});
