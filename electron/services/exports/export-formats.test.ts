import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeInvisibleLine } from '../../../shared/model/escape-invisible.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { csvTable, exportAs } from './export-formats.ts';

const engine: ContextRuleEngine = {
  id: 'release-rules',
  name: 'Release rules',
  description: 'What <b>release</b> work needs.',
  enabled: true,
  rules: [
    {
      id: 'on-release',
      name: 'On release | branches',
      priority: 10,
      tags: ['release'],
      when: [
        { field: 'addVar.branch', operator: 'starts_with', value: 'release/' },
        { field: 'agent.agent_type', operator: 'in', value: ['developer', 'qa'] },
      ],
      then: { add_memories: ['changelog'] },
    },
    {
      id: 'formula',
      name: '=HYPERLINK("x")',
      enabled: false,
      when: [{ field: 'addVar.ticket', operator: 'exists' }],
      then: { add_memories: ['changelog', 'tickets'] },
    },
  ],
};
const labels = new Map([['changelog', 'Changelog']]);

it('writes rules as sentences, and the memories they add, as Markdown', () => {
  expect(atOnce(exportAs('markdown', { engines: [engine], memories: [] }, labels))).toEqual({
    filename: 'release-rules.md',
    text: `# Release rules

What \\<b\\>release\\</b\\> work needs.

Engine \`release-rules\`, 2 rules.

## On release \\| branches

When branch starts with release/ and agent type is one of developer, qa, add changelog.

\`on-release\`, priority 10, #release

## =HYPERLINK("x")

When ticket exists, add changelog and tickets.

\`formula\`, priority 0, muted

## Memories

| Memory | Label | Rules |
| --- | --- | ---: |
| \`changelog\` | Changelog | 2 |
| \`tickets\` |  | 1 |
`,
  });
});

it('writes rules by fields as CSV that no spreadsheet runs', () => {
  const lines = [
    'engine,rule,name,enabled,priority,tags,addVar.branch,agent.agent_type,addVar.ticket,add_memories',
    'release-rules,on-release,On release | branches,true,10,release,"starts with ""release/""","is one of [""developer"",""qa""]",,changelog',
    `release-rules,formula,"'=HYPERLINK(""x"")",false,0,,,,exists,changelog tickets`,
  ];
  expect(atOnce(exportAs('csv', { engines: [engine], memories: [] }, labels))).toEqual({
    filename: 'release-rules.csv',
    text: lines.map(line => `${line}\r\n`).join(''),
  });
});

it('writes several engines as one bundle', () => {
  const { filename, text } = atOnce(
    exportAs('json', { engines: [engine, { ...engine, id: 'other' }], memories: [] }, labels),
  );
  expect([filename, JSON.parse(text).engines.length]).toEqual(['rule-engines.json', 2]);
});

it.each(['sdk', 'rest'] as const)('writes %s calls that hold the whole engine', format => {
  const { text } = atOnce(exportAs(format, { engines: [engine], memories: [] }, labels));
  const json =
    format === 'sdk' ? /create\((\{.*\})\);/s.exec(text)?.[1] : /<<'JSON'\n(.*)\nJSON\n/s.exec(text)?.[1];
  expect(JSON.parse(json ?? '')).toEqual(engine);
});

/** A reader as RFC 4180 has it, or one that splits at what its country uses. It knows nothing of how rows are written. */
function readCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]];
  let rest = text;
  while (rest !== '') {
    const [quoted = '', inside = ''] = /^"((?:[^"]|"")*)"?/.exec(rest) ?? [];
    const [bare = ''] = new RegExp(`^[^${separator}\\r\\n]*`).exec(rest.slice(quoted.length)) ?? [];
    rows.at(-1)?.push(inside.replaceAll('""', '"') + bare);
    rest = rest.slice(quoted.length + bare.length);
    const [end = ''] = /^(?:\r?\n|\r|[\s\S])/.exec(rest) ?? [];
    rest = rest.slice(end.length);
    if (/^[\r\n]/.test(end) && rest !== '') rows.push([]);
  }
  return rows;
}

/** What Excel, Calc and Sheets begin a formula with, after all that any of them passes over; a number is none. */
function evaluates(cell: string): boolean {
  const [first = ''] = cell.replace(/^[\s\p{Z}\p{C}\u2800"]+/u, '').normalize('NFKC');
  return '=+-@−'.includes(first) && first !== '' && !/^[\s"]*[+-]?\d+(?:\.\d+)?(?:[\s\]}",;|]|$)/.test(cell);
}

const separators = [',', ';', '|', '\t'];
const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹣', '−', '⁼', '₊'];
const hold = [
  '',
  ' ',
  '\n',
  '\t',
  '\r',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u202e',
  '\0',
  '"',
  ' \t\n',
  '\u2800',
];
const attacks = starts.flatMap(sign =>
  hold.flatMap(before =>
    ['', 'x;', 'x,', 'x\t', 'x|', 'x\n', '"x"";"'].map(cell => `${cell}${before}${sign}cmd|'/c calc'!A1`),
  ),
);

it(`lets none of ${attacks.length} formulas through, wherever a reader splits`, () => {
  const text = csvTable(attacks.map(attack => ['rule', attack, -5, true]));
  for (const separator of separators) expect(readCsv(text, separator).flat().filter(evaluates)).toEqual([]);
  const raw = attacks.map(attack => `rule,"${attack.replaceAll('"', '""')}",-5,true\r\n`).join('');
  // Written as they are, nearly all are formulas for some reader.
  expect(separators.flatMap(one => readCsv(raw, one).flat()).filter(evaluates).length).toBeGreaterThan(
    attacks.length,
  );
});

it('gives a parser every cell back, apart from the apostrophes', () => {
  const piece = fc.oneof(fc.constantFrom(...starts, ...hold, ',', ';', '"', "'", '5', 'a'), fc.string());
  const text = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''));
  const row = fc.array(fc.oneof(text, fc.integer(), fc.boolean()), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), rows => {
      const written = csvTable(rows);
      const plain = (cell: string): string => cell.replaceAll("'", '');
      expect(readCsv(written).map(cells => cells.map(plain))).toEqual(
        rows.map(cells => cells.map(cell => plain(escapeInvisibleLine(String(cell))))),
      );
      for (const separator of separators)
        expect(readCsv(written, separator).flat().filter(evaluates)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ['-5', "'-5"],
  [-5, '-5'],
  [1e21, '1e+21'],
  ['is one of [1,-5]', '"is one of [1,-5]"'],
  ['a-b = c', 'a-b = c'],
  ['=1', "'=1"],
  [' =1', `" '=1"`],
  ['a;=1', `"a;'=1"`],
  ['\n=1', '[U+000A]=1'],
])('writes %j as %s', (cell, written) => {
  expect(csvTable([[cell]])).toBe(`${written}\r\n`);
});

it('leaves it to the client which server is asked, and what an empty variable means', () => {
  const { text } = atOnce(exportAs('sdk', { engines: [engine], memories: [] }, labels));
  expect([text.includes('createClient();'), text.includes('process.env')]).toEqual([true, false]);
});
