import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hostPlace } from '../../../electron/host/host-place.ts';
import { answerMs, findHost } from '../../../electron/host/join-host.ts';
import { callThere } from '../../../electron/host/running-weft.ts';
import { takeSystemLock } from '../../../electron/storage/database/system-lock.ts';
import { openAtOnce, postByAgents } from '../../soak/host-work.ts';
import { untilGone } from '../../support/hosted-project.ts';
import { announceGoneHost, hostedProject, startAgent } from '../../support/hosts.ts';
import { isLong, sampled } from '../../support/property-runs.ts';
import { runWeftHere } from '../../support/run-command-here.ts';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';

// One process holds a project open, and every door asks it: docs/reference/host.md.

const post = (summary: string) => ({ entry_type: 'finding', summary });

/** The summaries of all entries that the project's ledger holds. */
async function summaries(project: Awaited<ReturnType<typeof hostedProject>>): Promise<string[]> {
  // As the contract has it.
  const { files } = (await project.call('ledger.export')) as { files: { path: string; content: string }[] };
  const lines =
    files
      .find(({ path }) => path.endsWith('blackboard.jsonl'))
      ?.content.trim()
      .split('\n') ?? [];
  return lines.map(line => String(JSON.parse(line).summary)).sort();
}

/** As many processes start at once. */
const doors = isLong ? 50 : 4;

it('many doors that open a cold project at the same moment make one host, and none is refused', async () => {
  const project = await hostedProject();
  expect(await openAtOnce(project, doors)).toEqual({ refused: [], lost: 0, hosts: 1 });
}, 240_000);

it.runIf(isLong)(
  'three agents over stdio post at once, and nothing of it is refused or lost',
  async () => {
    const project = await hostedProject();
    const postsEach = isLong ? 100 : 6;
    const found = await postByAgents(project, { agents: 3, postsEach, pauseMs: 0 });
    expect(found).toMatchObject({ posts: 3 * postsEach, refused: [], lost: 0 });
    expect(await project.hostPids()).toHaveLength(1);
  },
  120_000,
);

it('a host that is killed between two calls is replaced, and what it acknowledged is there', async () => {
  const project = await hostedProject();
  const agent = startAgent(project);
  await agent.tool('twining_post', post('before'));
  const [first = 0] = await project.hostPids();
  process.kill(first, 'SIGKILL');
  await untilGone(first);
  expect(await agent.tool('twining_post', post('after'))).not.toMatchObject({ isError: true });
  expect(await summaries(project)).toEqual(['after', 'before']);
  expect(await project.hostPids()).toHaveLength(2);
});

it('a server takes over from the host in the background, and leaves its clients another one', async () => {
  const project = await hostedProject();
  const agent = startAgent(project);
  await agent.tool('twining_post', post('in the background'));
  const [first = 0] = await project.hostPids();
  const server = startWeft(['serve', '--port', '0'], project.place);
  onTestFinished(() => void server.kill('SIGTERM'));
  await waitForOutput(server, /studio: /);
  await untilGone(first);
  expect(await project.hostPid()).toBe(server.pid);
  expect(await agent.tool('twining_post', post('at the server'))).not.toMatchObject({ isError: true });
  server.kill('SIGTERM');
  await untilGone(server.pid ?? 0);
  expect(await agent.tool('twining_post', post('in the background again'))).not.toMatchObject({
    isError: true,
  });
  expect(await summaries(project)).toEqual(['at the server', 'in the background', 'in the background again']);
});

it('a second server is the host once the first one has gone', async () => {
  const project = await hostedProject();
  const serve = async () => {
    const server = startWeft(['serve', '--port', '0'], project.place);
    onTestFinished(() => void server.kill('SIGTERM'));
    await waitForOutput(server, /studio: /);
    return server;
  };
  const first = await serve();
  const second = await serve();
  expect(await project.hostPid()).toBe(first.pid);
  const restarted = await project.weft(['host', 'restart']);
  expect([restarted.code, restarted.stdout]).toEqual([
    1,
    expect.stringMatching(/^the host of [^\n]* has a studio; close that one\n/),
  ]);
  first.kill('SIGTERM');
  await untilGone(first.pid ?? 0);
  await expect.poll(() => project.hostPid()).toBe(second.pid);
  second.kill('SIGTERM');
  await untilGone(second.pid ?? 0);
});

