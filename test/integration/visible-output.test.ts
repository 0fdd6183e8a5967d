import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CommandContext } from '../../electron/cli/command-context.ts';
import { createProgram } from '../../electron/cli/program.ts';
import { runCommand } from '../../electron/cli/run-command.ts';
import { createTerminal, type Line, type Terminal } from '../../electron/cli/terminal.ts';
import { contextTestSchema } from '../../shared/model/context-test.ts';
import { memorySchema } from '../../shared/model/memory.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { sampleSchema } from '../../shared/model/sample.ts';
import { memoryOf, staticStep } from '../support/engine-definitions.ts';
import { hostileFileName, hostileName, infected, rawControls } from '../support/hostile-names.ts';
import { isLong, sampled } from '../support/property-runs.ts';
import { runGit } from '../support/run-git.ts';
import { repository, startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder, writeTree } from '../support/temporary-folder.ts';

const state = { home: '', project: '', demo: '' };

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-visible-'));
  state.project = join(state.home, hostileFileName('p'));
  state.demo = join(state.home, 'demo');
  vi.stubEnv('WEFT_USER_DATA', join(state.home, 'user-data'));
  await writeTree(state.project, projectFiles());
  for (const values of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'first'],
  ])
    runGit(state.project, ...values);
  await writeTree(state.project, changedFiles());
  await run(['demo', '--project', state.demo], {});
  await writeTree(state.demo, { '.codebolt/weft/samples/refused.json': JSON.stringify(refusedSample) });
});

afterAll(() => removeFolder(state.home));

const condition = (field: string, operator: string, value: unknown) => ({ field, operator, value });
const rule = (id: string, when: unknown[], ...memories: string[]) => ({
  id,
  name: id,
  description: 'What it is for.',
  tags: ['tag'],
  when,
  then: { add_memories: memories },
});
const engine = engineSchema.parse({
  id: 'plan',
  name: 'Plan',
  description: 'Plans.',
  enabled: true,
  rules: [
    rule('fires', [condition('addVar.phase', 'eq', 'plan')], 'notes', 'failing', 'searching'),
    rule('waits', [condition('addVar.phase', 'eq', 'never')], 'notes'),
    rule('odd', [condition('addVar.phase', 'eq', 'a'), condition('addVar.phase', 'eq', 'b')], 'unknown'),
    rule('bad', [condition('addVar.phase', 'regex', '(')], 'notes'),
  ],
});
const notes = memoryOf('notes', {
  description: 'Notes.',
  tags: ['tag'],
  pipeline: [staticStep('some notes', 'more notes')],
  contribution: { max_items: 1 },
});
const failing = memoryOf('failing', {
  pipeline: [{ type: 'handler', params: { name: 'absent' } }],
});
const searching = memoryOf('searching', {
  pipeline: [{ type: 'document_search', params: { collection: 'none', query: 'q' } }],
});
const request = {
  scope_variables: { agent: { agent_type: hostileName('developer') } },
  additional_variables: { phase: 'plan', [hostileName('key')]: hostileName('value') },
};
const sample = sampleSchema.parse({ id: 'first', name: 'First', description: 'One.', request });
const contextTest = contextTestSchema.parse({
  id: 'first',
  name: 'First',
  request,
  expect: [
    { kind: 'included', memory: 'absent' },
    { kind: 'missing', variables: ['a'] },
  ],
});
const refusedSample = {
  ...sample,
  id: 'refused',
  name: hostileName('Refused'),
  request: { scope_variables: { [hostileName('scope')]: 1 } },
};

const accepts =
  (schema: { safeParse(value: unknown): { success: boolean } }) =>
  (value: unknown): boolean =>
    schema.safeParse(value).success;

