import { existsSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { takeSystemLock } from '../../../electron/storage/database/system-lock.ts';
import { acquireWriterLock } from '../../../electron/storage/database/writer-lock.ts';
import { databaseFile } from '../../../electron/storage/files/machine-folder.ts';
import type { HostedProject } from '../../support/hosted-project.ts';
import { announceGoneHost, hostedProject } from '../../support/hosts.ts';
import { runWeftHere } from '../../support/run-command-here.ts';

// What `weft doctor` finds and says: docs/reference/host.md.

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  readonly todo?: string;
}

/** Findings by what was looked at. */
async function doctor(project: HostedProject, values: readonly string[] = []) {
  const run = await project.weft(['doctor', '--json', ...values]);
  const said: { ok: boolean; findings: Finding[] } = JSON.parse(run.stdout);
  const sick = said.findings.filter(({ ok }) => !ok).map(({ check }) => check);
  const found = Object.fromEntries(said.findings.map(finding => [finding.check, finding]));
  expect([run.stderr, said.ok, run.code]).toEqual(['', sick.length === 0, sick.length === 0 ? 0 : 1]);
  expect(said.findings.filter(({ ok, todo }) => ok === (todo !== undefined))).toEqual([]);
  return { sick, found };
}

it('finds all well with a host and without one, and starts none', async () => {
  const project = await hostedProject();
  const before = await doctor(project);
  expect(before.sick).toEqual([]);
  expect(before.found.host).toMatchObject({ running: false });
  expect(await project.hostPids()).toEqual([]);
  await project.call('ledger.post', { entry_type: 'finding', summary: 'written by the host' });
  const [pid] = await project.hostPids();
  const { sick, found } = await doctor(project);
  expect(sick).toEqual([]);
  expect(found).toMatchObject({
    node: { node: process.versions.node },
    project: { path: project.folder },
    trust: { trusted: true },
    host: {
      running: true,
      pid,
      background: true,
      address: 'socket',
      since: expect.stringMatching(/^\d{4}-/),
    },
    database: { state: 'sound' },
  });
  // It lets go of the project after a while without a write, which a busy machine may take to ask.
  expect({ writer_pid: pid, ...found.writer }).toMatchObject({ writer_pid: pid });
  // The studio's first aid says the same, of the host by the host itself.
  const { findings } = (await project.call('diagnostics.get', {})) as { findings: Finding[] };
  for (const check of ['socket', 'host'])
    expect(findings).toContainEqual({ check, says: found[check]?.says });
  const words = await project.weft(['doctor']);
  expect([words.code, words.stdout]).toEqual([
    0,
    expect.stringContaining(`process ${pid}, in the background`),
  ]);
});

it('says what to do where there is no project', async () => {
  const project = await hostedProject();
  const run = await runWeftHere(['doctor'], { ...project.place, cwd: dirname(project.folder) });
  expect([run.code, run.stdout]).toEqual([
    1,
    expect.stringContaining('there is no project here\n      to do: '),
  ]);
});

it('finds a project that is not trusted', async () => {
  const project = await hostedProject();
  expect((await project.weft(['trust', '--revoke'])).code).toBe(0);
  expect((await doctor(project)).sick).toEqual(['trust']);
});

it('finds that no socket can be made, unless no host is wanted', async () => {
  const project = await hostedProject();
  const hosts = join(project.userDataDir, 'hosts');
  await mkdir(hosts, { recursive: true });
  await chmod(hosts, 0o755);
  const { sick, found } = await doctor(project);
  expect([sick, found.socket?.says]).toEqual([['socket'], expect.stringContaining('is not private to you')]);
  expect((await doctor(project, ['--no-host'])).sick).toEqual([]);
});

it('names a host that does not answer', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const [pid = 0] = await project.hostPids();
  process.kill(pid, 'SIGSTOP');
  try {
    const { sick, found } = await doctor(project);
    expect([sick, found.host]).toEqual([['host'], expect.objectContaining({ pid, running: false })]);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

it('names no process of another container, and knows whether it is gone', async () => {
  const project = await hostedProject();
  const place = await announceGoneHost(project, { machine: 'elsewhere' });
  const lock = await takeSystemLock({ root: place.folder, path: place.lock }, { patienceMs: 0, pauseMs: 0 });
  const silent = await doctor(project);
  expect([silent.sick, silent.found.host]).toEqual([
    ['host'],
    expect.not.objectContaining({ pid: process.pid }),
  ]);
  const { says, todo } = silent.found.host ?? {};
  expect(says).toBe('a process on elsewhere is the host, but does not answer');
  expect(todo).not.toContain(String(process.pid));
  lock?.release();
  const gone = await doctor(project);
  expect([gone.sick, gone.found.host?.says]).toEqual([[], expect.stringContaining('is gone')]);
  expect(existsSync(place.file)).toBe(true);
});

it('names who has the right to write and is not the host', async () => {
  const project = await hostedProject();
  await project.weft(['call', 'ledger.post', '-', '--no-host'], { entry_type: 'finding', summary: 'first' });
  const lock = await acquireWriterLock(join(project.folder, databaseFile), 0, project.folder);
  onTestFinished(() => lock.release());
  const { sick, found } = await doctor(project);
  expect([sick, found.writer]).toEqual([['writer'], expect.objectContaining({ writer_pid: process.pid })]);
});

it('finds a damaged database, and leaves it as it is', async () => {
  const project = await hostedProject();
  await project.weft(['call', 'ledger.post', '-', '--no-host'], { entry_type: 'finding', summary: 'first' });
  const file = await open(join(project.folder, databaseFile), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096);
  await file.close();
  expect((await doctor(project)).sick).toEqual(['database']);
  expect((await doctor(project)).sick).toEqual(['database']);
});
