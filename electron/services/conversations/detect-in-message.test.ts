import { expect, it } from 'vitest';
import type { Topic } from '../../../shared/model/profile.ts';
import { startApp } from '../../../test/support/app-harness.ts';

const topic = (slug: string, aliases: string[], summary: string): Topic => ({
  slug,
  label: slug,
  aliases,
  domain: 'work',
  summary,
  facts: [],
  importance: 0.5,
  proficiency: 'unknown',
  conversations: [],
  mentions: 1,
});

const topics = [
  topic('tables', ['spreadsheet'], 'Rows, columns and joins of database tables.'),
  topic('ferries', ['boats'], 'Booking places on a ferry, and its decks.'),
  topic('climbing', ['bouldering'], 'Climbing rocks with ropes in the mountains.'),
];

async function withTopics() {
  const harness = startApp();
  await harness.openEmpty();
  for (const one of topics) await harness.call('topics.save', { topic: one });
  const found = async (user_message: string) => {
    const { metadata } = await harness.call('conversations.assemble', { user_message });
    return metadata.topics.map(({ key, by }) => [key, by]);
  };
  return { ...harness, found };
}

it.each([
  ['How do I book a place for my car on the ferry to the island?', [['ferries', 'meaning']]],
  ['Which columns does the database join need?', [['tables', 'meaning']]],
  ['Is there any of the BOATS left?', [['ferries', 'mention']]],
  ['Send me the spreadsheet.', [['tables', 'mention']]],
  ['How do I bake bread?', []],
  ['What is the capital of Mongolia?', []],
])('a new conversation knows its topics, by meaning and by name: %s', async (message, expected) => {
  const { found } = await withTopics();
  expect(await found(message)).toEqual(expected);
});

it('notes that have nothing to do with the message stay out of its context', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const files = [
    'The queue is kept in Postgres.',
    'Deck C has 14 places.',
    'Passes are stored on the phone.',
    'Migrations lock the table.',
    'The scanner clock is wrong.',
  ].map((text, at) => ({ path: `${at}.txt`, text }));
  await call('documents.import', { collection: 'notes', files });
  await call('documents.embed', { collection: 'notes' });
  const l5 = async (user_message: string) => {
    const { metadata } = await call('conversations.assemble', { user_message });
    return metadata.sections.find(({ layer }) => layer === 'L5_jit')?.text ?? '';
  };
  expect(await l5('How do I bake bread?')).toBe('');
  const told = await l5('Which database holds the queue?');
  expect([told.includes('Postgres'), told.includes('phone')]).toEqual([true, false]);
});
