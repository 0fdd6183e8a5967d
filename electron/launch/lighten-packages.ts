import { globSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What packages bring that nothing of ours reads: a quarter of what `npm ci` puts on the disk. */
const unread = [
  // Sources of what is not debugged here.
  '**/*.map',
  // C headers, for who compiles against this Node.
  'node/node_modules/node-*/include/**',
  // Tests of the packages themselves.
  '@tensorflow/*/dist/**/*_test.{js,d.ts}',
];

/** Takes it out of a `node_modules`; the number of files, and how many bytes they were. */
export function lightenPackages(folder: string): { readonly files: number; readonly bytes: number } {
  const files = globSync(unread, { cwd: folder })
    .map(path => join(folder, path))
    .filter(path => lstatSync(path).isFile());
  let bytes = 0;
  for (const path of files) {
    bytes += lstatSync(path).size;
    rmSync(path);
  }
  return { files: files.length, bytes };
}

if (import.meta.main) {
  const { files, bytes } = lightenPackages(join(import.meta.dirname, '../../node_modules'));
  if (files > 0)
    process.stdout.write(
      `${files} files that nothing reads were left out, ${Math.round(bytes / 2 ** 20)} MB\n`,
    );
}
