import { expect, it } from 'vitest';
import { decisionMatches, scopesMatch } from './scope-match.ts';

it.each([
  ['src/auth', 'src/auth/token.ts', true],
  ['src/auth', 'src/auth', true],
  ['src/auth/', 'src/auth', true],
  ['src/auth/', 'src/auth/token.ts', true],
  ['src/auth', 'src/authz/x.ts', false],
  ['src/auth', 'src/authz', false],
  ['src/auth', 'src/ui', false],
  ['src', 'source', false],
  ['project', 'anything', true],
  ['', 'anything', true],
  ['project', '', true],
  ['projects', 'src', false],
  ['/', '/etc', true],
  ['login', 'login', true],
  ['Login', 'login', false],
])('%j and %j match: %s, from either side', (left, right, expected) => {
  expect([scopesMatch(left, right), scopesMatch(right, left)]).toEqual([expected, expected]);
});

it('an entry without a scope matches every scope', () => {
  expect(scopesMatch(undefined, 'src')).toBe(true);
});

it.each([
  [{ scope: 'docs', files: [], symbols: [] }, 'src', false],
  [{ scope: 'docs', files: ['src/a.ts'], symbols: [] }, 'src', true],
  [{ scope: 'docs', files: ['src/a.ts'], symbols: [] }, 'src/a.ts', true],
  [{ scope: 'docs', files: ['src/a.ts'], symbols: [] }, 'src/a', false],
  [{ scope: 'docs', files: [], symbols: ['login'] }, 'login', true],
  [{ scope: 'docs', files: [], symbols: ['login'] }, 'log', false],
  [{ scope: 'docs', files: [], symbols: ['src/x'] }, 'src', false],
  [{ scope: 'project', files: [], symbols: [] }, 'src', true],
  [{ scope: 'docs', files: [], symbols: [] }, 'project', true],
])('%j belongs to %j: %s', (decision, scope, expected) => {
  expect(decisionMatches(decision, scope)).toBe(expected);
});
