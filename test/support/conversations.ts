import fc from 'fast-check';
import { extractiveSummarizer } from '../../electron/engine/conversation/extractive-summarizer.ts';
import type { PlanWork } from '../../electron/engine/conversation/plan-work.ts';
import { measureMessages } from '../../electron/engine/conversation/plan-work.ts';
import { createTextCounter } from '../../electron/engine/conversation/text-counter.ts';
import type { Message } from '../../shared/model/message.ts';
import type { Estimator } from '../../shared/model/request.ts';

/** Counts runs of letters, other signs and spaces: like an exact tokenizer, the whole is not the sum of its parts. */
export const roughTokens = {
  countTokens: async (_: string, texts: readonly string[]) =>
    texts.map(text => text.match(/ ?\p{L}{1,6}|\d{1,3}|\s+|[^\p{L}\d\s]{1,2}/gu)?.length ?? 0),
};

/** What a strategy works with, built as the services build it. */
export async function planWork(
  messages: readonly Message[],
  estimator: Estimator = 'chars4',
  more: Partial<PlanWork> = {},
): Promise<PlanWork> {
  const counter = createTextCounter(roughTokens, estimator);
  return {
    messages,
    ...(await measureMessages(messages, counter)),
    counter,
    summarizer: extractiveSummarizer,
    compactions: undefined,
    cancel: { cancelled: false, onCancel: () => () => {} },
    ...more,
  };
}

const lines = [
  'We decided to keep the queue in Postgres because one thing less breaks.',
  'Why does `holds.expire()` fail after midnight?',
  'Thanks, that worked!',
  'The scanner shows error 4012 when its clock is wrong.',
  '```ts\nconst held = await holds.find(id);\n```',
  'Deck C has 14 places left on the 19:30 ferry.',
  'ok',
  '',
  'Let us look at packages/api/src/holds.ts tomorrow with Priya.',
  '- first\n- second\n- third',
];

const lineOf = fc.constantFrom(...lines);
const text = fc.oneof(
  { arbitrary: fc.array(lineOf, { maxLength: 6 }).map(chosen => chosen.join('\n')), weight: 12 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }), weight: 2 },
  { arbitrary: fc.integer({ min: 500, max: 20_000 }).map(length => 'lorem '.repeat(length / 6)), weight: 1 },
);

/** Conversations of any form: short, long, with empty and with huge messages. */
export const anyMessages: fc.Arbitrary<Message[]> = fc
  .array(
    fc.record({
      role: fc.constantFrom('user', 'assistant'),
      author: fc.constantFrom('', 'Priya'),
      parts: text,
    }),
    {
      maxLength: 40,
      size: 'max',
    },
  )
  .chain(some => fc.constantFrom(1, 1, 1, 4).map(times => Array.from({ length: times }, () => some).flat()))
  .map(all => all.map((message, index) => ({ ...message, id: `m${index}`, index })));

/** A long talk that repeats itself with small differences. */
export function longTalk(count: number): Message[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    index,
    role: index % 2 === 0 ? 'user' : 'assistant',
    parts: `${lines[index % lines.length]} (${index})`,
    created_at: new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString(),
  }));
}
