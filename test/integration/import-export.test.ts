import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runWeftHere } from '../support/run-command-here.ts';
import { startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const state = { home: '', project: '', rules: '' };

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-import-'));
  state.project = join(state.home, 'shop');
  state.rules = join(state.home, 'rules');
  await mkdir(join(state.project, '.codebolt'), { recursive: true });
  await mkdir(join(state.rules, '.cursor/rules'), { recursive: true });
  const rule = '---\nglobs: src/**/*.tsx\nalwaysApply: false\n---\n# React\nNo classes.\n';
  await writeFile(join(state.rules, '.cursor/rules/react.mdc'), rule);
  await writeFile(join(state.rules, '.cursor/rules/bad.mdc'), '---\nglobs: [a\n---\nText.\n');
  await writeFile(join(state.rules, 'AGENTS.md'), '# Agents\nRun npm test.\n');
});

afterAll(() => removeFolder(state.home));

const place = () => ({ cwd: state.home, userDataDir: join(state.home, 'user-data') });
const weft = (...values: string[]) =>
  runWeftHere([...values, '--project', state.project, '--trust'], place());

it('weft import shows what it would do, imports what was chosen, and tells of the rest', async () => {
  const dry = await weft('import', 'rules', '--dry-run');
  expect(dry.stdout.split('\n').slice(0, 3)).toEqual([
    'change   item                          makes',
    'created  rule:.cursor/rules/react.mdc  cursor-rules/cursor-react, cursor-react',
    'created  rule:AGENTS.md                agent-guides/guide-agents, guide-agents',
  ]);
  const real = await weft('import', 'rules', '--choose', 'rule:.cursor/rules/react.mdc');
  expect([real.code, real.stdout]).toEqual([1, expect.stringContaining('1 item not chosen')]);
  expect(real.stdout).toMatch(/refused \.cursor\/rules\/bad\.mdc:3:1: the front matter is no YAML/);
  const file = join(state.project, '.codebolt/context-rule-engines/cursor-rules.json');
  expect(JSON.parse(await readFile(file, 'utf8')).rules).toHaveLength(1);
});

it('weft import reads a ledger, and weft export-ledger writes it where there is none', async () => {
  const entry = { id: 'E', timestamp: '2026-01-01T00:00:00Z', entry_type: 'need', summary: 'n', own: 1 };
  await mkdir(join(state.home, 'team/.twining/decisions'), { recursive: true });
  await writeFile(join(state.home, 'team/.twining/blackboard.jsonl'), `${JSON.stringify(entry)}\n{\n`);
  await writeFile(join(state.home, 'team/.twining/notes.txt'), 'ours');
  const dry = await weft('import', 'team/.twining', '--dry-run');
  const report = (id: string) => [
    `${id}: decisions 0 created, 0 replaced, 0 unchanged; entries 1 created, 0 replaced, 0 unchanged`,
    `${id}: 0 entities and 0 relations, 1 other file kept`,
  ];
  expect([dry.code, dry.stdout.split('\n').slice(0, 2)]).toEqual([1, report('ledger:.twining')]);
  expect(dry.stdout).toContain('refused blackboard.jsonl:2: is no JSON');
  expect((await weft('import', 'team')).stdout.split('\n').slice(0, 2)).toEqual(report('ledger:team'));
  await writeFile(join(state.home, 'team/AGENTS.md'), '# Agents\n\nRun npm test.\n');
  const chosen = await weft('import', 'team', '--choose', 'ledger:team');
  expect(chosen.stdout).toContain(
    'ledger:team: decisions 0 created, 0 replaced, 0 unchanged; entries 0 created',
  );
  expect(chosen.stdout).toContain('1 item not chosen');
  const exported = await weft('export-ledger', 'copy');
  expect([exported.code, exported.stderr]).toEqual([0, '']);
  const text = await readFile(join(state.home, 'copy/.twining/blackboard.jsonl'), 'utf8');
  // A line that cannot be read is kept as it is, behind the others.
  expect(text).toBe(`${JSON.stringify(entry)}\n{\n`);
  expect(await readFile(join(state.home, 'copy/.twining/notes.txt'), 'utf8')).toBe('ours');
  const again = await weft('export-ledger', 'copy');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('has a ledger already')]);
});

