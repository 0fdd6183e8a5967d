import { expect, it } from 'vitest';
import { splitSections, type TextFormat } from './split-sections.ts';

it.each([
  [
    'markdown',
    '## State\n\n- ## State\n\n## Working memory\n\nnote\n',
    [
      ['state', '## State\n\n- ## State\n'],
      ['working_memory', '## Working memory\n\nnote\n'],
    ],
  ],
  [
    'xml',
    '<context>\n  <state>\n    <item>a</item>\n  </state>\n  <section name="history" tokens="2">\n</context>',
    [
      [undefined, '<context>'],
      ['state', '  <state>\n    <item>a</item>\n  </state>'],
      ['history', '  <section name="history" tokens="2">\n</context>'],
    ],
  ],
  [
    'json',
    '{\n  "knowledge": [\n    { "content": "a" }\n  ]\n}',
    [
      [undefined, '{'],
      ['knowledge', '  "knowledge": [\n    { "content": "a" }\n  ]\n}'],
    ],
  ],
] as [TextFormat, string, unknown][])('cuts %s where a section begins', (format, text, expected) => {
  const parts = splitSections(text, format);
  expect(parts.map(part => [part.section, part.text])).toEqual(expected);
  expect(parts.map(part => part.text).join('\n')).toBe(text);
});
