import { expect, it } from 'vitest';
import { readText, sourcePaths } from './source-tree.ts';

const copies = /navigator\.clipboard|press\('(?:Control|ControlOrMeta|Meta)\+[cvx]'/;
const held = /withClipboard\(async \(\) => \{.*?\n\s*\}\);/gs;

/** Copies or pastes where another test may do so at the same time. */
const isOpen = (text: string): boolean => copies.test(text.replaceAll(held, ''));

it('end-to-end tests that copy or paste have the clipboard, which all pages share, to themselves', () => {
  const files = sourcePaths().filter(path => /^test\/e2e\/.*\.test\.ts$/.test(path));
  expect(files.filter(path => copies.test(readText(path))).length).toBeGreaterThan(3);
  expect(files.filter(path => isOpen(readText(path)))).toEqual([]);
});

it('control: one that does not is found, also behind one that does', () => {
  const press = "  await page.keyboard.press('Control+v');\n";
  const holding = `await withClipboard(async () => {\n${press}});\n`;
  expect([holding, press, `${holding}${press}`].map(isOpen)).toEqual([false, true, true]);
});
