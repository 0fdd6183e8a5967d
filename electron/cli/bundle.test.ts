import { createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

it('verifies with the public key in each of its forms, given itself or by its file, and says which it takes', async () => {
  const cwd = temporaryFolder();
  const place = { cwd, userDataDir: temporaryFolder() };
  const weft = (...values: string[]) => runSourceCommand([...values, '--trust', '--no-host'], place);
  await weft('new', 'p');
  const short = (await weft('bundle', '--new-key', 'key.pem')).stdout.trim();
  await weft('bundle', '--key', 'key.pem', '--out', 'team.json', '--project', 'p');
  const pem = createPublicKey(readFileSync(join(cwd, 'key.pem'), 'utf8')).export({
    type: 'spki',
    format: 'pem',
  });
  writeFileSync(join(cwd, 'public.pem'), pem);
  writeFileSync(join(cwd, 'public.txt'), `${short}\n`);
  writeFileSync(join(cwd, 'public.pub'), 'ssh-ed25519 AAAA somebody\n');
  const verify = (key: string) => weft('bundle', '--verify', 'team.json', '--public-key', key);
  for (const key of [short, pem.toString(), 'public.pem', 'public.txt'])
    expect(await verify(key)).toMatchObject({ code: 0, stderr: '' });
  const oneLine = (words: string) => ({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^weft: ${words}[^\\n]*\\n$`)),
  });
  expect(await verify('public.pub')).toEqual(oneLine('the public key is no Ed25519 key; give the one that'));
  expect(await verify('gone.pem')).toEqual(oneLine('gone.pem: the key cannot be read'));
});
