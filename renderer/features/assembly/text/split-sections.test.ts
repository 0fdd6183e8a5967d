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
    '<context>\n  <section name="state" title="State">\n    <item>&lt;section name="history"</item>\n  </section>\n  <section name="history" title="History">\n</context>',
    [
      [undefined, '<context>'],
      [
        'state',
        '  <section name="state" title="State">\n    <item>&lt;section name="history"</item>\n  </section>',
      ],
      ['history', '  <section name="history" title="History">\n</context>'],
    ],
  ],
  [
    'json',
    '[\n  {\n    "section": "knowledge",\n    "items": []\n  }\n]\n',
    [
      [undefined, '[\n  {'],
      ['knowledge', '    "section": "knowledge",\n    "items": []\n  }\n]\n'],
    ],
  ],
] as [TextFormat, string, unknown][])('cuts %s where a section begins', (format, text, expected) => {
  const parts = splitSections(text, format);
  expect(parts.map(part => [part.section, part.text])).toEqual(expected);
  expect(parts.map(part => part.text).join('\n')).toBe(text);
});
