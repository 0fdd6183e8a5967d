import { expect, it } from 'vitest';
import { parseSource } from './parse-source.ts';

const source = `
import type { A } from './a.ts';
import { type B, c } from './b.ts';
import './c.css';
export { d } from './d.ts';
export * from '@scope/e/part';
type F = import('./f.ts').F;
const worker = new URL('./g.worker.ts', import.meta.url);
const text = "import './no.ts'"; // import './neither.ts'
export function first() {
  return import('./h.ts');
}
const second = () => {
  function third() {
    console.log(text);
  }
  third();
};
const fixed = [1] as const;
const cast = fixed as unknown;
export default second;
`;

it('finds every import, the size of functions, default exports and the console', () => {
  expect(parseSource('example.ts', source)).toEqual({
    references: [
      { specifier: './a.ts', typeOnly: true, names: ['A'] },
      { specifier: './b.ts', typeOnly: false, names: ['B', 'c'] },
      { specifier: './c.css', typeOnly: false, names: [] },
      { specifier: './d.ts', typeOnly: false, names: ['d'] },
      { specifier: '@scope/e/part', typeOnly: false, names: ['*'] },
      { specifier: './f.ts', typeOnly: true, names: ['*'] },
      { specifier: './h.ts', typeOnly: false, names: ['*'] },
      { specifier: './g.worker.ts', typeOnly: false, names: [] },
    ],
    functions: [
      { name: 'first', lines: 3, ownLines: 3 },
      { name: 'second', lines: 6, ownLines: 3 },
      { name: 'third', lines: 3, ownLines: 3 },
    ],
    casts: 1,
    exports: ['d', 'first'],
    hasDefaultExport: true,
    streams: ['console'],
    openSwitches: [],
    memories: [],
  });
});

it('finds the names that are exported, and those that are taken, by whatever name they go here', () => {
  const named = `
import whole, { one as first, type Two } from './a.ts';
import * as all from './b.ts';
export { three as third, type Four } from './c.ts';
export const { five, six: [seven] } = all;
export class Eight {}
export async function nine() {}
export { first as ten, type Two };
export interface Eleven {}
export type Twelve = typeof whole;
`;
  const { references, exports } = parseSource('example.ts', named);
  expect(references.map(({ names }) => names)).toEqual([['*', 'one', 'Two'], ['*'], ['three', 'Four']]);
  expect(exports.toSorted()).toEqual([
    'Eight',
    'Eleven',
    'Four',
    'Twelve',
    'Two',
    'five',
    'nine',
    'seven',
    'ten',
    'third',
  ]);
});

it('finds what a module itself keeps, and not what is constant or goes with a call', () => {
  const kept = `
const seen = new WeakMap<object, number>();
export const known = new Map<string, number>();
const none: ReadonlyMap<string, number> = new Map();
const words = new Set(['a', 'b']);
function count() {
  const found = new Map<string, number>();
  return found;
}
`;
  expect(parseSource('example.ts', kept).memories).toEqual(['seen', 'known']);
});

it('finds every way to the streams of the process, and none to those of a child', () => {
  const ways = `
import { Console } from 'node:console';
process.stdout.write('');
globalThis.process['stderr'].write('');
const { stdout, stderr: told } = process;
spawn('x', [], { stdio: 'inherit' });
fs.writeSync(1, 'x');
writeFileSync('/dev/tty', 'x');
console.log('x');
const { stdout: own } = await run('git');
child.stderr.on('data', told);
text.slice(1, 2);
`;
  expect(parseSource('ways.ts', ways).streams.toSorted()).toEqual(
    [
      '/dev/tty',
      'console',
      'inherit',
      'node:console',
      'process.stderr',
      'process.stderr',
      'process.stdout',
    ].concat(['process.stdout', 'writeSync(1)']),
  );
});

it('refuses a file that does not parse, by name', () => {
  expect(() => parseSource('broken.ts', 'const = 1')).toThrow(/^broken\.ts does not parse/);
});
