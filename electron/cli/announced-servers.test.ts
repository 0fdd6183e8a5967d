import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { identifyProcess } from '../platform/process-start.ts';
import { writeTokenFile } from '../shells/http/token-file.ts';
import { announceServer, findServers } from './announced-servers.ts';

const address = '127.0.0.1';

it('what a killed process left is removed by whoever looks or announces next, what others left is not', async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  const theirs = { ...(await identifyProcess(child.pid)), address };
  const mine = { ...(await identifyProcess()), address };
  const write = (port: number, owner: typeof mine) => writeTokenFile(folder, { port, token: 't', owner });
  await write(1, theirs);
  await write(2, { ...mine, machine: 'elsewhere' });
  await announceServer(folder, { port: 3, token: 't', address });
  const whileItRuns = [await readdir(folder), (await findServers(folder)).length];
  child.kill('SIGKILL');
  await once(child, 'exit');
  const found = (await findServers(folder)).length;
  // The number of the process is somebody else's now.
  await write(4, { ...mine, started: 'before the last boot' });
  await announceServer(folder, { port: 5, token: 't', address });
  expect([whileItRuns, found, await readdir(folder)]).toEqual([
    [['token-1', 'token-2', 'token-3'], 2],
    1,
    ['token-2', 'token-3', 'token-5'],
  ]);
});

it('the file of a server that takes the port meanwhile stays', async () => {
  const folder = temporaryFolder();
  const mine = { ...(await identifyProcess()), address };
  await writeTokenFile(folder, { port: 1, token: 'of the dead', owner: { ...mine, started: 'before' } });
  const looked = findServers(folder);
  await writeTokenFile(folder, { port: 1, token: 'of the living', owner: mine });
  await looked;
  expect((await findServers(folder)).length).toBe(1);
});
