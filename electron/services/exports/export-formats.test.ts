import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { exportAs } from './export-formats.ts';

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
