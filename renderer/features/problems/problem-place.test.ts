import { describe, expect, it } from 'vitest';
import { neighbourProblem, problemPlace } from './problem-place.ts';

describe('a problem says where it is', () => {
  it.each([
    [{ kind: 'file', id: 'a.json', file: '.codebolt/a.json', line: 3, column: 7 }, '.codebolt/a.json:3:7'],
    [{ kind: 'file', id: 'a.json', file: 'a.json' }, 'a.json'],
    [{ kind: 'engines', id: 'planning', path: 'rules.0.when.1.value' }, 'planning · rules.0.when.1.value'],
    [{ kind: 'memories', id: 'notes', path: '' }, 'notes'],
  ] as const)('%j', (problem, place) => {
    expect(problemPlace({ severity: 'error', code: 'x', message: 'x', ...problem })).toBe(place);
  });
});

describe('walks round the problems', () => {
  it.each([
    [undefined, 1, 'a'],
    [undefined, -1, 'c'],
    ['a', 1, 'b'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
    ['gone', 1, 'a'],
  ] as const)('from %s by %s', (current, direction, next) => {
    expect(neighbourProblem(['a', 'b', 'c'], current, direction)).toBe(next);
  });

  it('has nowhere to go without problems', () => {
    expect(neighbourProblem([], undefined, 1)).toBe(undefined);
  });
});
