import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it, onTestFinished, vi } from 'vitest';
import { exportFormatNames } from '../../shared/model/export-format.ts';
import { startApp } from '../../test/support/app-harness.ts';
import { isLong } from '../../test/support/property-runs.ts';
import { runGit } from '../../test/support/run-git.ts';
import { commandContext, runSourceCommand, sourceDist } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { hostPlace } from '../host/host-place.ts';
import { startHost } from '../host/start-host.ts';
import { createProgram } from './program.ts';

interface Invocation {
  readonly values: readonly string[];
  readonly stdin?: string;
  /** Stays until it is stopped. */
  readonly isLasting?: boolean;
}

const invoked = (...values: string[]): Invocation => ({ values });
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const request = 'request.json';

/** How each command is called, so that it says something; each in the sample project. */
const invocations: Readonly<Record<string, readonly Invocation[]>> = {
  init: [
    invoked('init', '--agent', 'codex', '--dry-run'),
    invoked('init', '--agent', 'codex', '--ledger-in-git'),
    invoked('init', '--agent', 'codex', '--remove'),
  ],
  open: [{ values: ['open', '--no-browser'], isLasting: true }],
  serve: [{ values: ['serve', '--port', '0'], isLasting: true }],
  'host status': [invoked('host', 'status')],
  'host start': [invoked('host', 'start')],
  'host stop': [invoked('host', 'stop')],
  'host restart': [invoked('host', 'restart')],
  'host log': [invoked('host', 'log')],
  doctor: [invoked('doctor')],
  new: [invoked('new', 'empty'), invoked('new', 'bot', '--template', 'support-bot')],
  demo: [invoked('demo', '--project', 'demo')],
  assemble: [invoked('assemble', request), invoked('assemble', request, '--explain', '--cache', request)],
  evaluate: [invoked('evaluate', request)],
  why: [invoked('why', 'glossary', request)],
  usage: [invoked('usage')],
  loads: [invoked('loads', 'a.ts')],
  lint: [invoked('lint', '--budget', '1'), invoked('lint', '--sarif')],
  test: [invoked('test', '--coverage')],
  audit: [invoked('audit')],
  fmt: [invoked('fmt', '--check'), invoked('fmt')],
  diff: [invoked('diff', 'HEAD'), invoked('diff', 'HEAD', '--behavior', '--markdown')],
  context: [invoked('context', '--agent', 'developer', '--session', 's')],
  health: [
    { values: ['health'], stdin: line({ session_id: 's', task: 'Mend it' }) },
    invoked('health', '--report', '--session', 's'),
  ],
  call: [
    invoked('call', 'engines.list'),
    { values: ['call', 'zones.classify', '--stdin-lines'], stdin: line({ model: 'x', current_tokens: 1 }) },
  ],
  export: [
    ...exportFormatNames.map(as => invoked('export', 'planning-rules', '--as', as)),
    invoked('export', 'planning-rules', '--as', 'markdown', '--out', 'report.md'),
    invoked('export', 'planning-rules', '--as', 'mdc', '--out', 'tools'),
  ],
  'export-ledger': [invoked('export-ledger', 'ledger')],
  'ledger sync': [invoked('ledger', 'sync', '--dry-run'), invoked('ledger', 'sync')],
  import: [invoked('import', 'docs', '--dry-run'), invoked('import', 'docs')],
  trust: [invoked('trust', '--show'), invoked('trust')],
  'backup create': [invoked('backup'), invoked('backup', 'create')],
  'backup list': [invoked('backup', 'list')],
  'backup acknowledge': [invoked('backup', 'acknowledge')],
  'backup restore': [invoked('backup', 'restore', 'NAME')],
  'backup undo': [invoked('backup', 'undo')],
  render: [
    invoked('render', '--agent', 'developer'),
    invoked('render', '--agent', 'developer', '--out', 'AGENTS.md'),
  ],
  bundle: [
    invoked('bundle', '--new-key', 'key.pem'),
    invoked('bundle', '--key', 'key.pem'),
    invoked('bundle', '--key', 'key.pem', '--out', 'bundle.json'),
  ],
};

/** Of each command the first ways in every run. What makes whole projects takes seconds. */
const tried = Object.entries(invocations).flatMap(([name, all]) => {
  if (isLong) return all;
  return name === 'demo' ? [] : name === 'export' ? all : all.slice(0, 1);
});

/** Their output is not Weft's own to say: a protocol of MCP or of an agent's hooks, and what benches print. */
const protocols = ['mcp', 'hook', 'bench'];

/** Those that do something, by their words. */
function leaves(command: Command): string[][] {
  return command.commands.flatMap(one =>
    (one.commands.length === 0 ? [[]] : leaves(one)).map(rest => [one.name(), ...rest]),
  );
}

it('knows every command that has the option', async () => {
  const program = await createProgram(commandContext({}).context, []);
  const names = leaves(program).map(words => words.join(' '));
  expect([...Object.keys(invocations), ...protocols].toSorted()).toEqual(names.toSorted());
});

