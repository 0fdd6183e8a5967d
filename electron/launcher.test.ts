import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampled } from '../test/support/property-runs.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';

/** What a program that was handed over to, or loaded, tells of itself. */
const tells =
  "process.stdout.write(JSON.stringify(process.argv.slice(2)) + require('node:fs').readFileSync(0));";

interface Laid {
  /** What `hook.cjs` is; absent where it is undefined. */
  readonly hook?: string | undefined;
  readonly command?: string;
}

/** The launcher beside programs that say what they got, and a folder for the `PATH` with the Node of this test. */
function lay({ hook, command = tells }: Laid) {
  const folder = temporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  copyFileSync(join(import.meta.dirname, 'launcher.cjs'), join(folder, 'cli.cjs'));
  if (hook !== undefined) writeFileSync(join(folder, 'hook.cjs'), hook);
  // The command is a module.
  const made =
    "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'command.js'), made + command);
  return { folder, bin };
}

/** As a Node of that version would run it; what it starts runs as it is. */
async function launch(
  { folder, bin }: ReturnType<typeof lay>,
  values: readonly string[],
  { version = '18.20.4', path = bin, stdin = '{}' } = {},
) {
  const faked = join(folder, `as-${version}.cjs`);
  const versions = `{ ...process.versions, node: '${version}' }`;
  writeFileSync(faked, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  const child = spawn(process.execPath, ['--require', faked, join(folder, 'cli.cjs'), ...values], {
    env: { PATH: path },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', text => {
      said[name] += String(text);
    });
  // Who is gone already does not read.
  child.stdin.on('error', () => {}).end(stdin);
  const [code]: unknown[] = await once(child, 'close');
  return { code, ...said };
}

describe('a hook under an old Node', () => {
  it('is handed over to the program of hooks, with its values, input and output', async () => {
    const laid = lay({ hook: tells, command: 'process.exit(2);' });
    // On a machine that is so busy that no answer comes in time it is silent.
    await expect
      .poll(() => launch(laid, ['hook', '--agent', 'codex'], { stdin: '{"a":1}' }))
      .toEqual({
        code: 0,
        stdout: '["hook","--agent","codex"]{"a":1}',
        stderr: '',
      });
  });

  it('holds the agent where the program of hooks says so', async () => {
    const laid = lay({ hook: "process.stderr.write('held'); process.exit(2);" });
    await expect.poll(() => launch(laid, ['hook'])).toEqual({ code: 2, stdout: '', stderr: 'held' });
  });

  const endings = {
    'is not there': undefined,
    'is no JavaScript': 'this is none',
    throws: "throw new Error('no');",
    ...Object.fromEntries(
      [1, 3, 9, 13, 134, 255].map(code => [`ends with ${code}`, `process.exit(${code});`]),
    ),
    'is killed': "process.kill(process.pid, 'SIGKILL');",
    'never ends': 'setInterval(() => {}, 1000);',
  };
  it.each(sampled(Object.entries(endings), 3))('is not in the way where its program %s', async (_, hook) => {
    const { code, stdout } = await launch(lay({ hook }), ['hook']);
    expect([code, stdout]).toEqual([0, '']);
  });

  it('is not in the way where there is no other Node, or one that never answers, or is none', async () => {
    const laid = lay({ hook: tells });
    const odd = ['exec sleep 20', 'exit 2', 'echo v18.0.0'].map((script, at) => {
      const folder = join(laid.folder, `odd${at}`);
      mkdirSync(folder);
      writeFileSync(join(folder, 'node'), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, 'node'), 0o755);
      return `${folder}${delimiter}/bin${delimiter}/usr/bin`;
    });
    for (const path of ['', laid.folder, ...odd.map(folders => folders.split(delimiter)[0])])
      expect([path, await launch(laid, ['hook'], { path })]).toEqual([
        path,
        { code: 0, stdout: '', stderr: '' },
      ]);
  });
});

it('says what helps where no Node is new enough: in the sources what they bring, elsewhere a newer one', async () => {
  const laid = lay({});
  const folder = join(laid.folder, 'dist');
  mkdirSync(folder);
  copyFileSync(join(laid.folder, 'cli.cjs'), join(folder, 'cli.cjs'));
  const told = () => launch({ ...laid, folder }, ['lint'], { path: '' });
  const start = 'weft: Node 18.20.4 is too old, and no Node 22.14 or newer was found; ';
  const end = ', or name one as WEFT_NODE\n';
  expect(await told()).toEqual({ code: 3, stdout: '', stderr: `${start}install Node 22.14 or newer${end}` });
  writeFileSync(join(laid.folder, 'package-lock.json'), '{}');
  const stderr = `${start}run "npm ci" in the folder of Weft, which brings one${end}`;
  expect(await told()).toEqual({ code: 3, stdout: '', stderr });
});

describe('help of hooks', () => {
  it.each([
    ['24.0.0', '--help'],
    ['24.0.0', '-h'],
    ['18.20.4', '--help'],
  ])('is told by the command, which knows all of Weft: Node %s, %s', async (version, help) => {
    const { code, stdout } = await launch(lay({ hook: '' }), ['hook', help], { version });
    expect([code, stdout]).toEqual([0, `["hook","${help}"]{}`]);
  });
});

describe('control', () => {
  it('a hook is loaded by itself under a Node that is new enough, and the command is left alone', async () => {
    const laid = lay({ hook: tells, command: 'process.exit(2);' });
    expect(await launch(laid, ['hook'], { version: '20.0.0', path: '' })).toMatchObject({
      code: 0,
      stdout: '["hook"]{}',
    });
  });

  it.each(sampled([0, 1, 2, 3], 2))(
    'a command under an old Node ends as its program ends: %i',
    async code => {
      const laid = lay({ hook: '', command: `process.exit(${code});` });
      expect(await launch(laid, ['health'])).toMatchObject({ code });
    },
  );

  it('a command says what to do where there is no other Node', async () => {
    const { code, stderr } = await launch(lay({ hook: '' }), ['health'], { path: '' });
    expect([code, stderr.split('\n').length]).toEqual([3, 2]);
  });
});
