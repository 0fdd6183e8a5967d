import { describe, expect, it } from 'vitest';
import { type ToolChoice, toolChoices, toolSets } from '../../../shared/contract/tool-sets.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { sampled } from '../../../test/support/property-runs.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';
import { mcpServerFactory } from './create-mcp-server.ts';
import { portOfApp } from './port-of-app.ts';
import { listMcpTools } from './tools.ts';
import type { McpOptions } from './weft-port.ts';

type Chosen = Pick<McpOptions, 'access' | 'tools'>;

const allTools = listMcpTools({ access: 'write', tools: ['all'] }).map(({ tool }) => tool);

async function connect({ app }: AppHarness, chosen: Chosen) {
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const { dispatch } = await import('../../services/app/dispatch.ts');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const weft = portOfApp((caller, name, given) => dispatch(app, caller, name, given), app.events.subscribe);
  await mcpServerFactory({ weft, version: '1.2.3', ...chosen })().connect(far);
  await client.connect(near);
  return client;
}

/** Everything that an agent is told before it calls a tool, and by each prompt that it is offered. */
async function toldTo(harness: AppHarness, chosen: Chosen) {
  const client = await connect(harness, chosen);
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const asked = prompts.filter(({ name }) => name !== 'assembled_context');
  const texts = asked.map(async ({ name, arguments: wanted = [] }) => {
    const given = Object.fromEntries(wanted.map(({ name: key }) => [key, 'x']));
    return (await client.getPrompt({ name, arguments: given })).messages;
  });
  const told = {
    instructions: client.getInstructions() ?? '',
    prompts,
    texts: await Promise.all(texts),
    tools,
  };
  await client.close();
  return told;
}

/** Names of tools in a text, of all that there are. */
const namedIn = (told: unknown): string[] =>
  allTools.filter(name => new RegExp(`\\b${name}\\b`).test(JSON.stringify(told)));

/** One set, and two of them, for who may write and who may only read. */
const choices: Chosen[] = [
  ...toolChoices.map(choice => [choice]),
  ...toolSets.flatMap((one, at) => toolSets.slice(at + 1).map(other => [one, other])),
  ['default', 'rules'],
].flatMap(tools => (['write', 'read'] as const).map(access => ({ access, tools: tools as ToolChoice[] }))); // words of the list

describe('an agent is told of no tool that it is not offered', () => {
  it.each(
    sampled(choices, 16).map(chosen => [`${chosen.tools.join(',')} to ${chosen.access}`, chosen] as const),
  )('%s', async (_, chosen) => {
    const harness = startApp();
    await harness.openEmpty();
    const told = await toldTo(harness, chosen);
    const offered = told.tools.map(({ name }) => name);
    expect(namedIn(told).filter(name => !offered.includes(name))).toEqual([]);
    expect(told.instructions).toMatch(/^Weft keeps what agents of this project share\. /);
  });

  it('control: of those that it is offered it is told', async () => {
    const harness = startApp();
    await harness.openEmpty();
    const told = async (chosen: Chosen) => {
      const { instructions, prompts, texts } = await toldTo(harness, chosen);
      return { instructions, prompts: prompts.map(({ name }) => name), named: namedIn([prompts, texts]) };
    };
    expect(await told({ access: 'write', tools: ['default'] })).toEqual({
      instructions:
        'Weft keeps what agents of this project share. context_for_agent and twining_assemble say what to know before a task; ' +
        'twining_post and twining_decide leave what others should know; context_health follows how full the context is. ' +
        'Answers are texts; next goes on where one ended.',
      prompts: ['assembled_context', 'start', 'save', 'handoff'],
      named: ['context_get', 'context_health', 'handoff_save_package'],
    });
    expect(await told({ access: 'read', tools: ['ledger'] })).toEqual({
      instructions:
        'Weft keeps what agents of this project share. twining_assemble says what to know before a task. ' +
        'Answers are texts; next goes on where one ended.',
      prompts: ['assembled_context', 'start'],
      named: [],
    });
  });

  it('a prompt that needs a tool which is not offered is none', async () => {
    const harness = startApp();
    await harness.openEmpty();
    const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '1' });
    const weft = portOfApp(() => Promise.reject(new Error('nothing is asked')), harness.app.events.subscribe);
    await mcpServerFactory({ weft, version: '1', access: 'read', tools: ['default'] })().connect(far);
    await client.connect(near);
    const got = client.getPrompt({ name: 'save', arguments: { session: 's' } });
    await expect(got).rejects.toThrow('there is no prompt "save"');
    await client.close();
  });
});

