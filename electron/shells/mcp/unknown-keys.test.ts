import { expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/model/json.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { mcpServerFactory } from './create-mcp-server.ts';
import { portOfApp } from './port-of-app.ts';
import { listMcpTools } from './tools.ts';

const all = { access: 'write', tools: ['all'] } as const;

async function connect({ app }: AppHarness) {
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const { dispatch } = await import('../../services/app/dispatch.ts');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const weft = portOfApp((caller, name, given) => dispatch(app, caller, name, given), app.events.subscribe);
  await mcpServerFactory({ weft, version: '1.2.3', ...all })().connect(far);
  await client.connect(near);
  return client;
}

/** What a tool cannot do without, so that nothing else is complained of. */
const needed: Readonly<Record<string, JsonObject>> = {
  rule_create: { name: 'N', rules: [] },
  rule_update: { id: 'e' },
  context_why: { memory_id: 'm' },
  error_pattern_match: { error_type: 'TypeError', message: 'x' },
};

const trials = listMcpTools(all).flatMap(({ tool, ways }) =>
  ways.map(({ given, body, procedure }) => ({
    tool,
    access: procedure.access,
    arguments: {
      ...(given !== undefined && { [given]: 'x' }),
      ...(body === 'request' && { scope_variables: {} }),
      ...needed[tool],
    },
  })),
);

async function agent() {
  const harness = startApp();
  await harness.openEmpty();
  const client = await connect(harness);
  const call = async (name: string, given: JsonObject) =>
    JSON.stringify((await client.callTool({ name, arguments: given })).content);
  await call('rule_create', { id: 'e', name: 'E', rules: [] });
  return { harness, call };
}

it('a key that a tool does not know is named in its answer: refused, warned of, or written', async () => {
  const { call } = await agent();
  const silent: string[] = [];
  for (const trial of trials) {
    expect(await call(trial.tool, trial.arguments), 'control').not.toContain('unheard_of');
    const said = await call(trial.tool, { ...trial.arguments, unheard_of: 1 });
    if (!said.includes('unheard_of')) silent.push(trial.tool);
  }
  expect([silent, trials.length > 40]).toEqual([[], true]);
});

it('what names a page is refused where there are none, and written nowhere', async () => {
  const { harness, call } = await agent();
  for (const { tool, arguments: given } of trials.filter(({ access }) => access === 'write'))
    expect([tool, await call(tool, { ...given, next: 0 })]).toEqual([
      tool,
      expect.stringContaining('next is not known here'),
    ]);
  const refused = await call('rule_update', { id: 'e', max_tokens: 100 });
  const { engine } = await harness.call('engines.get', { id: 'e' });
  expect([refused, engine]).toEqual([
    expect.stringContaining('max_tokens is not known here'),
    { id: 'e', name: 'E', description: '', enabled: true, rules: [] },
  ]);
});
