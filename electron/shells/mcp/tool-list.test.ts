import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolChoices, toolTokens } from '../../../shared/contract/tool-sets.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { loadCounter } from '../../platform/count-exact.ts';
import { describeTools } from './tools.ts';

const toolsOf = (choice: (typeof toolChoices)[number]) => describeTools({ access: 'write', tools: [choice] });

it('offers at most 16 tools that nobody chose, in at most 6,000 tokens', async () => {
  const count = await loadCounter('o200k_base');
  const tools = toolsOf('default');
  expect(tools.map(({ name }) => name)).toEqual([
    'context_for_agent',
    'context_get',
    'context_health',
    'context_health_acknowledge',
    'context_health_gate',
    'context_health_report',
    'context_saved_state',
    'error_pattern_match',
    'handoff_save_package',
    'twining_assemble',
    'twining_confirm',
    'twining_decide',
    'twining_get',
    'twining_list',
    'twining_post',
    'twining_search',
  ]);
  expect(count(JSON.stringify({ tools }))).toBeLessThanOrEqual(6000);
});

it('has the tools that nobody chose in the readme, and others behind the option that offers them', async () => {
  const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const [, said = ''] = readme.split('## Agents (MCP)');
  const [usual = '', others = ''] = said.split('With `--tools all`');
  const named = (text: string, names: readonly string[]) =>
    [...text.matchAll(/`([a-z]+_[a-z_]*\*?)`/g)].map(([, pattern = '']) =>
      names.filter(name =>
        pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
      ),
    );
  const [offered, all] = [toolsOf('default'), toolsOf('all')].map(tools => tools.map(({ name }) => name));
  expect(new Set(named(usual, offered ?? []).flat())).toEqual(new Set(offered));
  const sentence = others.split('. ')[0] ?? '';
  const more = named(sentence, all ?? []);
  expect(more.filter(names => names.length === 0 || names.some(name => offered?.includes(name)))).toEqual([]);
  expect([toolTokens.default.tools, toolTokens.all.tools].map(count => said.includes(String(count)))).toEqual(
    [true, true],
  );
});

it.each(toolChoices)('the set %s is short as well', async choice => {
  const count = await loadCounter('o200k_base');
  const tokens = count(JSON.stringify({ tools: toolsOf(choice) }));
  expect(tokens).toBeLessThanOrEqual(6000);
});

/** Tools and parameters without a phrase that says what they are, and what is said by reference. */
function undescribed(tools: ReturnType<typeof describeTools>): string[] {
  return tools.flatMap(({ name, description = '', inputSchema }) => [
    ...(/^[A-Z].*\.$/.test(description) ? [] : [name]),
    ...(/\$ref|\$defs/.test(JSON.stringify(inputSchema)) ? [`${name}: a reference`] : []),
    ...Object.entries(inputSchema.properties ?? {}).flatMap(([key, schema]) => {
      const phrase = isJsonObject(schema) ? schema.description : undefined;
      return typeof phrase === 'string' && /\w{2}/.test(phrase) ? [] : [`${name}.${key}`];
    }),
  ]);
}

it.each(toolChoices.flatMap(choice => [[choice, 'write'] as const, [choice, 'read'] as const]))(
  'describes every parameter of the set %s for who may %s in a phrase, and nothing twice',
  (choice, access) => {
    expect(undescribed(describeTools({ access, tools: [choice] }))).toEqual([]);
  },
);

it('control: what has no phrase is found', () => {
  const [tool] = toolsOf('default');
  const properties = { a: { type: 'string' }, b: { description: '' }, c: { description: 'is said' } };
  const bad = { ...tool, name: 't', inputSchema: { type: 'object' as const, properties } };
  expect(undescribed([bad, { ...bad, name: 'u', description: 'no sentence' }])).toEqual([
    't.a',
    't.b',
    'u',
    'u.a',
    'u.b',
  ]);
});

it.each(['default', 'all'] as const)(
  'what is said of the tokens of the set %s is so, to a tenth',
  async choice => {
    const count = await loadCounter('o200k_base');
    const tools = toolsOf(choice);
    const tokens = count(JSON.stringify({ tools }));
    const said = toolTokens[choice];
    expect([tools.length, Math.abs(said.tokens / tokens - 1) < 0.1], `${tokens} tokens`).toEqual([
      said.tools,
      true,
    ]);
  },
);
