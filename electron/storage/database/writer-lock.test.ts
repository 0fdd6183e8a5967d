import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { acquireWriterLock, findWriter } from './writer-lock.ts';

const todo = 'has this project open for writing; do it there, or close it and try again';

it('is had by one at a time, who is named to others as far as that is known', async () => {
  const path = join(temporaryFolder(), 'weft.sqlite');
  const holder = `${path}.writer`;
  expect(await findWriter(path)).toBeUndefined();
  const lock = await acquireWriterLock(path, 0);
  expect(lock.wasClosedCleanly).toBe(true);
  expect(JSON.parse(readFileSync(holder, 'utf8'))).toEqual({ pid: process.pid });
  const own = { told: `another Weft (process ${process.pid})`, pid: process.pid };
  const unknown = { told: 'another Weft', pid: undefined };
  for (const [text, { told, pid }] of [
    [undefined, own],
    ['{"pid":"x"}', unknown],
    ['[1]', unknown],
    ['{', unknown],
    [null, unknown],
  ] as const) {
    if (text === null) rmSync(holder);
    else if (text !== undefined) writeFileSync(holder, text);
    const error = await acquireWriterLock(path, 0).catch((thrown: unknown) => thrown);
    expect(error, `${text}`).toMatchObject({ code: 'busy', message: `${told} ${todo}` });
    expect(error).toHaveProperty('details.pid', pid);
    expect(await findWriter(path)).toEqual(pid === undefined ? {} : { pid });
  }
  await lock.release();
  expect(await findWriter(path)).toBeUndefined();
});

it('tells of who had it before and died, and of nobody who closed', async () => {
  const path = join(temporaryFolder(), 'weft.sqlite');
  for (const left of ['{"pid":1}', '']) {
    writeFileSync(`${path}.writer`, left);
    const lock = await acquireWriterLock(path, 0);
    expect(lock.wasClosedCleanly).toBe(false);
    await lock.release();
    expect(existsSync(`${path}.writer`)).toBe(false);
  }
});
