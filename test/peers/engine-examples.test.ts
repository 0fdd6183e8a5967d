import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository, runWeft, startWeft, waitForOutput } from '../support/run-weft.ts';
import { type ChatBody, startScriptedChat } from '../support/scripted-chat.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const examples = join(repository, 'docs/examples');
const state = { home: '' };

/** A folder of somebody who has the engine's package and the frameworks. */
beforeAll(() => {
  state.home = mkdtempSync(join(tmpdir(), 'weft-examples-'));
  cpSync(examples, state.home, { recursive: true });
  const modules = join(state.home, 'node_modules');
  mkdirSync(join(modules, '@weft'), { recursive: true });
  symlinkSync(join(repository, 'dist/engine'), join(modules, '@weft/engine'), 'junction');
  const installed = join(import.meta.dirname, 'node_modules');
  symlinkSync(join(repository, 'dist/client'), join(modules, '@weft/sdk'), 'junction');
  for (const name of globSync(['[!.@]*', '@*/*'], { cwd: installed })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(installed, name), join(modules, name), 'junction');
  }
  mkdirSync(join(modules, '@types'), { recursive: true });
  if (!readdirSync(join(modules, '@types')).includes('node'))
    symlinkSync(join(repository, 'node_modules/@types/node'), join(modules, '@types/node'), 'junction');
  writeFileSync(join(state.home, 'package.json'), '{ "type": "module" }');
});

afterAll(() => removeFolder(state.home));

/** With an environment made from nothing but what an example asks for. */
async function runExample(name: string): Promise<{ stdout: string; bodies: readonly ChatBody[] }> {
  const chat = await startScriptedChat('As you say.');
  const address = name === 'anthropic' ? chat.address.replace('/v1', '') : chat.address;
  const env = { PATH: process.env.PATH ?? '', HOME: state.home, MODEL_URL: address, MODEL_KEY: 'none' };
  const place = { cwd: state.home, env: { ...env, MASTRA_TELEMETRY_DISABLED: '1' } };
  const { stdout } = await run(process.execPath, [join(state.home, `${name}.ts`)], place);
  return { stdout, bodies: chat.bodies };
}

const said = 'As you say.\n';
const context = /<context>[\s\S]*Write in TypeScript\.[\s\S]*<\/context>/;

/** What an example prints, how often it asks the model, and what that gets. */
const runs: readonly (readonly [name: string, told: string, calls: number, expected: RegExp])[] = [
  ['openai', `${said}${said}`, 2, context],
  ['anthropic', `${said}${said}`, 2, context],
  ['ai-sdk', `${said}${said}`, 2, context],
  ['langchain', said, 1, context],
  ['langgraph', `2 messages: ${said}`, 1, /Ada likes short answers\./],
  ['mastra', said, 1, context],
  ['tracing', 'retrieval weft retrieval\nchat any chat\n', 1, context],
];

describe('the examples', () => {
  it('are all run here', () => {
    const names = readdirSync(examples)
      .filter(name => name.endsWith('.ts'))
      .map(name => name.replace(/\.ts$/, ''));
    const ran = [...runs.map(([name]) => name), 'langgraph-store', 'definitions'];
    expect(names.toSorted()).toEqual(ran.toSorted());
  });

  it.each(runs)('%s runs, and the model gets the context', async (name, told, calls, expected) => {
    const { stdout, bodies } = await runExample(name);
    expect([stdout, bodies.length]).toEqual([told, calls]);
    for (const body of bodies) {
      const text = textsIn(body.messages).join('\n');
      expect(text).toMatch(expected);
      // Before what the user said, which stands last.
      expect(text.lastIndexOf('</context>')).toBeLessThan(text.search(/Plan the|Tell me/));
    }
  });

  it('langgraph-store runs, and what an agent remembers is in the project', async () => {
    const place = { cwd: state.home, userDataDir: join(state.home, 'user-data') };
    const project = join(state.home, 'agent-team');
    await runWeft(['call', 'project.createSample', '-'], {
      ...place,
      stdin: JSON.stringify({ path: project }),
    });
    const server = startWeft(['serve', '--json', '--port', '0', '--project', project], place);
    try {
      const [line] = await waitForOutput(server, /^\{.*\}\n/);
      const { origin, token }: { origin: string; token: string } = JSON.parse(line);
      const env = { PATH: process.env.PATH ?? '', HOME: state.home, WEFT_URL: origin, WEFT_TOKEN: token };
      const example = join(state.home, 'langgraph-store.ts');
      const { stdout } = await run(process.execPath, [example], { cwd: state.home, env });
      expect(stdout).toBe('taste: likes short answers\n');
    } finally {
      const ended = once(server, 'close');
      server.kill('SIGTERM');
      await ended;
    }
    const asked = JSON.stringify({ instance: 'langgraph', namespace: 'users/ada', key: 'taste' });
    const kept = await runWeft(['call', 'kv.get', '-', '--project', project], { ...place, stdin: asked });
    expect(JSON.parse(kept.stdout)).toMatchObject({ value: { value: { content: 'likes short answers' } } });
  });

  it('are right by the types of those whom they use', async () => {
    const options = {
      strict: true,
      target: 'es2023',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      noEmit: true,
      allowImportingTsExtensions: true,
      // Theirs are theirs to check.
      skipLibCheck: true,
    };
    const files = readdirSync(examples).filter(name => name.endsWith('.ts'));
    writeFileSync(join(state.home, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
    const tsc = join(repository, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, ['-p', state.home]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});

/** Every text in what was sent, in order. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('the package of the engine', () => {
  it('has nothing that publint would tell', async () => {
    const { publint } = await import('publint');
    const { messages } = await publint({ pkgDir: join(repository, 'dist/engine'), strict: true });
    expect(messages).toEqual([]);
  });

  it('resolves its types everywhere that ES modules do', async () => {
    const folder = join(state.home, 'packed');
    mkdirSync(folder, { recursive: true });
    const pack = ['pack', './dist/engine', '--ignore-scripts', '--silent', '--pack-destination', folder];
    const tarball = join(folder, (await run('npm', pack, { cwd: repository })).stdout.trim());
    const attw = join(import.meta.dirname, 'node_modules/.bin/attw');
    // It is ESM only, by decision: what cannot load that has no use for it. Any other problem ends the program with 1.
    const told = await run(attw, [tarball, '--profile', 'esm-only', '--format', 'json']);
    const { analysis } = JSON.parse(told.stdout);
    const problems: { resolutionKind?: string }[] = analysis.problems;
    expect(Object.keys(analysis.entrypoints)).toHaveLength(6);
    expect(problems.filter(({ resolutionKind }) => !/^node10$|-cjs$/.test(resolutionKind ?? ''))).toEqual([]);
  });
});
