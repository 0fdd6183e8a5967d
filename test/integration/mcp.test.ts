import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { patience } from '../../electron/host/running-weft.ts';
import { callEveryTool, toolsWithCalls } from '../support/mcp-tool-calls.ts';
import { isLong } from '../support/property-runs.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { repository, startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const state = { home: '', project: '', origin: '', token: '' };
const running: { server?: ChildProcess; client?: Promise<Client> } = {};
const command = join(repository, 'dist/cli.js');
const place = () => ({ cwd: state.home, userDataDir: join(state.home, 'user-data') });
const environment = () => ({ ...process.env, WEFT_USER_DATA: place().userDataDir }) as Record<string, string>; // no value is undefined

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-mcp-'));
  state.project = join(state.home, 'agent-team');
  const stdin = JSON.stringify({ path: state.project });
  await runWeftHere(['call', 'project.createSample', '-'], { ...place(), stdin });
});

afterAll(async () => {
  await (await running.client)?.close();
  await stopServer();
  await removeFolder(state.home);
});

async function startServer(...more: string[]): Promise<void> {
  const server = startWeft(['serve', '--json', '--port', '0', '--project', state.project, ...more], place());
  running.server = server;
  const [line] = await waitForOutput(server, /^\{.*\}\n/);
  Object.assign(state, JSON.parse(line) as { origin: string; token: string });
}

async function stopServer(): Promise<void> {
  const { server } = running;
  if (server === undefined || server.exitCode !== null) return;
  const ended = once(server, 'close');
  server.kill('SIGTERM');
  await ended;
}

type Era = 'legacy' | 'auto';

async function connect(...how: Parameters<typeof open>): Promise<Client> {
  const client = await open(...how);
  onTestFinished(() => client.close());
  return client;
}