/** The sample project, in git, with a host of its own whose surface is this test. */
async function sampleWithHost() {
  const distDir = sourceDist();
  const { app, call, userDataDir } = startApp({ sampleFilesDir: join(distDir, 'sample-project') });
  const project = join(temporaryFolder(), 'agent-team');
  await call('project.createSample', { path: project });
  const [sample] = (await call('samples.list', {})).samples;
  await writeTree(project, {
    [request]: JSON.stringify(sample?.request),
    'docs/note.md': '# Note\n\nText.\n',
    'a.ts': '',
  });
  runGit(project, 'init', '-q');
  runGit(project, 'add', '.');
  runGit(project, 'commit', '-qm', 'first');
  const { name } = await call('backup.create', {});
  const place = hostPlace(userDataDir, project);
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  const host = await startHost({ app, project, background: false, distDir, patienceMs: 5000 });
  writeFileSync(place.log, `${line({ at: 'x', level: 'info', message: 'the host has started' })}no JSON\n`);
  onTestFinished(async () => {
    await host?.close();
  });
  return { project, userDataDir, distDir, backup: name };
}

/** Runs it to its end; what stays is stopped once it has said something. */
async function run(
  { values, stdin, isLasting }: Invocation,
  { project, userDataDir, distDir, backup }: Awaited<ReturnType<typeof sampleWithHost>>,
  more: readonly string[],
) {
  const stops: (() => void)[] = [];
  const real = process.once.bind(process);
  const spy = vi.spyOn(process, 'once').mockImplementation((name: string | symbol, listener) => {
    if (String(name).startsWith('SIG'))
      stops.push(listener as () => void); // as what waits for signals gives it
    else real(name as 'exit', listener);
    return process;
  });
  const named = values.map(value => (value === 'NAME' ? backup : value));
  const ran = await runSourceCommand([...named, ...more], {
    cwd: project,
    userDataDir,
    distDir,
    ...(stdin !== undefined && { stdin }),
    ...(isLasting === true && {
      onOutput: () =>
        setImmediate(() => {
          for (const stop of stops) stop();
        }),
    }),
  });
  spy.mockRestore();
  return ran;
}

/** One document, or one in each line. */
function isJson(text: string): boolean {
  const parses = (part: string) => {
    try {
      return JSON.parse(part) !== undefined;
    } catch {
      return false;
    }
  };
  return parses(text) || text.trimEnd().split('\n').every(parses);
}

it('every command prints JSON and nothing else on standard output when it is asked for machine output', async () => {
  const place = await sampleWithHost();
  const wrong: object[] = [];
  for (const invocation of tried) {
    const { code, stdout, stderr } = await run(invocation, place, ['--json']);
    const isFine = code === 0 || code === 1;
    if (!isFine || !isJson(stdout)) wrong.push({ values: invocation.values, code, stdout, stderr });
  }
  expect(wrong).toEqual([]);
});

it('control: without it they print what people read, but for what is JSON anyhow', async () => {
  const place = await sampleWithHost();
  const machines: string[] = [];
  const asked = isLong
    ? tried
    : tried.filter(({ values }) => ['host', 'why', 'call'].includes(values[0] ?? ''));
  for (const { values, ...rest } of asked) {
    const { stdout } = await run({ values, ...rest }, place, []);
    if (isJson(stdout)) machines.push(values.join(' '));
  }
  const anyhow = [
    'lint --sarif',
    'health',
    'call',
    'export planning-rules --as json',
    'bundle --key key.pem',
  ];
  expect(
    machines.filter(
      words => !anyhow.some(start => words === start || (start === 'call' && words.startsWith(start))),
    ),
  ).toEqual([]);
  expect(machines).not.toEqual([]);
});

it('what has no form of its own for machines says what it has, in one document', async () => {
  const place = await sampleWithHost();
  const said = async (...values: string[]) => JSON.parse((await run({ values }, place, ['--json'])).stdout);
  const text = (await run(invoked('export', 'planning-rules', '--as', 'markdown'), place, [])).stdout;
  expect(await said('export', 'planning-rules', '--as', 'markdown')).toMatchObject({
    filename: 'planning-rules.md',
    text,
  });
  const written = [join(place.project, 'report.md')];
  expect(await said('export', 'planning-rules', '--as', 'markdown', '--out', 'report.md')).toEqual({
    written,
    notes: [],
  });
  expect(await said('host', 'log')).toEqual({
    entries: [{ at: 'x', level: 'info', message: 'the host has started' }, { message: 'no JSON' }],
  });
  // Its surface stays the host.
  expect(await said('host', 'restart')).toMatchObject({
    stopped: false,
    running: true,
    project: place.project,
  });
  const { stdout } = await run({ values: ['open', '--no-browser'], isLasting: true }, place, ['--json']);
  expect(JSON.parse(stdout)).toEqual({
    opened: 'browser',
    why: expect.any(String),
    origin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    address: expect.stringContaining('/#code='),
  });
});
