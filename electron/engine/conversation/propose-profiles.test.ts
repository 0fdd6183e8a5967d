import { expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { atOnce, inStretches } from '../../../shared/stretches.ts';
import { proposeProfiles } from './propose-profiles.ts';

/** Two friends who talk much and of two things. */
const lines = [
  'Hey Mel! Great to see you, how was your week?',
  'Wow, great, thanks! I really love my pottery class, Caro.',
  'That’s awesome, Mel! I’m going to the adoption agency in Bergen on Friday.',
  'Great, I’m so glad for you! Tell me of the adoption agency.',
  'Thanks, Mel! The adoption agency is great, and Bergen is really nice.',
  'We made a bowl in the pottery class on Friday.',
  'Really nice, Mel! I said in Bergen that I saw your pottery class.',
  'Thanks! On Friday the pottery class is for kids.',
  'Wow! On Friday I hear from Bergen and the adoption agency.',
];
const talk = lines.map(
  (parts, index): Message => ({
    id: `m${index}`,
    index,
    role: index % 2 === 0 ? 'user' : 'assistant',
    author: index % 2 === 0 ? 'Caroline' : 'Melanie',
    parts,
    created_at: `2026-03-0${index + 1}T18:00:00Z`,
  }),
);
/** Others between, so that no subject is in a third of all messages. */
const long = [
  ...talk,
  ...talk.map((message, at): Message => ({ ...message, id: `n${at}`, parts: 'Ok.' })),
].map((message, index): Message => ({ ...message, index }));

it('proposes subjects as topics and names as entities, no talk, no days, no nicknames', () => {
  const { topics, entities } = atOnce(proposeProfiles('c-1', long));
  expect(topics.map(({ slug, label, mentions }) => [slug, label, mentions])).toEqual([
    ['adoption-agency', 'adoption agency', 4],
    ['pottery-class', 'pottery class', 4],
  ]);
  expect(entities.map(({ name, type, aliases, mentions }) => [name, type, aliases, mentions])).toEqual([
    ['Caroline', 'person', ['Caro'], 10],
    ['Melanie', 'person', ['Mel'], 8],
    ['Bergen', 'concept', [], 4],
  ]);
});

it('says of a topic what was said, when, and how much of the conversation is about it', () => {
  const topic = atOnce(proposeProfiles('c-1', long)).topics.find(({ slug }) => slug === 'pottery-class');
  expect(topic).toMatchObject({
    first_at: '2026-03-02T18:00:00Z',
    last_at: '2026-03-08T18:00:00Z',
    peak_hour: 18,
    conversations: [{ conversation_id: 'c-1', relevance: 0.6 }],
  });
  expect(topic?.facts.map(({ text }) => text)).toContain(
    'Melanie: We made a bowl in the pottery class on Friday.',
  );
});

it('proposes nothing of a short talk', () => {
  expect(atOnce(proposeProfiles('c-1', talk.slice(0, 2)))).toEqual({ topics: [], entities: [] });
});

it('proposes the same where others have their turn in between, at each message and again at what is made of it', async () => {
  const longer = Array.from({ length: 40 }, () => long)
    .flat()
    .map((message, index): Message => ({ ...message, id: `m${index}`, index }));
  const others = { turns: 0, isOver: false };
  const waiting = (async () => {
    for (; !others.isOver; others.turns += 1) await nextTurn();
  })();
  const proposed = await inStretches(proposeProfiles('c-1', longer), nextTurn);
  others.isOver = true;
  await waiting;
  expect(proposed).toEqual(atOnce(proposeProfiles('c-1', longer)));
  expect(proposed.entities.length).toBeGreaterThan(0);
  expect(others.turns).toBeGreaterThan(6 * longer.length);
});

const nextTurn = (): Promise<void> => new Promise(resume => setImmediate(resume));