async function open(door: 'stdio' | 'http', era: Era = 'legacy', values: string[] = []): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const headers = { authorization: `Bearer ${state.token}` };
  const transport =
    door === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${state.origin}/mcp?tools=all`), {
          requestInit: { headers },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [command, 'mcp', '--tools', 'all', '--project', state.project, ...values],
          env: environment(),
          stderr: 'ignore',
        });
  await client.connect(transport);
  return client;
}

/** One for all that leaves nothing behind. */
function connected(): Promise<Client> {
  running.client ??= open('stdio');
  return running.client;
}

describe('a client of the protocol', () => {
  it.each([
    ['http', 'auto'],
    ...(isLong
      ? ([
          ['stdio', 'legacy'],
          ['stdio', 'auto'],
          ['http', 'legacy'],
        ] as const)
      : []),
  ] as const)('lists and calls every tool over %s (%s)', async (door, era) => {
    if (door === 'http') await startServer();
    const client = await connect(door, era);
    const { listed, failed, answers } = await callEveryTool(client);
    expect({ failed, unknown: listed.filter(name => !toolsWithCalls.includes(name)) }).toEqual({
      failed: [],
      unknown: [],
    });
    expect(answers).toMatchObject({
      rule_get: { engine: { id: 'made-by-agent', rules: [{ then: { add_memories: ['glossary'] } }] } },
      rule_update: { engine: { name: 'Changed' } },
      rule_evaluate: { engineResults: [{ engine_id: 'made-by-agent' }] },
    });
    await stopServer();
  });

  it('reads resources and gets the prompt, with what completes them', async () => {
    const client = await connected();
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const uri = 'weft://engines/planning-rules';
    const { contents } = await client.readResource({ uri });
    const ref = { type: 'ref/resource', uri: 'weft://engines/{id}' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: 'pl' } });
    const { messages } = await client.getPrompt({
      name: 'assembled_context',
      arguments: { sample: 'planning-qa', format: 'xml' },
    });
    expect(resources.map(resource => resource.uri)).toEqual(
      expect.arrayContaining([uri, 'weft://memories/glossary', 'weft://samples/planning-qa']),
    );
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'weft://engines/{id}',
      'weft://memories/{id}',
      'weft://samples/{id}',
      'weft://packages/{id}',
    ]);
    const [content] = contents;
    const text = content !== undefined && 'text' in content ? content.text : '';
    expect(JSON.parse(text)).toMatchObject({ id: 'planning-rules', rules: expect.any(Array) });
    expect(completion.values).toEqual(['planning-rules']);
    expect(messages).toMatchObject([{ role: 'user', content: { type: 'text', text: /^<context/ } }]);
  });

  it('begins, saves and hands over a session by prompts, and reads packages and the summary of the ledger', async () => {
    const client = await connected();
    await client.callTool({
      name: 'handoff_save_package',
      arguments: {
        session_id: 's',
        package_type: 'research',
        file_path: 'a.md',
        producer_agent: 'p',
        priority: 'high',
        summary: 'The cache leaks',
      },
    });
    await client.callTool({
      name: 'twining_post',
      arguments: { entry_type: 'warning', summary: 'Slow build' },
    });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['assembled_context', 'start', 'save', 'handoff']);
    const textOf = async (name: string, given: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      const [message] = messages;
      return message?.content.type === 'text' ? message.content.text : '';
    };
    expect(await textOf('start', { task: 'Mend it' })).toMatch(/^The task: Mend it[\s\S]*Slow build/);
    expect(await textOf('save', { session: 's' })).toContain('context_health with session_id "s"');
    expect(await textOf('handoff', { session: 's' })).toContain('The cache leaks');
    await expect(client.getPrompt({ name: 'save', arguments: {} })).rejects.toThrow('save needs session');
    const { resources } = await client.listResources();
    const leak = resources.find(({ title }) => title === 'Package of p: The cache leaks');
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return JSON.parse(content !== undefined && 'text' in content ? content.text : 'null');
    };
    expect(await read(leak?.uri ?? '')).toMatchObject({
      package_type: 'research',
      summary: 'The cache leaks',
    });
    expect(await read('weft://ledger/summary')).toMatchObject({ active_warnings: expect.any(Number) });
    await expect(client.readResource({ uri: 'weft://packages/999' })).rejects.toThrow();
  });

  it.each([
    ['an input that does not fit', 'context_get', { scope_variables: 5 }, 'invalid_input'],
    ['a name that leads elsewhere', 'rule_get', { id: '../../x' }, 'invalid_input'],
    ['what is not there', 'rule_get', { id: 'nowhere' }, 'not_found'],
    ['an id that is taken', 'rule_create', { id: 'planning-rules', name: 'N', rules: [] }, 'conflict'],
  ])('is told of %s as a result', async (_, name, given, code) => {
    const client = await connected();
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: given });
    const [part] = content;
    const told: unknown = JSON.parse(part?.type === 'text' ? part.text : '');
    expect({ told, isError, structuredContent }).toMatchObject({
      told: { error: true, message: expect.any(String), code },
      isError: true,
      structuredContent: undefined,
    });
  });

  it('is told what was wrong under the name of the tool', async () => {
    const client = await connected();
    const told = async (name: string, given: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: given });
      const [part] = content;
      return JSON.parse(part?.type === 'text' ? part.text : '');
    };
    expect(await told('rule_get', { id: 5 })).toMatchObject({
      message: 'rule_get cannot use this input: id: Invalid input: expected string, received number',
    });
    expect(await told('context_health', { tool_calls: 3 })).toMatchObject({
      message:
        'context_health cannot use this input: tool_calls: Invalid input: expected array or object, received number',
    });
  });

  it('is refused what does not exist by the protocol itself', async () => {
    const client = await connected();
    const failures = await Promise.allSettled([
      client.callTool({ name: 'nothing', arguments: {} }),
      client.readResource({ uri: 'weft://engines/nowhere' }),
      client.readResource({ uri: 'file:///etc/passwd' }),
      client.getPrompt({ name: 'nothing' }),
      client.getPrompt({ name: 'assembled_context', arguments: {} }),
    ]);
    expect(failures.map(({ status }) => status)).toEqual(failures.map(() => 'rejected'));
  });

  it.each([
    ['stdio', ['--read-only']],
    ['http', ['--mcp-read-only']],
  ] as const)('finds no tool that writes over %s where only reading is allowed', async (door, flags) => {
    if (door === 'http') await startServer(...flags);
    const client = await connect(door, 'legacy', door === 'stdio' ? [...flags] : []);
    const { tools } = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(tools.map(({ name }) => name)).toContain('context_get');
    const deleted = client.callTool({ name: 'rule_delete', arguments: { id: 'planning-rules' } });
    await expect(deleted).rejects.toThrow('there is no tool');
    await stopServer();
  });

  it('hears how far an assembly is', async () => {
    const client = await connected();
    const heard: [number, string | undefined][] = [];
    // The client forgets who listens as the result comes in: what came with it, on a busy machine all, goes unheard.
    await expect
      .poll(async () => {
        heard.length = 0;
        await client.callTool(
          { name: 'context_get', arguments: { scope_variables: {} } },
          { onprogress: ({ progress, message }) => heard.push([progress, message]) },
        );
        return heard.length;
      })
      .toBeGreaterThan(1);
    expect(heard.map(([progress]) => progress)).toEqual(heard.map((_, index) => index + 1));
    expect(heard).toMatchObject([[1, 'started'], [2, /^rules evaluated/], ...heard.slice(2)]);
  });

  it('without the token is nobody', async () => {
    await startServer();
    const ask = (headers: Record<string, string>) =>
      fetch(`${state.origin}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    const authorization = `Bearer ${state.token}`;
    const statuses = [
      await ask({}),
      await ask({ authorization: 'Bearer wrong' }),
      await ask({ authorization, origin: 'http://evil.example' }),
      await ask({ authorization, 'content-type': 'text/plain' }),
      await ask({ authorization }),
    ].map(({ status }) => status);
    await stopServer();
    expect(statuses).toEqual([401, 401, 403, 415, 200]);
  });

  it('gets nothing of a project that is not trusted', async () => {
    await runWeftHere(['trust', '--revoke', '--project', state.project], place());
    const client = await connect('stdio');
    const { isError, content } = await client.callTool({ name: 'rule_list', arguments: {} });
    await expect(client.listResources()).rejects.toThrow('not trusted');
    await runWeftHere(['trust', '--project', state.project], place());
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('untrusted_project')]);
  });
});

