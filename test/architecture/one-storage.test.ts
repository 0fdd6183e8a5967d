import { expect, it } from 'vitest';
import { isProduct, readText, sourcePaths } from './source-tree.ts';

const storages = /\b(?:localStorage|sessionStorage|indexedDB)\b/;
/** What the comments say is left out. */
const uses = (text: string): boolean => storages.test(text.replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, ''));

it('the studio has what its browser keeps from one module, which knows that it may keep nothing', () => {
  const files = sourcePaths().filter(path => path.startsWith('renderer/') && isProduct(path));
  expect(files.filter(path => uses(readText(path)))).toEqual(['renderer/browser-storage.ts']);
});

it('control: who takes it by itself is found', () => {
  const texts = ["localStorage.getItem('a')", 'window.sessionStorage', '// as localStorage has it'];
  expect(texts.map(uses)).toEqual([true, true, false]);
});