it('a tool that is not offered says with which choice it is, where there is one', async () => {
  const harness = startApp();
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const weft = portOfApp(() => Promise.reject(new Error('nothing is asked')), harness.app.events.subscribe);
  await mcpServerFactory({ weft, version: '1', access: 'read', tools: ['rules'] })().connect(far);
  await client.connect(near);
  const refused = (name: string) => expect(client.callTool({ name, arguments: {} })).rejects;
  await refused('context_health').toThrow(
    'there is no tool "context_health" here; it is offered with --tools health, at /mcp with ?tools=health',
  );
  await refused('twining_post').toThrow(
    '--tools ledger, at /mcp with ?tools=ledger, and where Weft is not started to be read only',
  );
  await refused('nothing').toThrow('there is no tool "nothing"');
  await client.close();
});

it('no description names a clause of a specification', async () => {
  const harness = startApp();
  await harness.openEmpty();
  const { tools } = await toldTo(harness, { access: 'write', tools: ['all'] });
  expect(tools.filter(({ description = '' }) => /\([A-Z]\d*\)/.test(description))).toEqual([]);
});

it('resources say what they lack: in the list, in what is read, and beside what completes an address', async () => {
  const harness = startApp({ trustsAll: true });
  const folder = await harness.openEmpty();
  const client = await connect(harness, { access: 'read', tools: ['default'] });
  const uri = 'weft://problems';
  const read = async () => JSON.stringify(await client.readResource({ uri }));
  const isListed = async () => (await client.listResources()).resources.some(one => one.uri === uri);
  expect([await isListed(), await read()]).toEqual([false, expect.stringContaining('Nothing is left out')]);
  await writeTree(folder, {
    '.codebolt/context-rule-engines/broken.json': '{',
    '.codebolt/weft/samples/torn.json': '{',
  });
  await expect.poll(isListed).toBe(true);
  expect(await read()).toMatch(/broken\.json.*torn\.json/);
  const lacks = {
    'weft/warnings': [expect.stringMatching(/broken\.json/), expect.stringMatching(/torn\.json/)],
  };
  expect((await client.listResources())._meta).toMatchObject(lacks);
  const ref = { type: 'ref/resource', uri: 'weft://engines/{id}' } as const;
  const completed = await client.complete({ ref, argument: { name: 'id', value: '' } });
  expect(completed._meta).toMatchObject({ 'weft/warnings': [expect.stringMatching(/broken\.json/)] });
  await client.close();
});

it('what lists lack is told in the order of the lists, whichever is answered first', async () => {
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const late = Promise.withResolvers<void>();
  const weft = portOfApp(
    async (_caller, name) => {
      if (name === 'engines.list') await late.promise;
      if (name === 'samples.list') late.resolve();
      return { ok: true, value: {}, warnings: [name] };
    },
    () => () => {},
  );
  await mcpServerFactory({ weft, version: '1', access: 'read', tools: ['default'] })().connect(far);
  await client.connect(near);
  const { _meta } = await client.listResources();
  expect(_meta).toMatchObject({
    'weft/warnings': ['packages.list', 'engines.list', 'memories.list', 'samples.list'],
  });
  await client.close();
});

