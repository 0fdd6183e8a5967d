import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hostPlace } from '../../../electron/host/host-place.ts';
import { answerMs, joinHost } from '../../../electron/host/join-host.ts';
import { type HostedProject, untilGone } from '../../support/hosted-project.ts';
import { hostedProject, startAgent } from '../../support/hosts.ts';
import { isLong } from '../../support/property-runs.ts';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';

// What a door does where it cannot have a host, or not this one: docs/reference/host.md.

const post = (summary: string) => ({ entry_type: 'finding', summary });
const alone = /^weft: works without the host of the project: [^\n]+; see "weft doctor"\n$/;

/** A write and what reads it, each by a command of its own. */
async function expectWorksAlone(project: HostedProject): Promise<void> {
  const wrote = await project.weft(['call', 'ledger.post', '-'], post('alone'));
  expect([wrote.code, JSON.parse(wrote.stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
  expect(wrote.stderr).toMatch(alone);
  const read = await project.weft(['call', 'ledger.export']);
  expect([read.code, read.stdout]).toEqual([0, expect.stringContaining('alone')]);
  expect(read.stderr).toMatch(alone);
  const quiet = await project.weft(['call', 'project.info', '--no-host']);
  expect([quiet.code, quiet.stderr]).toEqual([0, '']);
}

/** Changes what is announced of the host that runs. */
async function announceAs(project: HostedProject, owner: object): Promise<void> {
  const { file } = hostPlace(project.userDataDir, project.folder);
  const [token, said = ''] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, `${token}\n${JSON.stringify({ ...JSON.parse(said), ...owner })}\n`);
}

it('reads and writes alone in a home that cannot be written, and says so once', async () => {
  const project = await hostedProject();
  const hosts = join(project.userDataDir, 'hosts');
  // Who may write everything is stopped by a file in the way.
  await writeFile(hosts, '');
  await chmod(project.userDataDir, 0o500);
  onTestFinished(async () => {
    await chmod(project.userDataDir, 0o700);
    await rm(hosts);
  });
  await expectWorksAlone(project);
  const agent = startAgent(project);
  expect(await agent.tool('twining_post', post('by an agent'))).not.toMatchObject({ isError: true });
});

it('refuses a folder of sockets that others can enter, and works alone', async () => {
  const project = await hostedProject();
  const hosts = join(project.userDataDir, 'hosts');
  await mkdir(hosts, { recursive: true });
  await chmod(hosts, 0o755);
  await expectWorksAlone(project);
  expect([await readdir(hosts), (await stat(hosts)).mode & 0o777]).toEqual([[], 0o755]);
});

it('works alone beside a host that is silent, and says so once', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const [pid = 0] = await project.hostPids();
  process.kill(pid, 'SIGSTOP');
  try {
    await expectWorksAlone(project);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect(await project.hostPids()).toEqual([pid]);
});

it('asks a silent host for what runs in it until it answers, and answers nothing in its place', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const [pid = 0] = await project.hostPids();
  process.kill(pid, 'SIGSTOP');
  const asked = project.weft(['call', 'work.list']);
  const sync = { collection: 'docs', folder: '.', watch: true };
  const followed = project.weft(['call', 'documents.sync', '-'], sync);
  // Longer than a host has to answer.
  await new Promise(resume => setTimeout(resume, 1.5 * answerMs));
  process.kill(pid, 'SIGCONT');
  expect(await asked).toMatchObject({ code: 0, stderr: '' });
  expect(await followed).toMatchObject({ code: 0, stderr: '' });
  // By the host, and not by the command, which has ended.
  expect(await project.call('documents.syncStatus')).toMatchObject({ syncs: [{ collection: 'docs' }] });
});

it('waits for no host where none can be started, and leaves no word of one that is', async () => {
  const project = await hostedProject();
  const options = { userDataDir: project.userDataDir, project: project.folder, version: '1.0.0' };
  const start = () => {
    throw new Error('too many open files');
  };
  expect(await joinHost({ ...options, start })).toEqual({
    why: 'no host can be started: too many open files',
  });
  expect(await readdir(join(project.userDataDir, 'hosts'))).toEqual([]);
});

it('ends an older host and starts another one, with nothing lost', async () => {
  const project = await hostedProject();
  await project.call('ledger.post', post('to the older one'));
  const [first = 0] = await project.hostPids();
  await announceAs(project, { version: '0.0.1' });
  await project.call('ledger.post', post('to the newer one'));
  const pids = await project.hostPids();
  expect([pids.length, await project.hostPid()]).toEqual([2, pids[1]]);
  await untilGone(first);
  const ledger = JSON.stringify(await project.call('ledger.export'));
  expect(['to the older one', 'to the newer one'].map(text => ledger.includes(text))).toEqual([true, true]);
});

it('asks a newer host of the same protocol, and of a newer one says what to update', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const [pid] = await project.hostPids();
  await announceAs(project, { version: '99.0.0' });
  const asked = await project.weft(['call', 'project.info']);
  expect([asked.code, asked.stderr, await project.hostPids()]).toEqual([0, '', [pid]]);
  await announceAs(project, { protocol: 99 });
  const refused = await project.weft(['call', 'project.info']);
  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    2,
    '',
    expect.stringMatching(
      /^weft: the host of .* is of Weft 99\.0\.0, which this Weft .* cannot ask; update this one\n$/,
    ),
  ]);
  const doctor = await project.weft(['doctor']);
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringContaining('to do: update this Weft to 99.0.0'),
  ]);
});

it.runIf(isLong)('a server without the host is none, and ends none', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const [host = 0] = await project.hostPids();
  const server = startWeft(['serve', '--port', '0', '--no-host'], project.place);
  onTestFinished(() => void server.kill('SIGTERM'));
  await waitForOutput(server, /studio: /);
  expect(await project.hostPid()).toBe(host);
  server.kill('SIGTERM');
  await untilGone(server.pid ?? 0);
  expect(await project.hostPids()).toEqual([host]);
});
