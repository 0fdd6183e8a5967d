import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWeftHere } from '../support/run-command-here.ts';
import { repository, startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const state: { home: string; child?: ChildProcess; env: NodeJS.ProcessEnv } = { home: '', env: {} };

/** A project of somebody else, with this package installed, and a server to talk to. */
beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-sdk-'));
  await mkdir(join(state.home, 'node_modules/@weft'), { recursive: true });
  await symlink(repository, join(state.home, 'node_modules/@weft/studio'), 'junction');
  const place = { cwd: state.home, userDataDir: join(state.home, 'user-data') };
  const project = join(state.home, 'agent-team');
  await runWeftHere(['call', 'project.createSample', '-'], {
    ...place,
    stdin: JSON.stringify({ path: project }),
  });
  state.child = startWeft(['serve', '--json', '--port', '0', '--project', project], place);
  const [line] = await waitForOutput(state.child, /^\{.*\}\n/);
  const told: { origin: string; token: string } = JSON.parse(line);
  state.env = { ...process.env, WEFT_URL: told.origin, WEFT_TOKEN: told.token };
});

afterAll(async () => {
  const ended = state.child && once(state.child, 'close');
  state.child?.kill('SIGTERM');
  await ended;
  await removeFolder(state.home);
});

async function exampleOf(language: string, containing: string): Promise<string> {
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  const found = blocks.find(([, name, text = '']) => name === language && text.includes(containing));
  if (found?.[2] === undefined) throw new Error(`the README has no ${language} with ${containing}`);
  return found[2];
}

describe('the examples of the README', () => {
  it('the one with curl prints an assembled context', async () => {
    const { stdout } = await run('sh', ['-c', await exampleOf('sh', 'curl')], { env: state.env });
    expect(JSON.parse(stdout)).toMatchObject({
      context: expect.any(Object),
      meta: { total_items: expect.any(Number) },
    });
  });

  it('the one with the SDK runs and prints events, the context and an error with its details', async () => {
    const file = join(state.home, 'example.mjs');
    await writeFile(file, await exampleOf('js', '@weft/studio/sdk'));
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: state.home, env: state.env });
    expect(stderr).toBe('');
    // Events and answers come over connections of their own, each in its own order.
    expect(stdout).toMatch(
      /^\[ 'constraints', 'knowledge' \] \d+\n[\s\S]*^invalid_input \{\n {2}errors: \[/m,
    );
    expect(stdout).toMatch(/^contextAssembly:started\n[\s\S]*^contextAssembly:complete\n/m);
  });
});

describe('the package', () => {
  it('has its client in one file that imports nothing', async () => {
    const text = await readFile(join(repository, 'dist/sdk.js'), 'utf8');
    const imports = text.match(/^import\b.*|\bimport\(.*|\brequire\(.*|\bfrom ['"].*/gm);
    expect([imports, text.length < 30_000]).toEqual([null, true]);
  });

  it('has types that need no other package, and that know what is wrong', async () => {
    const consumer = `import { createClient, type StreamedEvent, type Subscription, WeftError } from '@weft/studio/sdk';
const client = createClient({ url: 'http://127.0.0.1:4747', token: 'x' });
const engine = await client.contextRuleEngine.create({
  name: 'Planning Phase Rules',
  description: 'Activate architecture memories during planning',
  enabled: true,
  rules: [
    {
      name: 'Include architecture docs in planning',
      priority: 10,
      when: [{ field: 'addVar.phase', operator: 'eq', value: 'planning' }],
      then: { add_memories: ['architecture-docs', 'project-conventions'] },
    },
  ],
});
export const id: string = engine.rules[0]?.id ?? '';
const result = await client.contextAssembly.getContext({ scope_variables: {}, constraints: { max_tokens: 8000 } });
export const contents: string[] | undefined = result.context.knowledge?.map(item => item.content);
export const list: { engines: { id: string }[] } = await client.call('engines.list');
export const subscription: Subscription = client.events.subscribe((event: StreamedEvent) => {
  if (event.event === 'contextAssembly:complete') void event.result.meta.token_estimate;
});
export const isConflict = (error: unknown): boolean => error instanceof WeftError && error.code === 'conflict';
// @ts-expect-error an operator that does not exist
await client.contextRuleEngine.create({ name: 'A', rules: [{ name: 'R', when: [{ field: 'a', operator: 'is' }], then: { add_memories: [] } }] });
// @ts-expect-error a scope that does not exist
await client.contextAssembly.getContext({ scope_variables: { planet: {} } });
// @ts-expect-error a procedure that does not exist
await client.call('engines.lst');
// @ts-expect-error an input that is needed
await client.call('engines.get');
const read = await client.contextRuleEngine.get('planning');
await client.contextRuleEngine.update('planning', { enabled: false }, { expectedHash: read.hash });
await client.contextAssembly.getContext({
  scope_variables: { agent: { agent_id: 'a-1', agent_type: 'developer', own: [1] }, thread: null },
  explicit_memory: ['notes'],
});
type Agent = NonNullable<Parameters<typeof client.contextAssembly.getContext>[0]['scope_variables']['agent']>;
export const agentId: Agent['agent_id'] = 'a-1';
// @ts-expect-error a standard field has its type, so that it is completed
export const wrongId: Agent['agent_id'] = [];
// @ts-expect-error a mistyped key
await client.contextAssembly.getContext({ scope_variables: {}, explict_memory: ['notes'] });
// @ts-expect-error a mistyped limit
await client.contextAssembly.getContext({ scope_variables: {}, constraints: { maxTokens: 8000 } });
// @ts-expect-error a mistyped key of any procedure
await client.call('assembly.assemble', { request: { scope_variables: {}, scopeVariables: {} } });
export const shown: string = (await client.contextAssembly.render(result, { format: 'xml' })).text;
export const summary = await client.ledger.summarize();
await client.ledger.post({ entry_type: 'need', summary: 'a reviewer' });
export const talks: unknown[] = (await client.conversations.list()).conversations;
export const zone: string = (await client.handoff.zones.classify({ model: 'm', current_tokens: 1 })).zone;
// @ts-expect-error a procedure that the ledger does not have
await client.ledger.forget();
// @ts-expect-error a section that does not exist
export const nothing = result.context.attic;
`;
    await writeFile(join(state.home, 'package.json'), '{ "type": "module" }');
    await writeFile(join(state.home, 'consumer.ts'), consumer);
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    };
    const compilerOptions = { ...options, target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom'] };
    await writeFile(
      join(state.home, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
    );
    const tsc = join(repository, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, ['-p', state.home]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});