it('tells who the host is, ends it, starts another one and prints its log', async () => {
  const project = await hostedProject();
  expect(await project.weft(['host', 'status'])).toMatchObject({ code: 1 });
  await project.call('project.info');
  const [first] = await project.hostPids();
  expect(await project.hostPid()).toBe(first);
  const restarted = await project.weft(['host', 'restart', '--json']);
  expect([restarted.code, JSON.parse(restarted.stdout)]).toMatchObject([
    0,
    { stopped: true, connections: 0 },
  ]);
  const [, second] = await project.hostPids();
  expect(await project.hostPid()).toBe(second);
  expect((await project.weft(['host', 'log'])).stdout).toContain('the host has ended');
  expect((await project.weft(['host', 'stop'])).stdout).toContain('has ended');
  expect(await project.hostPid()).toBeUndefined();
});

it('a host that is too busy to answer for a while is restarted all the same', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const [first = 0] = await project.hostPids();
  process.kill(first, 'SIGSTOP');
  const restarted = project.weft(['host', 'restart', '--json']);
  // Longer than a host has to answer.
  await new Promise(resume => setTimeout(resume, 1.5 * answerMs));
  process.kill(first, 'SIGCONT');
  const { code, stdout } = await restarted;
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { stopped: true, running: true }]);
  const pids = await project.hostPids();
  expect([pids.length, await project.hostPid()]).toEqual([2, pids[1]]);
});

it('ends by itself when nobody has needed it for a while', async () => {
  const project = await hostedProject({ env: { WEFT_HOST_IDLE_MINUTES: '0.005' } });
  await project.call('project.info');
  const [pid = 0] = await project.hostPids();
  await untilGone(pid);
  expect((await project.weft(['host', 'log'])).stdout).toContain('nobody needs it');
});

it.each(['in the background', ...(isLong ? ['of a server'] : [])])(
  'a host %s leaves what stands in the place of its project to another one',
  async where => {
    const project = await hostedProject();
    if (where === 'of a server') {
      const server = startWeft(['serve', '--port', '0'], project.place);
      onTestFinished(() => void server.kill('SIGTERM'));
      await waitForOutput(server, /studio: /);
    }
    await project.call('ledger.post', post('before'));
    const first = (await project.hostPid()) ?? 0;
    await rename(project.folder, `${project.folder}-moved`);
    const opened = { path: project.folder, create: true };
    await runWeftHere(['call', 'project.open', '-', '--no-host'], {
      ...project.place,
      cwd: project.userDataDir,
      stdin: JSON.stringify(opened),
    });
    await project.call('ledger.post', post('after'));
    expect(await summaries(project)).toEqual(['after']);
    expect(await project.hostPid()).not.toBe(first);
    if (where === 'in the background') await untilGone(first);
  },
);

it.runIf(isLong)('ends when the folder of its project is gone', async () => {
  const project = await hostedProject({ env: { WEFT_HOST_IDLE_MINUTES: '0.05' } });
  const agent = startAgent(project);
  await agent.tool('twining_post', post('before'));
  const [pid = 0] = await project.hostPids();
  await rename(project.folder, `${project.folder}-moved`);
  // An agent is connected, so that it would not end for want of anybody.
  await untilGone(pid);
  await rename(`${project.folder}-moved`, project.folder);
  expect((await project.weft(['host', 'log'])).stdout).toContain('was moved, deleted or replaced');
  expect(await agent.tool('twining_post', post('after'))).not.toMatchObject({ isError: true });
  expect(await summaries(project)).toEqual(['after', 'before']);
});

it.each(sampled(['socket', 'file that tells of it'], 1))(
  'a host whose %s was removed makes room for another one, and nothing is lost',
  async what => {
    const project = await hostedProject();
    const agent = startAgent(project);
    await agent.tool('twining_post', post('before'));
    const [pid = 0] = await project.hostPids();
    const { file, socket } = hostPlace(project.userDataDir, project.folder);
    await rm(what === 'socket' ? socket : file);
    // An agent is connected, so that it would not end for want of anybody.
    await untilGone(pid);
    expect((await project.weft(['host', 'log'])).stdout).toContain('was removed or replaced');
    expect(await agent.tool('twining_post', post('after'))).not.toMatchObject({ isError: true });
    expect(await summaries(project)).toEqual(['after', 'before']);
  },
);

