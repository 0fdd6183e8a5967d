import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { createCancelSource } from '../cancel.ts';
import { extractiveSummarizer, notesOf } from './extractive-summarizer.ts';
import { scoreMessages } from './score-messages.ts';
import type { Segment } from './summarizer.ts';

const neverCancelled = createCancelSource().cancel;

function talk(...lines: readonly (readonly [string, string])[]): Segment {
  const messages = lines.map(([role, parts], index): Message => ({ id: `m${index}`, index, role, parts }));
  return { messages, scores: scoreMessages(messages) };
}

const planning = talk(
  ['user', 'Hello there! How are you today?'],
  ['assistant', 'Fine, thanks.'],
  ['user', 'Where do we keep waiting jobs? The queue in Redis was lost twice.'],
  ['assistant', 'We decided to use a Postgres table, `jobs.queue`, because one thing less can break.'],
  ['user', 'ok'],
  ['assistant', 'The ferry list is long.'],
  ['user', 'Who tells Priya about the 14 places on deck C?'],
);

describe('the built-in summarizer', () => {
  it('keeps decisions and open questions, with who said them, and leaves small talk out', async () => {
    const summary = await extractiveSummarizer.summarize(planning, 45, neverCancelled);
    expect(summary.split('\n')).toEqual([
      '- assistant: We decided to use a Postgres table, `jobs.queue`, because one thing less can break.',
      '- [OPEN] user: Who tells Priya about the 14 places on deck C?',
    ]);
  });

  it('gives the same for the same, and stays near what was asked for', async () => {
    for (const target of [30, 60, 100, 400]) {
      const first = await extractiveSummarizer.summarize(planning, target, neverCancelled);
      expect(await extractiveSummarizer.summarize(planning, target, neverCancelled)).toBe(first);
      expect(Math.ceil(first.length / 4)).toBeLessThanOrEqual(target);
    }
  });

  it('condenses summaries and keeps what is open', async () => {
    const first = '- user: The deck is red.\n- [OPEN] user: Who tells Priya about the deck?';
    const second = '- user: It rains.\n- assistant: We decided to move the deck plan to Tuesday.';
    const condensed = await extractiveSummarizer.condense([first, second], 34, neverCancelled);
    expect(condensed).toBe(
      '- [OPEN] user: Who tells Priya about the deck?\n- assistant: We decided to move the deck plan to Tuesday.',
    );
  });

  it('says nothing about nothing', async () => {
    expect(await extractiveSummarizer.summarize(talk(['user', '']), 100, neverCancelled)).toBe('');
  });

  it('notes decisions, open questions and artefacts of a stretch', () => {
    expect(notesOf(planning)).toEqual({
      decisions: ['We decided to use a Postgres table, `jobs.queue`, because one thing less can break.'],
      questions: ['Who tells Priya about the 14 places on deck C?'],
      artefacts: ['jobs.queue'],
    });
  });
});

describe('arcs of the built-in summarizer', () => {
  it.each([
    ['light', ['About:', 'Open questions:', 'Decisions:']],
    ['rich', ['About:', 'Open questions:', 'Decisions:', 'How it went:', 'Present focus:', 'Worked on:']],
    [
      'dense',
      [
        'About:',
        'Open questions:',
        'Decisions:',
        'How it went:',
        'Present focus:',
        'Worked on:',
        'Reasons:',
        'Wanted next:',
        'Who asked for what:',
      ],
    ],
  ] as const)('%s tells what it should', async (density, headings) => {
    const arc = await extractiveSummarizer.arc(planning, density, 600, neverCancelled);
    expect(arc.split('\n').filter(line => line.endsWith(':') && !line.startsWith('-'))).toEqual(headings);
  });
});
