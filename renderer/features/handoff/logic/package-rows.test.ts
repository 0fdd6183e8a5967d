import { expect, it } from 'vitest';
import type { ListedPackage } from '../handoff-store.ts';
import {
  filterPackages,
  type PackageFilter,
  readersOf,
  sortPackages,
  supersedesChain,
} from './package-rows.ts';

const listed = (id: number, more: Partial<ListedPackage> = {}): ListedPackage => ({
  id,
  session_id: 's',
  group_id: null,
  package_type: 'research',
  file_path: `notes/${id}.md`,
  producer_agent: 'tech_lead',
  priority: 'low',
  summary: 'What was found',
  size_bytes: id,
  created_at: '2026-11-20T10:00:00Z',
  consumers: [],
  superseded: false,
  ...more,
});

const packages = [
  listed(4, { supersedes_id: 2, priority: 'high', summary: 'Retry queue' }),
  listed(3, { group_id: 'api', package_type: 'failures' }),
  listed(2, { supersedes_id: 1, superseded: true }),
  listed(1, { superseded: true, group_id: 'web', consumers: [{ agent_type: 'qa_expert', iteration: 0 }] }),
];
const ids = (found: readonly ListedPackage[]) => found.map(({ id }) => id);

it.each<[Partial<PackageFilter>, number[]]>([
  [{}, [4, 3]],
  [{ withSuperseded: true }, [4, 3, 2, 1]],
  [{ withSuperseded: true, groupId: 'web' }, [4, 2, 1]],
  [{ groupId: 'api' }, [4, 3]],
  [{ text: 'RETRY notes' }, [4]],
  [{ text: '#3' }, [3]],
  [{ text: 'failures' }, [3]],
  [{ text: 'qa_expert', withSuperseded: true }, [1]],
  [{ text: 'nothing of that kind' }, []],
])('the filter %j lets %j through', (filter, found) => {
  expect(ids(filterPackages(packages, { text: '', withSuperseded: false, ...filter }))).toEqual(found);
});

it('sorts by priority and size, and keeps newer before older where they are equal', () => {
  expect([
    ids(sortPackages(packages, 'created')),
    ids(sortPackages(packages, 'priority')),
    ids(sortPackages(packages, 'size')),
  ]).toEqual([
    [4, 3, 2, 1],
    [4, 3, 2, 1],
    [4, 3, 2, 1],
  ]);
  const [first, ...rest] = packages;
  const turned = [...rest, ...(first ? [first] : [])];
  expect([ids(sortPackages(turned, 'priority')), ids(sortPackages(turned, 'size'))]).toEqual([
    [4, 3, 2, 1],
    [4, 3, 2, 1],
  ]);
});

it('groups reads by agent and iteration; an agent that was only addressed has none', () => {
  const consumers = [
    { agent_type: 'qa_expert', iteration: 2, consumed_at: 'b' },
    { agent_type: 'developer', iteration: 0 },
    { agent_type: 'qa_expert', iteration: 0, consumed_at: 'a' },
  ];
  expect(readersOf({ consumers })).toEqual([
    { agent: 'developer', reads: [] },
    {
      agent: 'qa_expert',
      reads: [
        { iteration: 0, at: 'a' },
        { iteration: 2, at: 'b' },
      ],
    },
  ]);
});

it.each([1, 2, 4])('the chain of package %i names all that took the place of one another', id => {
  expect(ids(supersedesChain(packages, id))).toEqual([1, 2, 4]);
});

it('the chain of a package alone is itself, and of none is empty', () => {
  expect([ids(supersedesChain(packages, 3)), ids(supersedesChain(packages, 99))]).toEqual([[3], []]);
});