it.skipIf(!isLong)('a server whose socket was removed is found again', async () => {
  const project = await hostedProject();
  const server = startWeft(['serve', '--port', '0'], project.place);
  onTestFinished(() => void server.kill('SIGTERM'));
  await waitForOutput(server, /studio: /);
  const { socket } = hostPlace(project.userDataDir, project.folder);
  await rm(socket);
  await expect.poll(() => existsSync(socket)).toBe(true);
  await project.call('ledger.post', post('after'));
  expect(await project.hostPid()).toBe(server.pid);
});

it.runIf(isLong)(
  'works where the path of the project is longer than the path of a socket may be',
  async () => {
    const project = await hostedProject({
      home: join(process.env.TMPDIR ?? '/tmp', 'weft-long', 'u'.repeat(120)),
    });
    await project.call('ledger.post', post('far away'));
    expect(await summaries(project)).toEqual(['far away']);
    expect(await project.hostPid()).toBeGreaterThan(0);
  },
);

it('replaces a host whose process is gone or is another one by now', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const [first = 0] = await project.hostPids();
  process.kill(first, 'SIGKILL');
  await untilGone(first);
  await announceGoneHost(project, { started: 'another time' });
  await project.call('ledger.post', post('after the dead one'));
  expect(await project.hostPids()).toHaveLength(2);
});

it('replaces a host of another container that is gone, and takes none that has the lock for gone', async () => {
  const project = await hostedProject();
  const place = await announceGoneHost(project, { machine: 'elsewhere' });
  const lock = await takeSystemLock({ root: place.folder, path: place.lock }, { patienceMs: 0, pauseMs: 0 });
  const { stderr } = await project.weft(['call', 'project.info']);
  expect(stderr).toContain('the host of this project (of another machine or container) does not answer');
  expect((await project.weft(['host', 'stop'])).stdout).toContain('does not answer');
  lock?.release();
  expect((await project.weft(['call', 'project.info'])).stderr).toBe('');
  expect(await project.hostPids()).toHaveLength(1);
  expect((await project.weft(['host', 'stop'])).code).toBe(0);
  await announceGoneHost(project, { machine: 'elsewhere', background: false });
  expect((await project.weft(['host', 'stop'])).stdout).toMatch(/^no host of .* runs$/m);
});

it.runIf(isLong)('a server is the host after one that was killed', async () => {
  const project = await hostedProject();
  const serve = async () => {
    const server = startWeft(['serve', '--port', '0'], project.place);
    onTestFinished(() => void server.kill('SIGTERM'));
    await waitForOutput(server, /studio: /);
    return server;
  };
  const first = await serve();
  expect(await project.hostPid()).toBe(first.pid);
  first.kill('SIGKILL');
  await untilGone(first.pid ?? 0);
  const second = await serve();
  expect(await project.hostPid()).toBe(second.pid);
  await project.call('ledger.post', post('at the second one'));
  expect(await project.hostPids()).toEqual([]);
});

it('asks nobody through a folder that is not private, and works by itself', async () => {
  const project = await hostedProject();
  await mkdir(join(project.userDataDir, 'elsewhere'), { recursive: true });
  await symlink(join(project.userDataDir, 'elsewhere'), join(project.userDataDir, 'hosts'));
  await project.call('ledger.post', post('alone'));
  expect(await readdir(join(project.userDataDir, 'elsewhere'))).toEqual([]);
  expect(await summaries(project)).toEqual(['alone']);
});

it('works by itself where it is told to', async () => {
  const project = await hostedProject();
  expect((await project.weft(['call', 'ledger.post', '-', '--no-host'], post('alone'))).code).toBe(0);
  expect(await project.hostPids()).toEqual([]);
});

it('gives an agent that may only read no more by its host than by itself', async () => {
  const project = await hostedProject();
  const [reading, writing] = [startAgent(project, ['--read-only']), startAgent(project)];
  expect(await reading.tools()).not.toContain('twining_post');
  expect(await writing.tools()).toContain('twining_post');
  await project.call('project.info');
  const found = await findHost(project.userDataDir, project.folder);
  if (found === undefined) throw new Error('there is no host');
  const reply = await callThere(found.way, { door: 'mcp', access: 'read' }, 'ledger.post', post('no'));
  expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
});
