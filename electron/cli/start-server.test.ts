import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of one that listens at a port
  server.close();
  await once(server, 'close');
  return port;
}

it('a server whose token cannot be left in a file says so, and is gone', async () => {
  const [port, userDataDir] = [await freePort(), temporaryFolder()];
  // Who may write everything is stopped by a folder in the way.
  await mkdir(join(userDataDir, `token-${port}`, 'in-the-way'), { recursive: true });
  const { code, stderr } = await runSourceCommand(['serve', '--port', String(port)], { userDataDir });
  expect([code, stderr]).toEqual([3, expect.stringContaining('token')]);
  const socket = connect(port, '127.0.0.1');
  const [refused] = await once(socket, 'error');
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
});
