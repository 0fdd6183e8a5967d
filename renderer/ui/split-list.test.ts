import { describe, expect, it } from 'vitest';
import { splitList } from './split-list.ts';

describe('a pasted list is split into its values', () => {
  it.each([
    ['developer', ['developer']],
    ['developer, qa_expert;tech_lead', ['developer', 'qa_expert', 'tech_lead']],
    ['one\ntwo\r\nthree\t4', ['one', 'two', 'three', '4']],
    ['["a", 2, true, null]', ['a', '2', 'true', 'null']],
    ['[half, open', ['[half', 'open']],
    ['"quoted", \'too\'', ['quoted', 'too']],
    ['  , ,', []],
    ['same,same', ['same']],
    ['two words, kept', ['two words', 'kept']],
  ])('%j', (text, values) => {
    expect(splitList(text)).toEqual(values);
  });
});
