import { expect, it } from 'vitest';
import type { Output } from '../../shared/contract/contract.ts';
import { behaviourMarkdown, commentMark } from './behaviour-markdown.ts';

const none: Output<'rules.compare'> = {
  answer: 'equivalent',
  reason: 'every request gets the same memories in the same order',
  samples: 0,
  flipped: 0,
  skipped: 0,
  flips: [],
  structure: { engines: [], memories: [] },
  problems: [],
};
const change = { gained: [], lost: [], reordered: false };
const flip = (name: string, lost: string[]) => ({ ...change, sample_id: name, name, lost });

it('says what changes, with its samples and what differs in structure', () => {
  const rules = [{ change: 'changed' as const, id: 'r', name: 'R', fields: ['when'] }];
  const engines = [{ change: 'changed' as const, id: 'plan', name: 'Plan', fields: [], rules }];
  const flips = [flip('Task hotfix', ['security-checklist', 'notes'])];
  const structure = { engines, memories: [] };
  expect(
    behaviourMarkdown(
      { ...none, answer: 'different', reason: '', samples: 41, flipped: 3, flips, structure },
      'main',
    ).split('\n'),
  ).toEqual([
    commentMark,
    '### What the rules do otherwise',
    '',
    '3 of 41 samples change, compared with `main`.',
    '',
    '- `Task hotfix` loses `security-checklist` and `notes`',
    '- and 2 more samples',
    '',
    '<details><summary>Rules and memories that differ</summary>',
    '',
    '- changed engine `plan`',
    '  - changed rule `r`: `when`',
    '',
    '</details>',
    '',
  ]);
});

it('names what is not compared before what differs for it', () => {
  const problems = [
    { file: '.codebolt/context-rule-engines/a_b.json', line: 2, column: 1, reason: 'no "}"' },
  ];
  expect(
    behaviourMarkdown({ ...none, problems }, 'main')
      .split('\n')
      .slice(3, 6),
  ).toEqual([
    expect.stringContaining('compared with `main`.'),
    '',
    'Not compared: .codebolt/context-rule-engines/a\\_b.json:2:1: no "}"',
  ]);
});

it('lets no name be a tag, a link, a mention, a line or the end of a block', () => {
  const hostile = '</details>\n# big\r\n```\n`@everyone` [x](javascript:1) <img src=x onerror=1>\u202E\u200B';
  const request = { scope_variables: {}, additional_variables: { [hostile]: hostile } };
  const text = behaviourMarkdown(
    {
      ...none,
      answer: 'different',
      reason: hostile,
      flips: [flip(hostile, [hostile, '`', ''])],
      flipped: 1,
      samples: 1,
      witness: { ...change, gained: [hostile], request },
      structure: {
        engines: [],
        memories: [{ change: 'added', id: hostile, name: hostile, fields: [hostile] }],
      },
    },
    hostile,
  );
  // What stands in code is taken out as Markdown takes it: a run of backticks closes with as many.
  const outside = text.replace(/```json\n[\s\S]*?\n```\n/g, '').replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');
  expect(outside).not.toMatch(/[<>](?!\/?(?:details|summary)>|!--|$)(?=img|script)|@|javascript|# big/);
  expect(outside.match(/<\/?\w+>/g)).toEqual(['<details>', '<summary>', '</summary>', '</details>']);
  expect(text).not.toMatch(/[\u202E\u200B\r]/);
  expect(text.split('\n').filter(line => /^\s*```/.test(line))).toEqual(['```json', '```']);
});

it('is as long as a comment may be, and says what it leaves out', () => {
  const flips = Array.from({ length: 200 }, (_, at) => flip('n'.repeat(5000), [`${at}`]));
  const memories = Array.from({ length: 5000 }, (_, at) => ({
    change: 'added' as const,
    id: `memory-${at}`,
    name: '',
    fields: [],
  }));
  const structure = { engines: [], memories };
  const text = behaviourMarkdown(
    { ...none, answer: 'different', flips, flipped: 900, samples: 900, structure },
    'main',
  );
  expect([text.length < 61_000, text.split('<details>').length, text.split('</details>').length]).toEqual([
    true,
    2,
    2,
  ]);
  expect(text).toMatch(/\n- and 700 more samples\n/);
  expect(text).toMatch(/\n\d+ more lines are left out\.\n/);
});
