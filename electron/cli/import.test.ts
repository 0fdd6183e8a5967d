import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { WeftEvent } from '../../shared/contract/events.ts';
import { commandContext, runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { zipOf } from '../../test/support/zip.ts';
import { onInterrupt } from './import.ts';
import { createProgress, progressLine } from './import-progress.ts';
import { runCommand } from './run-command.ts';

const preparing = (done: number): WeftEvent => ({
  event: 'imports:progress',
  import_id: 'i',
  stage: 'preparing',
  done,
  total: 1200,
});

it.each<[WeftEvent, string | undefined]>([
  [preparing(1000), 'preparing documents, 1,000 of 1,200'],
  [{ event: 'imports:progress', import_id: 'i', stage: 'storing', done: 0, total: 1 }, 'storing'],
  [{ event: 'documents:embedding', collection: 'docs', done: 16, total: 40 }, 'embedding "docs", 16 of 40'],
  [{ event: 'project:changed', what: 'documents' }, undefined],
])('says of %j: %s', (event, line) => {
  expect(progressLine(event)).toBe(line);
});

it('tells nothing of what is quick, and then once a second', () => {
  const told: string[] = [];
  const clock = { now: 5000 };
  const progress = createProgress(
    line => told.push(line),
    () => clock.now,
  );
  for (const [at, done] of [
    [5000, 1],
    [5900, 2],
    [6000, 3],
    [6500, 4],
    [7100, 5],
  ] as const) {
    clock.now = at;
    progress(preparing(done));
  }
  expect(told).toEqual(['preparing documents, 3 of 1,200', 'preparing documents, 5 of 1,200']);
});

it('is cancelled by the first signal, and hears no other', () => {
  const signals = new EventEmitter();
  const heard: string[] = [];
  const { cancel } = onInterrupt(signals as unknown as NodeJS.Process); // only its signals are listened to
  const forget = cancel.onCancel(() => heard.push('forgotten'));
  cancel.onCancel(() => heard.push('heard'));
  forget();
  expect(cancel.cancelled).toBe(false);
  signals.emit('SIGINT');
  expect([cancel.cancelled, heard, signals.listenerCount('SIGINT')]).toEqual([true, ['heard'], 0]);
  cancel.onCancel(() => heard.push('late'));
  expect(heard).toEqual(['heard', 'late']);
});

it('leaves signals alone once it ended', () => {
  const signals = new EventEmitter();
  onInterrupt(signals as unknown as NodeJS.Process).end(); // as above
  expect([signals.listenerCount('SIGINT'), signals.listenerCount('SIGTERM')]).toEqual([0, 0]);
});

it('a chosen id that names nothing is refused, of every kind, and that of a ledger is the one that was shown', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, {
    '.codebolt/weft.json': '{}',
    'rules/AGENTS.md': '# Agents\nRun npm test.\n',
    'team/.twining/decisions/index.json': '[]',
  });
  const told = async (...values: string[]) => {
    const options = ['--dry-run', '--trust', '--no-host'];
    const { code, stdout, stderr } = await runSourceCommand(['import', ...values, ...options], { cwd });
    return [code, `${stdout}${stderr}`];
  };
  const nothing = (id: string) => expect.stringContaining(`nothing to choose as ${id}`);
  expect(await told('none.zip', '--choose', 'x')).toEqual([2, nothing('x')]);
  expect(await told('team/.twining', '--choose', 'ledger:typo')).toEqual([2, nothing('ledger:typo')]);
  const ledger = ['rules', 'team/.twining', '--choose', 'ledger:.twining'];
  expect(await told(...ledger)).toEqual([0, expect.stringContaining('ledger:.twining: decisions')]);
  const talk = 'conversation:tlak.json';
  expect(await told('rules', '--choose', talk)).toEqual([1, expect.stringContaining(`refused ${talk}: `)]);
});

it('shows of a choice what it would do, and imports the same', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, {
    '.codebolt/weft.json': '{}',
    'rules/AGENTS.md': '# Agents\nRun npm test.\n',
    'rules/CLAUDE.md': '# Claude\nAsk first.\n',
  });
  const choice = ['import', 'rules', '--choose', 'rule:rules/AGENTS.md', '--trust', '--no-host'];
  const told = async (...options: string[]) => {
    const { stdout } = await runSourceCommand([...choice, '--json', ...options], { cwd });
    const { items, not_chosen } = JSON.parse(stdout);
    return { items, not_chosen };
  };
  const dry = await told('--dry-run');
  expect(dry).toEqual({
    items: [expect.objectContaining({ id: 'rule:rules/AGENTS.md', change: 'created' })],
    not_chosen: ['rule:rules/CLAUDE.md'],
  });
  const inWords = await runSourceCommand([...choice, '--dry-run'], { cwd });
  expect(inWords.stdout).toMatch(/created +rule:rules\/AGENTS\.md[\s\S]*nothing was written: /);
  expect(await told()).toEqual(dry);
});

