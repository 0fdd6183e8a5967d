import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { identifyProcess, isRunning, readProcessStart } from './process-start.ts';

/** A process that runs until its input ends. */
const startCat = () => spawn(process.execPath, ['-e', 'process.stdin.resume()']);

it('a process is running until it ends', async () => {
  const child = startCat();
  const identity = await identifyProcess(child.pid);
  const before = await isRunning(identity);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect([before, await isRunning(identity)]).toEqual([true, false]);
});

it('another process with the same number is not it', async () => {
  const me = await identifyProcess();
  expect(await isRunning({ ...me, started: 'another boot 1' })).toBe(false);
  expect(await isRunning({ ...me, started: null })).toBe(true);
});

it('of another machine or container nothing is said', async () => {
  const me = await identifyProcess();
  expect(await isRunning({ ...me, machine: 'elsewhere', pid: 2 ** 30 })).toBeUndefined();
});

it.runIf(spawnSync('ps', ['-V']).status === 0)('where there is no /proc, ps tells', async () => {
  const child = startCat();
  const [mine, theirs] = [
    await readProcessStart(process.pid, 'darwin'),
    await readProcessStart(child.pid ?? 0, 'darwin'),
  ];
  child.kill();
  await once(child, 'exit');
  expect([mine, theirs, await readProcessStart(child.pid ?? 0, 'darwin')]).toEqual([
    expect.stringMatching(/\d\d:\d\d:\d\d \d{4}$/),
    expect.stringMatching(/\d\d:\d\d:\d\d \d{4}$/),
    undefined,
  ]);
});
