import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../test/support/zip.ts';
import { openZip, zipLimits } from './read-zip.ts';

async function readAll(archive: Buffer): Promise<unknown[]> {
  const opened = openZip(archive);
  if ('reason' in opened) return [opened.reason];
  return Promise.all(
    opened.members.map(async ({ path, read }) => {
      const found = await read();
      return [path, 'reason' in found ? found.reason : found.content.toString()];
    }),
  );
}

describe('an archive', () => {
  it.each([false, true])('gives its files back, with numbers of large ones: %s', async wide => {
    const content = fc.string({ unit: 'grapheme', maxLength: 200 });
    const path = fc.stringMatching(/^[a-zé]{1,9}\.json$/);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ path, content }), { maxLength: 4 }), async files => {
        expect(await readAll(zipOf(files, { wide }))).toEqual(files.map(one => [one.path, one.content]));
      }),
      { numRuns: 40 },
    );
  });

  it('that is damaged anywhere is told, and never takes the program with it', async () => {
    const whole = zipOf([{ path: 'a.json', content: '[1, 2, 3]'.repeat(50) }]);
    const right = await readAll(whole);
    let told = 0;
    for (let at = 0; at < whole.length; at += 1) {
      const broken = Buffer.from(whole);
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      const found = JSON.stringify(await readAll(broken));
      if (found !== JSON.stringify(right)) told += 1;
      // Whatever is read as a file's content is that content.
      expect(found.includes('[1, 2') && !found.includes('[1, 2, 3]'.repeat(50))).toBe(false);
      await readAll(whole.subarray(0, at));
    }
    expect(told).toBeGreaterThan(60);
  });

  it.each([
    ['that says less than it unpacks to', { unpacked: 10 }, 'is damaged'],
    ['that says more than it unpacks to', { unpacked: 20_000_000 }, 'is damaged'],
    [
      'that says more than is read',
      { unpacked: zipLimits.memberBytes + 1 },
      'is larger than 64 MiB unpacked',
    ],
    ['with another checksum', { crc: 1 }, 'is damaged'],
    ['that is encrypted', { flags: 1 }, 'is encrypted'],
    ['packed in another way', { method: 14 }, 'is packed in a way that is not read'],
  ])('with a file %s', async (_, says, reason) => {
    const bomb = 'a'.repeat(10_000_000);
    expect(await readAll(zipOf([{ path: 'a.json', content: bomb, says }]))).toEqual([['a.json', reason]]);
  });
});