/** Everything a project can say, hostile wherever its schema lets it; what makes a rule fire stays. */
function projectFiles(): Record<string, string> {
  const firing = /^(id|rules\.0\.(when|then)|rules\.\d+\.when\.\d+\.(field|operator))/;
  const hostileEngine = infected(engine, accepts(engineSchema), path => firing.test(path));
  const whollyHostile = infected({ ...engine, id: 'whole' }, accepts(engineSchema));
  const memories = [notes, failing, searching].map(memory => infected(memory, accepts(memorySchema)));
  return {
    '.codebolt/context-rule-engines/plan.json': JSON.stringify(hostileEngine),
    '.codebolt/context-rule-engines/whole.json': JSON.stringify(whollyHostile),
    [`.codebolt/context-rule-engines/${hostileFileName('bad')}.json`]: `{"id": "${hostileName('x')}`,
    ...Object.fromEntries(
      memories.map(memory => [`.codebolt/PersistentMemory/${memory.id}.json`, JSON.stringify(memory)]),
    ),
    '.codebolt/PersistentMemory/wrong.json': JSON.stringify({ ...notes, id: hostileName('wrong') }),
    '.codebolt/weft/samples/first.json': JSON.stringify(infected(sample, accepts(sampleSchema))),
    '.codebolt/weft/tests/first.json': JSON.stringify(infected(contextTest, accepts(contextTestSchema))),
    '.codebolt/weft.json': JSON.stringify({
      context_engineering: { redaction_mode: hostileName('off'), [hostileName('key')]: hostileName('value') },
    }),
    [`rules/${hostileFileName('guide')}.md`]: `---\ntitle: "x"\n---\n# ${hostileName('Guide')}\n\ntext\n`,
    [`rules/${hostileFileName('r')}.mdc`]: `---\ndescription: ${hostileName('d')}\nglobs: "[${hostileName('g')}"\n---\n\ntext\n`,
    [`rules/${hostileFileName('e')}.json`]: JSON.stringify({ ...hostileEngine, id: 'imported' }),
    [`rules/${hostileFileName('b')}.json`]: `{"rules": [${hostileName('x')}`,
    'rules/talk.json': JSON.stringify({ title: hostileName('Talk'), messages: [] }),
    'request.json': JSON.stringify(request),
    [`${hostileFileName('request')}.json`]: `{${hostileName('x')}`,
  };
}

/** What differs from the commit. */
const changedFiles = () => ({
  '.codebolt/context-rule-engines/plan.json': JSON.stringify({
    ...infected(engine, accepts(engineSchema), path => path === 'id' || path.includes('when')),
    [hostileName('changed')]: true,
  }),
  '.codebolt/context-rule-engines/new.json': JSON.stringify({
    ...engine,
    id: 'new',
    name: hostileName('New'),
  }),
});

interface Run {
  readonly stdin?: string;
  readonly isTTY?: boolean;
  readonly terminal?: (streams: Parameters<typeof createTerminal>[0], cwd: string) => Terminal;
}

/** Runs a command in this process, with streams of its own. */
async function run(values: readonly string[], { stdin = '', isTTY = false, terminal = createTerminal }: Run) {
  const { said, streams } = streamsOf(stdin, isTTY);
  await runCommand(contextOf(terminal(streams, state.project === '' ? state.home : state.project)), values);
  return { ...said, stdout: withoutOwnColours(said.stdout) };
}

function streamsOf(stdin: string, isTTY: boolean) {
  const said: { stdout: string; stderr: string } = { stdout: '', stderr: '' };
  const streamTo = (name: 'stdout' | 'stderr') => {
    const stream = new Writable({
      write(chunk, _, done) {
        said[name] += String(chunk);
        done();
      },
    });
    return Object.assign(stream, { isTTY });
  };
  const input = Readable.from([Buffer.from(stdin)]);
  return { said, streams: { stdin: input, stdout: streamTo('stdout'), stderr: streamTo('stderr') } };
}

const contextOf = (terminal: Terminal): CommandContext => ({
  terminal,
  env: { ...process.env, WEFT_TRUST: '1' },
  version: '1.2.3',
  distDir: join(repository, 'dist'),
  finish: () => undefined,
});

/** Without what `paint` adds on a terminal. */
const ownColour = new RegExp(`${String.fromCharCode(27)}\\[\\d{1,2}m`, 'g');
const withoutOwnColours = (text: string): string => text.replaceAll(ownColour, '');

