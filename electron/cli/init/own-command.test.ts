import { symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { ownCommand } from './own-command.ts';

const byFile = (distDir: string, caveat: string) => ({
  program: '/usr/bin/node',
  values: [join(distDir, 'cli.cjs')],
  env: {},
  caveat: expect.stringContaining(caveat),
});

it('names weft where the PATH of everybody leads to it, and its file where npm or npx alone do', async () => {
  const folder = temporaryFolder();
  const installed = join(folder, 'lib/dist');
  const cached = join(folder, '_npx/1/node_modules/@weft/studio/dist');
  await writeTree(folder, {
    'lib/dist/cli.cjs': '',
    'bin/.kept': '',
    'repository/node_modules/.bin/.kept': '',
    '_npx/1/node_modules/.bin/.kept': '',
    '_npx/1/node_modules/@weft/studio/dist/cli.cjs': '',
  });
  const everybodys = join(folder, 'bin');
  const ofRepository = join(folder, 'repository/node_modules/.bin');
  const ofCache = join(folder, '_npx/1/node_modules/.bin');
  symlinkSync(join(installed, 'cli.cjs'), join(everybodys, 'weft'));
  symlinkSync(join(installed, 'cli.cjs'), join(ofRepository, 'weft'));
  symlinkSync(join(cached, 'cli.cjs'), join(ofCache, 'weft'));
  const commandOf = (distDir: string, ...folders: string[]) =>
    ownCommand({
      env: { PATH: folders.join(delimiter) },
      platform: 'linux',
      distDir,
      execPath: '/usr/bin/node',
      isElectron: false,
    });

  const weft = { program: 'weft', values: [], env: {} };
  expect(commandOf(installed, everybodys)).toEqual(weft);
  expect(commandOf(installed, ofRepository, everybodys)).toEqual(weft);
  expect(commandOf(installed, ofRepository)).toEqual(byFile(installed, 'by its path on this machine'));
  expect(commandOf(installed, `${ofRepository}/`)).toEqual(byFile(installed, 'by its path on this machine'));
  expect(commandOf(cached, ofCache)).toEqual(byFile(cached, 'in a cache of npx'));
  expect(commandOf(cached, ofCache, everybodys)).toEqual(byFile(cached, 'in a cache of npx'));
});