describe('a project that is open elsewhere', () => {
  // It may write for a while yet what others asked of it, and hold the right to.
  beforeAll(async () => (await running.client)?.close());

  const record = (client: Client, error_type: string) =>
    client.callTool({ name: 'error_pattern_record', arguments: { error_type, message: 'm', solution: 's' } });
  /** Makes the server take the right to write. */
  const lockAtServer = () =>
    fetch(`${state.origin}/procedures/kv.set`, {
      method: 'POST',
      headers: { authorization: `Bearer ${state.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ instance: 'i', namespace: 'test', key: 'held', value: 1 }),
    });

  it('is written through the process that has it, and by itself when that has gone', async () => {
    await startServer();
    expect((await lockAtServer()).status).toBe(200);
    const client = await connect('stdio');
    const through = await record(client, 'Through');
    const heard: unknown[] = [];
    // As above: on a busy machine the last of it may go unheard.
    await expect
      .poll(async () => {
        heard.length = 0;
        await client.callTool(
          { name: 'context_get', arguments: { scope_variables: {} } },
          { onprogress: ({ message }) => heard.push(message) },
        );
        return heard.at(-1);
      })
      .toBe('complete');
    await stopServer();
    const { isError } = await client.callTool({ name: 'rule_list', arguments: {} });
    const alone = await record(client, 'Alone');
    expect([through.isError, isError, alone.isError]).toEqual([undefined, undefined, undefined]);
    expect(heard.at(0)).toBe('started');
  });

  it('is found when it was opened there later', async () => {
    const client = await connect('stdio');
    await client.callTool({ name: 'rule_list', arguments: {} });
    await startServer();
    await lockAtServer();
    expect((await record(client, 'Later')).isError).toBe(undefined);
    await stopServer();
  });

  it('is waited for where it has the right to write and is slow to answer', async () => {
    const client = await connect('stdio');
    await client.callTool({ name: 'rule_list', arguments: {} });
    await startServer();
    expect((await lockAtServer()).status).toBe(200);
    running.server?.kill('SIGSTOP');
    const recorded = record(client, 'Slow');
    // Twice as long as one has that need not have the project.
    await new Promise(resume => setTimeout(resume, 2 * patience.usual));
    running.server?.kill('SIGCONT');
    expect((await recorded).isError).toBe(undefined);
    await stopServer();
  });

  it('is not mistaken for another one that was opened there meanwhile', async () => {
    await startServer();
    const client = await connect('stdio');
    await client.callTool({ name: 'rule_list', arguments: {} });
    await fetch(`${state.origin}/procedures/project.open`, {
      method: 'POST',
      headers: { authorization: `Bearer ${state.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ path: join(state.home, 'other'), create: true }),
    });
    const listed = async () => {
      const { structuredContent } = await client.callTool({ name: 'rule_list', arguments: {} });
      return (structuredContent as { engines: unknown[] }).engines.length; // rule_list answers engines
    };
    await expect.poll(listed).toBeGreaterThan(0);
    expect(await listed()).toBeGreaterThan(0);
    await stopServer();
  });
});
