import { expect, it } from 'vitest';
import { type LinkedEntity, relatedEntities } from './related-entities.ts';

const entity = (name: string, files: string[] = []): LinkedEntity => ({
  id: name,
  name,
  type: 'module',
  files,
  relations: [],
});

it('takes what lies in the scope by its name or a file, not what stands above it, nor what says no place', () => {
  const entities = [
    entity('project'),
    entity('src'),
    entity('no file', ['']),
    entity('src/auth'),
    entity('src/auth/token.ts'),
    entity('src/authz'),
    entity('Session', ['src/auth/session.ts']),
  ];
  const named = (scope: string) => relatedEntities(entities, scope).map(({ name }) => name);
  expect(named('src/auth')).toEqual(['Session', 'src/auth', 'src/auth/token.ts']);
  // Everything lies in the whole project, of which there are the first five by name.
  expect(named('project')).toEqual(['Session', 'no file', 'project', 'src', 'src/auth']);
});
