import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { type HostedProject, untilGone } from '../../support/hosted-project.ts';
import { hostedProject, startAgent } from '../../support/hosts.ts';
import { isLong } from '../../support/property-runs.ts';
import { repository, runWeft } from '../../support/run-weft.ts';

// The desktop as a host, with a stand-in for Electron: docs/reference/host.md.

/** The built desktop program on a project, in a process of its own. */
async function startDesktop(project: HostedProject): Promise<number> {
  const program = pathToFileURL(join(repository, 'test/support/electron-program.ts')).href;
  const desktop = spawn(process.execPath, [join(repository, 'dist/main.js'), `--project=${project.folder}`], {
    cwd: project.folder,
    // What it starts has it as well.
    env: {
      ...process.env,
      ...project.place.env,
      WEFT_USER_DATA: project.userDataDir,
      NODE_OPTIONS: `--import=${program}`,
    },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    if (desktop.exitCode !== null) return;
    const gone = once(desktop, 'exit');
    desktop.kill('SIGTERM');
    await gone;
  });
  await expect.poll(() => project.hostPid()).toBe(desktop.pid);
  return desktop.pid ?? 0;
}

const post = (summary: string) => ({ entry_type: 'finding', summary });

it('a window takes over from the host in the background, and when it closes its doors have another one before others can', async () => {
  const project = await hostedProject();
  const agent = startAgent(project);
  await agent.tool('twining_post', post('in the background'));
  const [first = 0] = await project.hostPids();
  const window = await startDesktop(project);
  await untilGone(first);
  expect(await agent.tool('twining_post', post('at the window'))).not.toMatchObject({ isError: true });
  process.kill(window, 'SIGTERM');
  await untilGone(window);
  // It waited for the window to let go, so it is the host already, or becomes it: nobody else has started one.
  expect(await agent.tool('twining_post', post('in the background again'))).not.toMatchObject({
    isError: true,
  });
  const hosts = await project.hostPids();
  expect([hosts.length, await project.hostPid()]).toEqual([2, hosts[1]]);
  expect(JSON.stringify(await project.call('ledger.list', {}))).toMatch(
    /(?=.*in the background")(?=.*at the window)(?=.*in the background again)/,
  );
  expect(await logOf(project)).not.toContain('could not start');
});

it.runIf(isLong)('a window that closes with nobody connected starts nobody', async () => {
  // A command in this process would leave a connection open for a moment.
  const project = await hostedProject({ run: runWeft });
  const window = await startDesktop(project);
  process.kill(window, 'SIGTERM');
  await untilGone(window);
  expect([await project.hostPids(), await project.hostPid()]).toEqual([[], undefined]);
});

async function logOf({ userDataDir }: HostedProject): Promise<string> {
  const folder = join(userDataDir, 'hosts');
  const names = (await readdir(folder)).filter(name => name.endsWith('.log'));
  return (await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))).join('');
}
