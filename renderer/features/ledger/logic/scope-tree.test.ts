import { expect, it } from 'vitest';
import { scopesAround, scopeTree } from './scope-tree.ts';

const scope = (name: string, decisions: number, entries: number) => ({ scope: name, decisions, entries });

const tree = scopeTree({
  scopes: [
    scope('project', 5, 9),
    scope('src/auth/', 1, 2),
    scope('src/auth/token.ts', 0, 1),
    scope('src/ui', 1, 0),
    scope('README.md', 1, 0),
    scope('docs/design/notes', 0, 3),
  ],
  files: [
    { name: 'src/auth/token.ts', count: 2 },
    { name: 'docs/design/notes/a.md', count: 1 },
  ],
  places: [
    { name: 'docs', count: 3 },
    { name: 'docs/design', count: 3 },
    { name: 'docs/design/notes', count: 3 },
    { name: 'docs/design/notes/a.md', count: 1 },
    { name: 'src', count: 5 },
    { name: 'src/auth', count: 4 },
    { name: 'src/auth/token.ts', count: 3 },
    { name: 'src/ui', count: 1 },
    { name: 'README.md', count: 1 },
  ],
});

it('joins scopes and affected files into folders with what lies in them', () => {
  expect(tree).toEqual([
    {
      scope: 'docs/design/notes',
      name: 'docs/design/notes',
      count: 3,
      children: [{ scope: 'docs/design/notes/a.md', name: 'a.md', count: 1, children: [] }],
    },
    {
      scope: 'src',
      name: 'src',
      count: 5,
      children: [
        {
          scope: 'src/auth',
          name: 'auth',
          count: 4,
          children: [{ scope: 'src/auth/token.ts', name: 'token.ts', count: 3, children: [] }],
        },
        { scope: 'src/ui', name: 'ui', count: 1, children: [] },
      ],
    },
    { scope: 'README.md', name: 'README.md', count: 1, children: [] },
  ]);
});

it('has nothing to show where everything is about the whole project', () => {
  expect(scopeTree({ scopes: [scope('project', 3, 3)], files: [], places: [] })).toEqual([]);
});

it.each([
  ['src/auth/token.ts', ['src', 'src/auth']],
  ['src', []],
  ['docs/design/notes/a.md', ['docs/design/notes']],
  ['srcs/x', []],
])('knows what lies around %s', (inner, around) => {
  expect(scopesAround(tree, inner)).toEqual(around);
});

it('keeps absolute scopes apart from relative ones', () => {
  const [first, second] = scopeTree({
    scopes: [scope('/etc/hosts', 0, 1), scope('/opt/tool', 0, 2)],
    files: [],
    places: [
      { name: '/etc/hosts', count: 1 },
      { name: '/opt/tool', count: 2 },
    ],
  });
  expect(first).toEqual({ scope: '/etc/hosts', name: '/etc/hosts', count: 1, children: [] });
  expect(second).toEqual({ scope: '/opt/tool', name: '/opt/tool', count: 2, children: [] });
});
