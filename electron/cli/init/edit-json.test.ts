import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { assert } from '../../../shared/contract/errors.ts';
import type { AgentName } from '../../../shared/model/coding-agents.ts';
import { listOf } from '../../../shared/shapes/fields.ts';
import type { SettingsEntry } from '../../host/agents/coding-agent.ts';
import { agentOf } from '../../host/agents/coding-agents.ts';
import { startsWeft, withEntries, withoutEntries } from './edit-json.ts';

const server = { command: '/n/node', args: ['/w/cli.js', 'mcp'] };
const hook = {
  hooks: [{ type: 'command', command: '/n/node', args: ['/w/cli.js', 'hook', '--agent', 'x'] }],
};
const entries: readonly SettingsEntry[] = [
  { at: ['mcpServers', 'weft'], value: server },
  { at: ['hooks', 'Stop'], value: hook, isElement: true },
];
/** The first hook of an agent as `weft init` writes it, and the entry that it is in, for a Weft of a folder. */
function hookOf(agent: AgentName, folder: string) {
  const edits = agentOf(agent).setUp({
    scope: 'project',
    platform: 'linux',
    weft: { program: '/n/node', values: [`${folder}/cli.js`], env: {} },
    folderOf: (_, usual) => usual,
    isThere: () => false,
  });
  const own = edits.flatMap(edit => (edit.kind === 'json' ? edit.entries : []));
  const entry = own.find(({ at }) => at[0] === 'hooks');
  assert(entry !== undefined, 'an agent with hooks');
  return { entry, weft: listOf(entry.value, 'hooks')[0] };
}
const file = 'settings.json';
const add = (text: string) => withEntries({ file, text }, entries);
const take = (text: string) => withoutEntries({ file, text }, entries);

