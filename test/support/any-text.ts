import fc from 'fast-check';

const pieces = [
  'Evan: ',
  '[8 May] Ann: hi',
  'This is it.',
  '# A heading',
  '## Another #',
  '```ts',
  '```',
  '~~~',
  '- a point',
  '| a | b |',
  '---',
  '    indented',
  '<item id="x">',
  'word '.repeat(60),
  '\u{1f600}',
];
const spaces = [
  '',
  ' ',
  '  ',
  '\t',
  '\n',
  '\n\n',
  '\n\n\n',
  '\r\n',
  '\r\n\r\n',
  ' \n',
  '\t\n ',
  '\u00a0',
  '\u3000',
  '\f',
];

/** Texts with odd white space within and at both ends, headings, fences and what looks like turns of a talk. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...spaces), fc.constantFrom(...pieces), fc.constantFrom(...spaces)), {
    minLength: 1,
    maxLength: 12,
  })
  .map(parts => parts.flat().join(''));
