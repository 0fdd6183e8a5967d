import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { jsExample } from '../support/js-example.ts';
import { isLong } from '../support/property-runs.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { repository, startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const state: { home: string; userDataDir: string; child?: ChildProcess } = { home: '', userDataDir: '' };

beforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'weft-client-'));
  const userDataDir = join(home, 'user-data');
  const project = join(home, 'agent-team');
  const stdin = JSON.stringify({ path: project });
  await runWeftHere(['call', 'project.createSample', '-'], { cwd: home, userDataDir, stdin });
  const serve = ['serve', '--json', '--port', '0', '--project', project];
  Object.assign(state, { home, userDataDir, child: startWeft(serve, { cwd: home, userDataDir }) });
  await waitForOutput(state.child as ChildProcess, /^\{.*\}\n/); // just set
});

afterAll(async () => {
  const ended = state.child && once(state.child, 'close');
  state.child?.kill('SIGTERM');
  await ended;
  await removeFolder(state.home);
});

/** The packed package, in an empty folder, without what it depends on; and what is in it. */
async function install(
  packed: string,
  name: string,
): Promise<{ folder: string; files: string[]; bytes: number }> {
  const folder = await mkdtemp(join(state.home, 'empty-'));
  const pack = ['pack', packed, '--ignore-scripts', '--silent', '--pack-destination', folder];
  const tarball = join(folder, (await run('npm', pack, { cwd: repository })).stdout.trim());
  const place = join(folder, 'node_modules', name);
  await mkdir(place, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  const listed = await run('tar', ['-tzf', tarball]);
  const files = listed.stdout
    .trim()
    .split('\n')
    .map(path => path.replace(/^package\//, ''));
  return { folder, files: files.sort(), bytes: (await stat(tarball)).size };
}

/** Runs in that folder as somebody's program would, with nothing said about Weft but whose user this is. */
function runProgram(folder: string, module: string): Promise<string> {
  return runHere(
    folder,
    `import { createClient } from '${module}';
const client = createClient();
const following = client.events.subscribe(({ event }) => console.log(event), { requestId: 'first' });
await following.ready;
const request = { scope_variables: { agent: { agent_type: 'developer' } }, additional_variables: { phase: 'planning' } };
const { context } = await client.contextAssembly.getContext(request, { requestId: 'first' });
await following.caughtUp();
following.close();
console.log(Object.keys(context).join());`,
  );
}

async function runHere(folder: string, program: string): Promise<string> {
  await writeFile(join(folder, 'program.mjs'), program);
  const { WEFT_URL, WEFT_TOKEN, ...rest } = process.env;
  const env = { ...rest, WEFT_USER_DATA: state.userDataDir };
  return (await run(process.execPath, ['program.mjs'], { cwd: folder, env })).stdout;
}

/** What a TypeScript program of somebody else complains about. */
async function checkTypes(folder: string, module: string): Promise<string> {
  const program = `import { createClient, WeftError } from '${module}';
const client = createClient();
export const title: string | undefined = (await client.contextRuleEngine.get('planning-rules')).rules[0]?.name;
// @ts-expect-error an option that does not exist
createClient({ adress: 'x' });
export const isGone = (error: unknown): boolean => error instanceof WeftError && error.code === 'unreachable';
`;
  await writeFile(join(folder, 'program.mts'), program);
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', ''];
  const checked = run(tsc, [...options, 'program.mts'], { cwd: folder });
  return (await checked.catch((error: { stdout: string }) => error)).stdout;
}

const heard =
  /^contextAssembly:started\n[\s\S]*contextAssembly:complete\n[\s\S]*\bconstraints\b.*\bknowledge\b/;

it('keeps to a project within the one that is served, and finds its server once it has one', async () => {
  const outer = join(state.home, 'agent-team');
  const inner = join(outer, 'packages/inner');
  const folder = join(inner, 'src');
  await mkdir(folder, { recursive: true });
  const program = `import { createClient } from '${pathToFileURL(join(repository, 'dist/client/sdk-node.js'))}';
console.log(await createClient().call('project.info').then(({ path }) => path, ({ message }) => message));`;
  expect(await runHere(folder, program)).toBe(`${outer}\n`);
  await mkdir(join(inner, '.codebolt'));
  expect(await runHere(folder, program)).toMatch(`no Weft has ${inner} open`);
  const serve = ['serve', '--json', '--port', '0', '--project', inner];
  const child = startWeft(serve, { cwd: inner, userDataDir: state.userDataDir });
  onTestFinished(async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  });
  await waitForOutput(child, /^\{.*\}\n/);
  expect(await runHere(folder, program)).toBe(`${inner}\n`);
});

describe('a client in an empty folder, without the native module', () => {
  it.runIf(isLong)('finds the running server, from the whole package', async () => {
    const { folder } = await install('.', '@weft/studio');
    expect([
      await runProgram(folder, '@weft/studio/sdk'),
      await checkTypes(folder, '@weft/studio/sdk'),
    ]).toEqual([expect.stringMatching(heard), '']);
  });

  it.runIf(isLong)('has nothing in the whole package that tells when it was built', async () => {
    const { stdout } = await run('npm', ['pack', '.', '--ignore-scripts', '--dry-run', '--json'], {
      cwd: repository,
      maxBuffer: 2 ** 26,
    });
    expect(stdout).toContain('"dist/cli.cjs"');
    expect(stdout).not.toContain('build-stamps');
  });

  it('finds the running server, from a package of its own that is small and depends on nothing', async () => {
    const { folder, files, bytes } = await install('./dist/client', '@weft/sdk');
    expect(files).toEqual(
      [
        'LICENSE',
        'README.md',
        'package.json',
        'sdk-node-licenses.md',
        'sdk-node.js',
        'sdk.d.ts',
        'sdk.js',
      ].sort(),
    );
    expect(bytes).toBeLessThan(100_000);
    const about = await readFile(join(repository, 'dist/client/package.json'), 'utf8');
    expect(about).not.toMatch(/[dD]ependencies|scripts/);
    expect(JSON.parse(about)).toMatchObject({
      license: 'MIT',
      engines: { node: expect.any(String) },
      keywords: expect.arrayContaining(['llm']),
    });
    expect(JSON.parse(about).exports).toHaveProperty(['./package.json'], './package.json');
    expect([await runProgram(folder, '@weft/sdk'), await checkTypes(folder, '@weft/sdk')]).toEqual([
      expect.stringMatching(heard),
      '',
    ]);
    const readme = await readFile(join(folder, 'node_modules/@weft/sdk/README.md'), 'utf8');
    expect(await runHere(folder, jsExample(readme))).toMatch(
      /^\[ 'constraints', 'knowledge' \] \d+\nnot_found there is no [^\n]*"nobody"/,
    );
  });
});
