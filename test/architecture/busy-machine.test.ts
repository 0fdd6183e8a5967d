import { expect, it } from 'vitest';
import { readText, sourcePaths } from './source-tree.ts';

/** What a test needs on a machine that is busy with other things, at least. */
const leastMs = 30_000;

/** Where soon giving up is the way to find something. */
const givesUpSoon = ['test/e2e/long/every-button.test.ts'];

const isTest = (path: string): boolean =>
  /\.test\.tsx?$|^test\/(?:e2e\/)?support\//.test(path) && path !== 'test/architecture/busy-machine.test.ts';

/** What of a test a busy machine would make fail: limits that do more than to catch what hangs, and judged times. */
function hasty(text: string): string[] {
  const limits = [...text.matchAll(/\btimeout: ([\d_]+)|DefaultTimeout\(([\d_]+)|^ *\}, ([\d_]{4,})\);/gm)];
  const short = limits.filter(([, ...found]) => Number(found.join('').replaceAll('_', '')) < leastMs);
  // They give up after a second; `expect.poll` after the limit of the configuration.
  const waits = text.matchAll(/\bvi\.wait(?:For|Until)\(/g);
  const judged = text.matchAll(/expect\(.*(?:performance\.now|Date\.now|hrtime|[cC]puUsage).*/g);
  return [...short, ...waits, ...judged].map(([found]) => found.trim());
}

it('no test has a limit that a busy machine would pass, or judges by a clock', () => {
  const paths = sourcePaths().filter(isTest);
  expect(paths.length).toBeGreaterThan(400);
  const found = paths
    .filter(path => !givesUpSoon.includes(path))
    .flatMap(path => hasty(readText(path)).map(what => `${path}: ${what}`));
  expect(found).toEqual([]);
});

it('control: each of them is found', () => {
  const samples = [
    "it('waits', { timeout: 5_000 }, async () => {});",
    '  }, 10_000);',
    'page.setDefaultTimeout(15_000);',
    'await vi.waitFor(() => expect(seen).toBe(1));',
    'expect(performance.now() - begun).toBeLessThan(50);',
  ];
  expect(samples.map(text => hasty(text).length)).toEqual([1, 1, 1, 1, 1]);
  expect(hasty("it('waits', { timeout: 600_000 }, async () => {});")).toEqual([]);
});