/** Writes all it is given as it is: what every command would do without the border. */
const rawTerminal: NonNullable<Run['terminal']> = ({ stdin, stdout, stderr }, cwd) => {
  const textOf = (line: Line): string =>
    [line]
      .flat()
      .map(part => (typeof part === 'string' ? part : part.text))
      .join('');
  const write = async (text: string) => void stdout.write(text);
  return {
    stdin,
    closeInput: () => undefined,
    cwd,
    writeLines: lines => write(lines.map(line => `${textOf(line)}\n`).join('')),
    writeJson: value => write(JSON.stringify(value)),
    writeJsonText: write,
    hasWritten: () => false,
    writeContent: write,
    writeErrorLine: line => void stderr.write(`${line}\n`),
  };
};

interface Invocation {
  readonly values: readonly string[];
  readonly stdin?: string;
  /** Content that a pipe gets byte for byte. */
  readonly isContent?: boolean;
  /** What of the content's own layout a terminal gets too. */
  readonly layout?: readonly string[];
}

const content = { isContent: true, layout: ['U+9', 'a forged line'] };
const asBoth = (...values: string[]): Invocation[] => [{ values }, { values: [...values, '--json'] }];
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
/** What a caller can write on a command line. */
const x = hostileFileName('x');
const refusedRequest = line({ ...request, explicit_memory: [hostileName('explicit')] });

