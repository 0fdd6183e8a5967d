import { expect, it } from 'vitest';
import { isProduct, readText, sourcePaths } from './source-tree.ts';

/** Who makes elements past JSX, which spells out what hides in names, and what they are made of. */
const ways: Readonly<Record<string, string>> = {
  'renderer/texts/texts.ts': 'texts of ours, with elements for what users named',
  'renderer/ui/lazy-part.ts': 'a component with the props that it was given',
};
const makesElements = (source: string): boolean => /(?<!document\.)\bcreateElement(?:NS)?\b/.test(source);

it('names are shown by JSX alone, so that none is shown raw', () => {
  const paths = sourcePaths().filter(path => isProduct(path) && /^renderer\/.*\.tsx?$/.test(path));
  expect(paths.filter(path => makesElements(readText(path)))).toEqual(Object.keys(ways));
});

it.each([
  ['createElement(Fragment, null, name)', true],
  ["document.createElement('p')", false],
])('control: of %s', (source, isFound) => expect(makesElements(source)).toBe(isFound));
