import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { type Chunk, chunkMarkdown, chunkPlainText, cutPlainText, markdownTitle } from './chunk-markdown.ts';

const bodyOf = ({ title, content }: Chunk): string => content.slice(`${title}\n\n`.length);
const chunksOf = (text: string) => chunkMarkdown(text, 'file').map(chunk => [chunk.title, bodyOf(chunk)]);

describe('chunkMarkdown', () => {
  it('cuts at headings and names each piece by the headings above it', () => {
    const long = 'word '.repeat(150).trim();
    const text = `Before.\n\n# Guide #\n\nIntro.\n\n## Deploy\n${long}\n\n### Roll back\n\nSecond.\n\n## Operate\n\n${long}\n`;
    expect(chunksOf(text)).toEqual([
      ['file', 'Before.'],
      ['Guide', `Intro.\n\nDeploy\n\n${long}`],
      ['Guide', `Deploy\n\nRoll back\n\nSecond.\n\nOperate\n\n${long}`],
    ]);
  });

  it('joins short sections under the headings they share, and never across outermost ones', () => {
    const text = '# A\n\n## B\n\n### C\n\nOne.\n\n### D\n\nTwo.\n\n# E\n\nThree.';
    expect(chunksOf(text)).toEqual([
      ['A > B', 'C\n\nOne.\n\nD\n\nTwo.'],
      ['E', 'Three.'],
    ]);
  });

  it('says what a piece is about before its text', () => {
    expect(chunkMarkdown('# A\n\n## B\n\nText.', 'file')[0]?.content).toBe('A > B\n\nText.');
  });

  it('sees neither headings nor ends of blocks in fenced code', () => {
    const fence = '```md\n# No heading\n\n\n~~~\n```';
    const open = '~~~~\n# Neither here\n\n~~~';
    expect(chunksOf(`# A\n\n${fence}\n\n# B\n\n${open}`)).toEqual([
      ['A', fence],
      ['B', open],
    ]);
  });

  it('packs paragraphs up to the target and keeps long code whole', () => {
    const paragraph = `${'word '.repeat(100).trim()}.`;
    const code = `\`\`\`\n${'line of code;\n'.repeat(200)}\`\`\``;
    const bodies = chunkMarkdown(`# A\n\n${Array(6).fill(paragraph).join('\n\n')}\n\n${code}`, 'file').map(
      bodyOf,
    );
    expect(bodies.map(body => body.length)).toEqual([1002, 1002, 1002, code.length]);
    expect(bodies[3]).toBe(code);
  });

  it('loses no word of a text without any break, and cuts no character in two', () => {
    const text = '😀'.repeat(5000);
    const bodies = chunkMarkdown(text, 'file').map(bodyOf);
    expect(bodies.join('')).toBe(text);
    expect(bodies.every(body => !/\p{Surrogate}/u.test(body) && body.length <= 1800)).toBe(true);
  });

  it('cuts a long paragraph at sentences', () => {
    const sentence = 'This is a sentence of some words that says very little. ';
    const bodies = chunkMarkdown(sentence.repeat(80).trim(), 'file').map(bodyOf);
    expect(bodies.every(body => body.endsWith('.'))).toBe(true);
    expect(bodies.join(' ').replaceAll(/\s+/g, ' ')).toBe(sentence.repeat(80).trim());
  });

  it.each(['', '\n\n'])('finds nothing to keep in %j', text => {
    expect(chunksOf(text)).toEqual([]);
  });

  it.each([
    ['# Holds lapse\n', ['Holds lapse']],
    [
      '# Decided\n## We use SQLite\n## We ship on Fridays\n# Open\n\nNothing.',
      ['Decided\n\nWe use SQLite\n\nWe ship on Fridays', 'Open\n\nNothing.'],
    ],
    ['# A\n\n## B\n\nText.\n\n### C', ['A > B\n\nText.\n\nC']],
  ])('keeps headings with nothing below them: %j', (text, contents) => {
    expect(chunkMarkdown(text, text.split('\n')[0]?.slice(2) ?? '').map(({ content }) => content)).toEqual(
      contents,
    );
  });

  it.each([
    ['```ts', '```', '```'],
    ['~~~~', '~~~~', '~~~~'],
    // One that never ends is closed where it is cut.
    ['```', '', '```'],
  ])('cuts code that is too long between lines, each piece fenced by %s', (head, end, close) => {
    const lines = Array.from({ length: 600 }, (_, at) => `const line${at} = ${at};`);
    const bodies = chunkMarkdown([head, ...lines, end].join('\n'), 'file').map(bodyOf);
    expect(bodies.length).toBeGreaterThan(5);
    expect(bodies.every(body => body.length <= 1900)).toBe(true);
    expect(bodies.map(body => [body.split('\n')[0], body.split('\n').at(-1)])).toEqual(
      bodies.map(() => [head, close]),
    );
    expect(bodies.flatMap(body => body.split('\n').slice(1, -1))).toEqual(lines);
  });

  it('cuts a table that is too long between rows, each piece with its head', () => {
    const rows = Array.from({ length: 200 }, (_, at) => `| row ${at} | value of row ${at} |`);
    const head = ['| name | value |', '|:---|---:|'];
    const bodies = chunkMarkdown([...head, ...rows].join('\n'), 'file').map(bodyOf);
    expect(bodies.length).toBeGreaterThan(3);
    expect(bodies.map(body => body.split('\n').slice(0, 2))).toEqual(bodies.map(() => head));
    expect(bodies.flatMap(body => body.split('\n').slice(2))).toEqual(rows);
  });
});

it('takes plain text as it is, signs of Markdown included', () => {
  expect(chunkPlainText('# no heading\r\n\r\ntext', 'notes')).toEqual([
    { title: 'notes', content: 'notes\n\n# no heading\r\n\r\ntext' },
  ]);
});

it('pieces of plain text stand in it as they are, one after the other, with nothing but white space between', () => {
  fc.assert(
    fc.property(anyText, text => {
      let rest = text;
      for (const piece of cutPlainText(text)) {
        const at = rest.indexOf(piece);
        expect([at >= 0, rest.slice(0, at).trim()]).toEqual([true, '']);
        rest = rest.slice(at + piece.length);
      }
      expect(rest.trim()).toBe('');
    }),
  );
});

it.each([
  ['## Two\n\n# One\n', 'One'],
  ['```\n# code\n```\n', undefined],
  ['#nothing\n#\n', undefined],
])('reads the title of %j as %s', (text, title) => {
  expect(markdownTitle(text)).toBe(title);
});
