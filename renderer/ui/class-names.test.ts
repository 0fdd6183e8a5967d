import { expect, it } from 'vitest';
import { classNames } from './class-names.ts';

it('joins what applies and leaves out what does not', () => {
  expect(classNames('row', false, undefined, '', 'selected', null)).toBe('row selected');
});