it('what a resource lacks is a text beside it', async () => {
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const weft = portOfApp(
    async () => ({ ok: true, value: { engine: { id: 'a' } }, warnings: ['one is torn', 'one is lost'] }),
    () => () => {},
  );
  await mcpServerFactory({ weft, version: '1', access: 'read', tools: ['default'] })().connect(far);
  await client.connect(near);
  for (const uri of ['weft://engines/a', 'weft://ledger/summary']) {
    const { contents, _meta } = await client.readResource({ uri });
    expect([contents, _meta]).toMatchObject([
      [{ mimeType: 'application/json' }, { uri, mimeType: 'text/plain', text: 'one is torn\none is lost\n' }],
      { 'weft/warnings': ['one is torn', 'one is lost'] },
    ]);
  }
  await client.close();
});

it('packages come a page at a time, each once, also when new ones come meanwhile', async () => {
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  const state = { newest: 250 };
  const packageOf = (id: number) => ({ id, summary: 's', producer_agent: 'p', superseded: id % 10 === 0 });
  const packages = () => Array.from({ length: state.newest }, (_, at) => packageOf(state.newest - at));
  const weft = portOfApp(
    async (_, name) => ({ ok: true, value: name === 'packages.list' ? { packages: packages() } : {} }),
    () => () => {},
  );
  await mcpServerFactory({ weft, version: '1', access: 'read', tools: ['default'] })().connect(far);
  await client.connect(near);
  const listed: string[] = [];
  let params: { cursor?: string } = {};
  for (let page = 0; page < 5; page += 1) {
    const { resources, nextCursor } = await client.request({ method: 'resources/list', params });
    listed.push(...resources.map(({ uri }) => uri));
    state.newest += 1;
    if (nextCursor === undefined) break;
    params = { cursor: nextCursor };
  }
  const wanted = Array.from({ length: 250 }, (_, at) => 250 - at).filter(id => id % 10 > 0);
  expect(listed).toEqual(['weft://ledger/summary', ...wanted.map(id => `weft://packages/${id}`)]);
  const astray = client.request({ method: 'resources/list', params: { cursor: 'x' } });
  await expect(astray).rejects.toThrow('the cursor names no package');
  const ref = { type: 'ref/resource', uri: 'weft://packages/{id}' } as const;
  const { completion } = await client.complete({ ref, argument: { name: 'id', value: '' } });
  expect([completion.values.length, completion.hasMore]).toEqual([100, true]);
  await client.close();
});

it.each([
  ['next', '1500'],
  ['next', -1],
  ['next', null],
  ['max_tokens', '3000'],
  ['max_tokens', 0],
  ['max_tokens', 2.5],
])('every reading tool refuses %s %j instead of answering as if it was not given', async (key, value) => {
  const harness = startApp({ trustsAll: true });
  await harness.openEmpty();
  const client = await connect(harness, { access: 'read', tools: ['all'] });
  const { tools } = await client.listTools();
  const silent: string[] = [];
  for (const { name } of tools) {
    const { isError, content } = await client.callTool({ name, arguments: { [key]: value } });
    if (isError !== true || !JSON.stringify(content).includes(key)) silent.push(name);
  }
  // It has the key itself, and takes 0.
  expect(silent.filter(name => name !== 'twining_assemble')).toEqual([]);
  expect(tools.length).toBeGreaterThan(20);
  await client.close();
});

it('a prompt says beside its text what its answer lacks', async () => {
  const harness = startApp({ trustsAll: true });
  const folder = await harness.openEmpty();
  const client = await connect(harness, { access: 'read', tools: ['default'] });
  const get = () =>
    client.getPrompt({ name: 'assembled_context', arguments: { request: '{"scope_variables":{}}' } });
  expect((await get()).messages).toHaveLength(1);
  await writeTree(folder, { '.codebolt/context-rule-engines/broken.json': '{' });
  await expect.poll(async () => JSON.stringify((await get()).messages.slice(1))).toContain('broken.json');
  await client.close();
});
