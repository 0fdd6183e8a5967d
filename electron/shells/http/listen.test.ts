import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { listenOnSocket } from './listen.ts';

it.skipIf(process.platform === 'win32')(
  "a socket is its user's alone, whatever folder it stands in",
  async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    const path = join(temporaryFolder(), 'a.sock');
    await listenOnSocket(server, path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  },
);
