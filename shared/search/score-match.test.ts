import { describe, expect, it } from 'vitest';
import { scoreMatch } from './score-match.ts';

const best = (query: string, texts: readonly string[]) =>
  texts
    .map(text => ({ text, score: scoreMatch(query, text) }))
    .filter(match => match.score !== undefined)
    .sort((left, right) => (right.score ?? 0) - (left.score ?? 0))
    .map(match => match.text);

describe('what is meant comes first', () => {
  it.each([
    [
      'arch',
      ['Search documents', 'project-architecture', 'architecture-docs'],
      ['architecture-docs', 'project-architecture', 'Search documents'],
    ],
    ['hot', ['Checklist for hotfixes', 'Hotfix'], ['Hotfix', 'Checklist for hotfixes']],
    ['plan dev', ['planning · developer', 'planning · qa_expert'], ['planning · developer']],
    ['apd', ['architecture-planning-docs', 'review'], ['architecture-planning-docs']],
    ['UNDO', ['Undo', 'Redo'], ['Undo']],
    ['zz', ['Undo'], []],
    ['', ['b', 'a'], ['b', 'a']],
  ])('%s', (query, texts, order) => {
    expect(best(query, texts)).toEqual(order);
  });
});
