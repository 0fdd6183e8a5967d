import { expect, it } from 'vitest';
import { benignFolders, codeTexts, logText } from '../../test/support/benign-texts.ts';
import { createSeededRandom } from '../../test/support/seeded-random.ts';
import { redact } from './redact.ts';

const seed = Number(globalThis.process?.env.WEFT_SEED ?? 20_261_123);

/** Lines in which something was taken for a secret, with what it was. */
function wrongLines(text: string): string[] {
  const { findings } = redact(text);
  const lines = new Map(
    findings.map(({ kind, start, end }) => [
      text.lastIndexOf('\n', start),
      `${kind}: ${text.slice(text.lastIndexOf('\n', start) + 1, end)}`,
    ]),
  );
  return [...lines.values()];
}

it('of 1,000 lines of code at most one is changed', () => {
  let count = 0;
  const wrong: string[] = [];
  for (const { path, text } of codeTexts(benignFolders)) {
    count += text.split('\n').length;
    wrong.push(...wrongLines(text).map(line => `${path} ${line}`));
  }
  expect(count).toBeGreaterThan(100_000);
  expect((wrong.length / count) * 1000, wrong.slice(0, 20).join('\n')).toBeLessThanOrEqual(1);
});

it(`of 1,000 lines of logs at most one is changed (seed ${seed})`, () => {
  const count = 20_000;
  const wrong = wrongLines(logText(createSeededRandom(seed), count));
  expect((wrong.length / count) * 1000, wrong.slice(0, 20).join('\n')).toBeLessThanOrEqual(1);
});

it('and a line with a secret is counted', () => {
  expect(wrongLines('a\nDB_PASSWORD=hunter2-hunter2\nb')).toEqual([
    'assignment: DB_PASSWORD=hunter2-hunter2',
  ]);
});
