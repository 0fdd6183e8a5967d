import { expect, it } from 'vitest';
import { toolChoices, toolTokens } from '../../../shared/contract/tool-sets.ts';
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

it.each(toolChoices)('the set %s is short as well', async choice => {
  const count = await loadCounter('o200k_base');
  const tokens = count(JSON.stringify({ tools: toolsOf(choice) }));
  expect(tokens).toBeLessThanOrEqual(choice === 'all' ? 8000 : 6000);
});

it('describes every parameter in a phrase, and nothing twice', () => {
  for (const { name, description, inputSchema } of toolsOf('all')) {
    expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
    for (const [key, schema] of Object.entries(inputSchema.properties ?? {}))
      expect([name, key, schema]).toEqual([
        name,
        key,
        expect.objectContaining({ description: expect.stringMatching(/./) }),
      ]);
    expect(JSON.stringify(inputSchema)).not.toMatch(/\$ref|\$defs/);
  }
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