describe('settings as text', () => {
  it('come to be where there are none', () => {
    expect(add('')).toBe(
      `${JSON.stringify({ mcpServers: { weft: server }, hooks: { Stop: [hook] } }, null, 2)}\n`,
    );
  });

  it('keep comments, order, line ends, tabs and a comma before a bracket', () => {
    const text =
      '// head\r\n{\r\n\t"a": 1, // one\r\n\t/* two */ "mcpServers": {\r\n\t\t"other": {}, // last\r\n\t},\r\n\t"z": [1], // end\r\n}\r\n';
    const edited = add(text);
    expect(
      edited.startsWith(
        '// head\r\n{\r\n\t"a": 1, // one\r\n\t/* two */ "mcpServers": {\r\n\t\t"other": {}, // last\r\n\t\t"weft": {\r\n\t\t\t"command"',
      ),
    ).toBe(true);
    expect(edited).toContain('\t"z": [1], // end\r\n\t"hooks": {\r\n');
    expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
    expect(parse(edited)).toEqual({
      a: 1,
      mcpServers: { other: {}, weft: server },
      z: [1],
      hooks: { Stop: [hook] },
    });
    expect(add(edited)).toBe(edited);
  });

  it('stay on one line where they are on one', () => {
    expect(withEntries({ file, text: '{"a":1}' }, [{ at: ['b'], value: [2] }])).toBe('{"a":1, "b": [2]}');
  });

  it('have an earlier Weft replaced, and nobody else', () => {
    const old = { hooks: [{ type: 'command', command: 'weft hook --agent x' }] };
    const other = { hooks: [{ type: 'command', command: 'notify' }] };
    const edited = add(JSON.stringify({ hooks: { Stop: [other, old] } }, null, 4));
    expect(parse(edited).hooks.Stop).toEqual([other, hook]);
    expect(() => add('{"mcpServers": {"weft": {"command": "loom"}}}')).toThrow(
      'settings.json:1:25: "mcpServers.weft" is there already and is none of Weft; rename it',
    );
  });

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'settings.json:3:3: comma expected'],
    ['{"hooks": []}', 'settings.json:1:11: "hooks" is not an object'],
    ['{"hooks": {"Stop": {}}}', 'settings.json:1:20: "hooks.Stop" is not a list'],
    ['[1]', 'settings.json:1:1: "the file" is not an object'],
    ['// nothing', 'settings.json:1:11: value expected'],
  ])('are refused with their place: %j', (text, message) => {
    expect(() => add(text)).toThrow(message);
  });

  it('lose the entries again, and what held nothing else', () => {
    const text = '{\n  // mine\n  "a": { "b": [] }\n}\n';
    expect(parse(take(add(text)))).toEqual({ a: { b: [] } });
    expect(take(add(text))).toContain('// mine');
    expect(take(add(''))).toBe('');
    const mine = JSON.stringify({ hooks: { Stop: [{ hooks: [] }, hook] } });
    expect(parse(take(mine))).toEqual({ hooks: { Stop: [{ hooks: [] }] } });
  });

  it.each(['claude-code', 'codex', 'gemini'] as const)(
    'keep hooks of the user in the group of Weft, as %s has them',
    agent => {
      const { entry, weft } = hookOf(agent, '/w');
      const earlier = hookOf(agent, '/old').weft;
      const mine = { type: 'command', command: 'notify-send done' };
      const group = (...hooks: readonly unknown[]) => ({ matcher: '*', hooks });
      const settings = (...groups: readonly object[]) =>
        JSON.stringify({ hooks: { [entry.at[1] ?? '']: groups } }, null, 2);
      const added = (text: string) => withEntries({ file, text }, [entry]);
      const taken = (text: string) => withoutEntries({ file, text }, [entry]);
      const both = settings(group(weft, mine));
      expect(added(both)).toBe(both);
      expect(added(settings(group(mine, earlier)))).toBe(settings(group(mine, weft)));
      expect(taken(both)).toBe(settings(group(mine)));
      const more = settings(group(mine, earlier), { hooks: [weft, earlier] });
      expect(parse(taken(more))).toEqual(parse(settings(group(mine))));
      expect(taken(settings(group(mine)))).toBe(settings(group(mine)));
    },
  );

  it.each([
    ['[W, // mine\n// next\n1]', '[// mine\n// next\n1]'],
    ['[W /* one */ , /* two */ 1]', '[/* one */ /* two */ 1]'],
    ['[1, // one\n  W]', '[1 // one\n  ]'],
    ['[1, W /* two */, ]', '[1, /* two */ ]'],
    ['[1, // one\n  W, // two\n]', '[1, // one\n  // two\n]'],
    ['[1,\n  W\n]', '[1\n]'],
    ['[1, W]', '[1]'],
  ])('lose an entry and no comment beside it: %s', (before, after) => {
    const text = (list: string) => `{"hooks": {"Stop": ${list.replace('W', JSON.stringify(hook))}}}`;
    expect(take(text(before))).toBe(text(after));
    expect(parse(take(text(before)))).toEqual({ hooks: { Stop: [1] } });
  });

  it('hold whatever else they held, in whichever way they are written', () => {
    const text = fc.tuple(
      fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { maxKeys: 5 }),
      fc.constantFrom(undefined, 2, 4, '\t'),
      fc.boolean(),
    );
    fc.assert(
      fc.property(text, ([value, indent, isWindows]) => {
        const { mcpServers: _, hooks: __, ...rest } = value;
        const written = JSON.stringify(rest, null, indent);
        const edited = add(isWindows ? written.replaceAll('\n', '\r\n') : written);
        expect(parse(edited)).toEqual({ ...rest, mcpServers: { weft: server }, hooks: { Stop: [hook] } });
        expect(add(edited)).toBe(edited);
      }),
      { numRuns: 100 },
    );
  });
});

it('knows a Weft by what it is started with', () => {
  const started = [
    'weft mcp',
    '"C:\\a b\\node.exe" "C:\\w\\dist\\cli.js" hook --agent codex',
    '& "C:\\a b\\node.exe" C:\\w\\cli.js hook --agent gemini',
    "'/a b/cli.js' mcp",
  ];
  expect(started.map(command => startsWeft({ command }))).toEqual([true, true, true, true]);
  expect(
    ['loom mcp', 'weft', 'weft-like mcp', 'run-weft hook'].map(command => startsWeft({ command })),
  ).toEqual([false, false, false, false]);
});