it('says what it has imported also where something after it fails', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, {
    '.codebolt/weft.json': '{}',
    'rules/AGENTS.md': '# Agents\nRun npm test.\n',
    'more/CLAUDE.md': '# Claude\nAsk first.\n',
  });
  const run = (...values: string[]) =>
    runSourceCommand(['import', ...values, 'gone.zip', '--trust', '--no-host'], { cwd });
  const stderr = expect.stringMatching(/^weft: .*gone\.zip/m);
  const inWords = expect.stringMatching(/created +rule:rules\/AGENTS\.md/);
  expect(await run('rules')).toEqual({ code: 2, stdout: inWords, stderr });
  const { stdout, ...rest } = await run('more', '--json');
  expect(rest).toEqual({ code: 2, stderr });
  const item = { id: 'rule:more/CLAUDE.md', change: 'created' };
  expect(JSON.parse(stdout)).toMatchObject({ items: [item], conversations: [] });
});

it('says what is left where it stops in the middle, and goes on there when it is given again', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, {
    '.codebolt/weft.json': '{}',
    'rules/AGENTS.md': '# Agents\nRun npm test.\n',
    'team/.twining/blackboard.jsonl': `${JSON.stringify({ id: 'e1', timestamp: '2026-11-20T10:00:00.000Z', entry_type: 'need', summary: 'kept' })}\n`,
  });
  const run = async () => {
    const values = ['import', 'rules', 'team', 'talks.zip', '--json', '--trust', '--no-host'];
    const { code, stdout, stderr } = await runSourceCommand(values, { cwd });
    const { items, ledgers, conversations, not_imported } = JSON.parse(stdout);
    const rows = [...items, ...ledgers.map(({ entries }: { entries: object }) => entries), ...conversations];
    return { code, stderr, rows, not_imported };
  };
  const stopped = await run();
  expect(stopped).toMatchObject({
    code: 2,
    rows: [{ change: 'created' }, { created: 1 }],
    not_imported: ['conversation:talks.zip'],
  });
  expect(stopped.stderr).toContain(
    'not imported: conversation:talks.zip; the same command goes on with that',
  );
  const talk = JSON.stringify([{ role: 'user', content: 'Hello there' }]);
  await writeFile(join(cwd, 'talks.zip'), zipOf([{ path: 'talk.json', content: talk }]));
  const { stderr, ...done } = await run();
  expect(done).toMatchObject({
    code: 0,
    rows: [{ change: 'unchanged' }, { created: 0, unchanged: 1 }, { change: 'created' }],
  });
  expect([done.not_imported, stderr]).toEqual([undefined, expect.not.stringContaining('not imported')]);
});

it('does not say that nothing was changed where it is cancelled behind what is stored', async () => {
  const cwd = temporaryFolder();
  await writeTree(cwd, {
    '.codebolt/weft.json': '{}',
    'rules/AGENTS.md': '# Agents\nRun npm test.\n',
    'team/.twining/blackboard.jsonl': '',
  });
  const { said, context } = commandContext({ cwd });
  vi.stubEnv('WEFT_USER_DATA', temporaryFolder());
  // Progress is told once a second: so each of it is, the second "storing" when all is stored.
  const clock = { now: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => (clock.now += 2000));
  const told: string[] = [];
  const writeErrorLine = (line: string) => {
    told.push(line);
    if (told.filter(one => one === 'storing').length === 2) process.emit('SIGINT');
  };
  const terminal = { ...context.terminal, writeErrorLine };
  await runCommand({ ...context, terminal }, ['import', 'rules', 'team', '--trust', '--no-host']);
  expect(said).toMatchObject({ code: 1, stdout: expect.stringMatching(/created +rule:rules\/AGENTS\.md/) });
  expect(told.slice(-2)).toEqual([
    'weft: not imported: ledger:team; the same command goes on with that',
    'weft: cancelled; what is listed is imported, the rest is not',
  ]);
});