/** How each command is called: with names of files, with names that callers give, and so that it fails. */
const invocations: Readonly<Record<string, () => readonly Invocation[]>> = {
  trust: () => [...asBoth('trust', '--show'), { values: ['trust', x] }, ...asBoth('trust')],
  evaluate: () => [
    ...asBoth('evaluate', 'request.json'),
    { values: ['evaluate', '-'], stdin: x },
    { values: ['evaluate', x] },
    { values: ['evaluate', `${hostileFileName('request')}.json`] },
    { values: ['evaluate', 'request.json', '--engines', x] },
  ],
  assemble: () => [
    { values: ['assemble', 'request.json'], ...content },
    { values: ['assemble', 'request.json', '--explain'], layout: ['U+9'] },
    { values: ['assemble', 'request.json', '--json'] },
    { values: ['assemble', '-'], stdin: line({ scope_variables: { [x]: 1 } }) },
    { values: ['assemble', '-'], stdin: refusedRequest },
  ],
  why: () => [...asBoth('why', 'notes', 'request.json'), ...asBoth('why', x, 'request.json')],
  lint: () => [
    ...asBoth('lint', '--budget', '1'),
    { values: ['lint', '--sarif'] },
    { values: ['lint', '--budget', x] },
  ],
  fmt: () => [...asBoth('fmt', '--check'), { values: ['fmt', '--project', x] }],
  diff: () => [...asBoth('diff', 'HEAD'), { values: ['diff', x] }],
  context: () => [
    { values: ['context', '--agent', x, '--session', x], ...content },
    { values: ['context', '--agent', x, '--session', x, '--json'] },
    { values: ['context', '--agent', 'a', '--session', 's', '--tokens', x] },
  ],
  health: () => [
    { values: ['health'], stdin: `${line({ session_id: x, task: x, decisions: [x] })}${x}\n` },
    { values: ['health', '--report', '--session', x], ...content },
    { values: ['health', '--report', '--session', x, '--json'] },
  ],
  call: () => [
    ...asBoth('call', 'engines.list'),
    ...asBoth('call', x),
    { values: ['call', 'engines.get', '-'], stdin: line({ id: x }) },
    { values: ['call', 'rules.evaluate', '--stdin-lines'], stdin: `${line({ [x]: x })}${x}\n` },
  ],
  export: () => [
    ...['json', 'sdk', 'rest', 'markdown', 'csv'].map(as => ({
      values: ['export', 'plan', '--as', as],
      ...content,
    })),
    { values: ['export', x] },
    { values: ['export', 'plan', '--as', x] },
    { values: ['export', 'plan', '--out', join(x, 'y')] },
  ],
  'export-ledger': () => asBoth('export-ledger', hostileFileName('out')),
  import: () => [
    ...asBoth('import', 'rules', '--dry-run'),
    ...asBoth('import', 'rules'),
    { values: ['import', x] },
    { values: ['import', 'rules', '--collection', x] },
    { values: ['import', 'rules', '--source', x] },
  ],
  backup: () => [
    ...asBoth('backup', 'list'),
    ...asBoth('backup'),
    ...asBoth('backup', 'restore', x),
    ...asBoth('backup', 'undo'),
  ],
  host: () => [
    ...asBoth('host', 'status'),
    ...asBoth('host', 'stop'),
    ...asBoth('host', 'log'),
    { values: ['host', x] },
    { values: ['host', 'status', '--project', x] },
  ],
  ledger: () => [
    ...asBoth('ledger', 'sync', '--dry-run'),
    { values: ['ledger', 'sync', '--dry-run', '--folder', x] },
    { values: ['ledger', x] },
  ],
  init: () => [
    { values: ['init'] },
    { values: ['init', '--ledger-in-git', '--folder', join('..', x)] },
    { values: ['init', x] },
  ],
  loads: () => [
    ...asBoth('loads', join(x, 'a.ts')),
    ...asBoth('loads', 'a.ts', '--after', x),
    { values: ['loads', 'a.ts', '--agent', x] },
  ],
  render: () => [
    { values: ['render', '--agent', 'developer'], ...content },
    { values: ['render', '--agent', x, '--json'] },
    { values: ['render', '--agent', 'developer', '--out', hostileFileName('AGENTS.md')] },
    { values: ['render', '--request', `${hostileFileName('request')}.json`] },
  ],
  bundle: () => [
    ...asBoth('bundle', '--new-key', x),
    { values: ['bundle', '--key', x] },
    { values: ['bundle', '--verify', x, '--public-key', x] },
    { values: ['bundle', '--key', 'request.json', '--name', x] },
  ],
  audit: () => [...asBoth('audit'), { values: ['audit', '--only', x] }, ...asBoth('audit', '--mend', x)],
  test: () => [
    ...asBoth('test', '--coverage'),
    { values: ['test', x] },
    { values: ['test', '--changed', x] },
    { values: ['test', '--junit', join(x, 'y')] },
  ],
  usage: () => [...asBoth('usage'), { values: ['usage', '--project', x] }],
  doctor: () => [...asBoth('doctor'), { values: ['doctor', '--project', x] }],
  new: () => [
    { values: ['new', join(state.home, hostileFileName('empty'))] },
    { values: ['new', join(state.home, hostileFileName('bot')), '--template', 'support-bot', '--json'] },
    { values: ['new', x, '--template', x] },
  ],
  demo: () => asBoth('demo', '--project', state.demo),
};

/** Those that stay until they are stopped run as processes, below. */
const lasting = ['open', 'serve', 'mcp'];

/** Say nothing but what a host has answered, or a bench prints. */
const silent = ['hook', 'bench'];

it('knows every command', async () => {
  const context = contextOf(rawTerminal(streamsOf('', false).streams, state.home));
  const names = (await createProgram(context, [])).commands.map(command => command.name());
  expect([...Object.keys(invocations), ...lasting, ...silent].sort()).toEqual(names.sort());
});

/** In every run what a call says goes to a terminal or to a pipe, by turns; in the long tier to both. */
const waysOf = (call: number): readonly boolean[] => (isLong ? [true, false] : [call % 2 === 0]);

describe.each(Object.entries(invocations))('weft %s', (name, given) => {
  it('prints no name raw, to a terminal, to a pipe and to stderr', async () => {
    for (const [call, { values, stdin = '', isContent = false, layout = [] }] of given().entries())
      for (const isTTY of waysOf(call)) {
        const { stdout, stderr } = await run(values, { stdin, isTTY });
        const shown = isContent && !isTTY ? [stderr] : [stdout, stderr];
        const raw = shown.map(text => rawControls(text).filter(found => !layout.includes(found)));
        expect([name, values, isTTY, raw]).toEqual([name, values, isTTY, raw.map(() => [])]);
      }
  });
});