it('weft import knows a conversation by what is in it, beside rules', async () => {
  const messages = [
    { role: 'user', content: 'Shall we ship?' },
    { role: 'assistant', content: 'Yes.' },
  ];
  await writeFile(join(state.home, 'talk.json'), JSON.stringify(messages));
  await writeFile(join(state.home, 'log.jsonl'), messages.map(line => JSON.stringify(line)).join('\n'));
  await writeFile(join(state.home, 'rules.json'), JSON.stringify({ id: 'own', name: 'Own', rules: [] }));
  const paths = ['talk.json', 'rules.json', 'log.jsonl'];
  const created = (change: string) => [
    `conversation:talk.json: talk ${change}, 2 messages`,
    `conversation:log.jsonl: log ${change}, 2 messages`,
  ];
  const dry = await weft('import', ...paths, '--dry-run');
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining(created('created').join('\n'))]);
  const real = await weft('import', ...paths);
  const trial = 'nothing was written: this is what an import would do\n';
  expect([real.code, `${real.stdout}${trial}`]).toEqual([0, dry.stdout]);
  const again = await weft('import', 'talk.json', 'log.jsonl');
  expect([again.code, again.stdout.trimEnd().split('\n')]).toEqual([0, created('unchanged')]);
  await mkdir(join(state.home, 'talks/old'), { recursive: true });
  await writeFile(join(state.home, 'talks/old/more.json'), JSON.stringify(messages));
  await writeFile(join(state.home, 'talks/broken.jsonl'), `${JSON.stringify(messages[0])}\n{`);
  const folder = await weft('import', 'talks', '--choose', 'conversation:more.json');
  expect([folder.code, folder.stdout.trimEnd().split('\n')]).toEqual([
    1,
    [
      'conversation:more.json: more created, 2 messages',
      'refused broken.jsonl:2: is neither JSON nor a JSON value on each line',
    ],
  ]);
  const listed = JSON.parse((await weft('call', 'conversations.list')).stdout);
  expect(listed.value.conversations.map(({ id }: { id: string }) => id).sort()).toEqual([
    'log',
    'more',
    'talk',
  ]);
});

it('weft export writes the files of other tools, memories with it, and a second import finds nothing new', async () => {
  await weft('import', 'rules', '--on-conflict', 'replace');
  const written = await weft('export', 'cursor-rules', '--as', 'mdc', '--out', 'copy-of-rules');
  expect([written.code, written.stdout]).toEqual([0, '']);
  const text = await readFile(join(state.home, 'copy-of-rules/.cursor/rules/react.mdc'), 'utf8');
  expect(text).toBe('---\nglobs: src/**/*.tsx\nalwaysApply: false\n---\n\n# React\nNo classes.\n');
  const again = await weft('export', 'cursor-rules', '--as', 'mdc', '--out', 'copy-of-rules');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('already there')]);
  const other = join(state.home, 'elsewhere');
  await mkdir(join(other, '.codebolt'), { recursive: true });
  await weft('export', 'cursor-rules', '--out', 'bundle.json');
  await runWeftHere(['import', 'bundle.json', '--project', other], place());
  expect(await readdir(join(other, '.codebolt/PersistentMemory'))).toEqual(['cursor-react.json']);
});

it('weft export --as rest is a script that creates the engine in another project', async () => {
  await weft('import', 'rules', '--choose', 'rule:AGENTS.md', '--on-conflict', 'replace');
  const exported = await weft('export', 'agent-guides', '--as', 'rest');
  const other = join(state.home, 'other');
  await mkdir(join(other, '.codebolt'), { recursive: true });
  const server = startWeft(['serve', '--json', '--port', '0', '--project', other, '--trust'], place());
  const ended = once(server, 'close');
  try {
    const [line] = await waitForOutput(server, /^\{.*\}\n/);
    const { origin, token }: { origin: string; token: string } = JSON.parse(line);
    await writeFile(join(state.home, 'create.sh'), exported.stdout);
    // The real curl, behind one that tells what it was given.
    const spy = `#!/bin/sh\nprintf '%s\\n' "$@" > '${state.home}/arguments'\nPATH="$OWN_PATH" exec curl "$@"\n`;
    await mkdir(join(state.home, 'bin'));
    await mkdir(join(state.home, 'temporary'));
    await writeFile(join(state.home, 'bin/curl'), spy, { mode: 0o755 });
    const { PATH = '' } = process.env;
    const paths = {
      OWN_PATH: PATH,
      PATH: `${join(state.home, 'bin')}:${PATH}`,
      TMPDIR: join(state.home, 'temporary'),
    };
    await run('sh', ['create.sh'], {
      cwd: state.home,
      env: { ...process.env, ...paths, WEFT_URL: origin, WEFT_TOKEN: token },
    });
    const values = await readFile(join(state.home, 'arguments'), 'utf8');
    expect([values.includes('/context-rule-engine'), values.includes(token)]).toEqual([true, false]);
    expect(await readdir(join(state.home, 'temporary'))).toEqual([]);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
  const created = await readFile(join(other, '.codebolt/context-rule-engines/agent-guides.json'), 'utf8');
  expect(created).toBe((await weft('export', 'agent-guides', '--no-with-memories')).stdout);
  const memories = await readdir(join(other, '.codebolt/PersistentMemory'));
  expect(memories).toEqual(['guide-agents.json']);
});
