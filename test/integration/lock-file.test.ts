import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../support/run-weft.ts';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly resolved?: string;
}

const lockFile = async (): Promise<Readonly<Record<string, Locked>>> => {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    await readFile(join(repository, 'package-lock.json'), 'utf8'),
  );
  return lock.packages;
};

/** An install on one platform may leave the others' packages out; `npm ci` then refuses the lock file, everywhere. */
it('the lock file names the optional packages of every platform', async () => {
  const packages = await lockFile();
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      name => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

it('the lock file names no host to fetch from', async () => {
  const packages = await lockFile();
  expect(Object.keys(packages).filter(path => packages[path]?.resolved !== undefined)).toEqual([]);
});