describe.each(sampled(Object.entries(invocations), 8))('control: weft %s', (name, given) => {
  it('would print them raw without the border', async () => {
    // JSON escapes the oldest of them by itself, and content is Markdown, where a name begins no line.
    const first =
      name === 'call' ? [] : name === 'context' || name === 'health' ? ['U+1B'] : ['U+1B', 'a forged line'];
    const wanted = [...first, 'U+9B', 'U+202E', 'U+200B', 'U+E0041'];
    const found: string[] = [];
    for (const { values, stdin = '' } of given()) {
      const { stdout, stderr } = await run(values, { stdin, terminal: rawTerminal });
      found.push(...rawControls(stdout + stderr));
      if (wanted.every(control => found.includes(control))) break;
    }
    expect(found).toEqual(expect.arrayContaining(wanted));
  });
});

it.each([
  ['--help'],
  ['trust', '--help'],
  [x],
  [`--${x}`],
  ['evaluate', 'request.json', `--${x}`],
  ['evaluate'],
])('prints nothing raw for bad usage and help: %j', async (...values) => {
  for (const isTTY of [true, false]) {
    const { stdout, stderr } = await run(values, { isTTY });
    expect([stdout + stderr !== '', rawControls(stdout), rawControls(stderr)]).toEqual([true, [], []]);
  }
});

it('hands an assembled text and an export to a pipe byte for byte', async () => {
  const ask = async (procedure: string, input: unknown) => {
    const { stdout } = await run(['call', procedure, '-'], { stdin: JSON.stringify(input) });
    return JSON.parse(stdout).value;
  };
  const { text } = await ask('engines.export', { id: 'plan', as: 'json' });
  expect([rawControls(text).length > 9, (await run(['export', 'plan'], {})).stdout]).toEqual([true, text]);
  const assembled = await ask('assembly.assemble', { request });
  const rendered = await ask('assembly.render', { assembled, format: 'markdown' });
  expect((await run(['assemble', 'request.json'], {})).stdout).toBe(`${rendered.text}\n`);
});

describe('what stays until it is stopped', () => {
  const place = () => ({ cwd: state.project, userDataDir: join(state.home, 'user-data') });

  it.each([
    ['serve', ['serve', '--port', '0']],
    ['open', ['open', '--no-browser']],
  ])('weft %s prints nothing raw', async (_, values) => {
    const child = startWeft(values, place());
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => said.push(String(chunk)));
    await waitForOutput(child, /studio.* (http\S+)/);
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(rawControls(said.join(''))).toEqual([]);
    const refused = await run([...values, '--project', x], {});
    expect([refused.stderr.length > 0, rawControls(refused.stderr)]).toEqual([true, []]);
  });

  it('weft mcp prints nothing raw', async () => {
    const child = startWeft(['mcp'], { ...place(), env: { WEFT_TRUST: '1', WEFT_LOG: 'debug' } });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => said.push(String(chunk)));
    const ask = (id: number, method: string, params: object) =>
      child.stdin?.write(line({ jsonrpc: '2.0', id, method, params }));
    const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: x, version: '1' } };
    ask(1, 'initialize', client);
    ask(2, 'tools/call', { name: x, arguments: {} });
    ask(3, 'tools/call', { name: 'memory_types', arguments: {} });
    ask(4, 'tools/call', { name: 'assemble_context', arguments: { request } });
    child.stdin?.end(`${x}\n`);
    await once(child, 'close');
    expect([said.join('').length > 500, rawControls(said.join(''))]).toEqual([true, []]);
  });
});

it('finds a name that is printed as it is', () => {
  expect(rawControls(`rule ${x}`).length).toBeGreaterThan(90);
  expect(rawControls('rule x\nFORGED')).toEqual(['a forged line']);
  expect(rawControls('plain\n')).toEqual([]);
});
