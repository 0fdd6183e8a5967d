import { expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { weftStore } from './langchain.ts';
import type { KeyValueClient } from './langchain-types.ts';

/** Procedures of a real app; a client of a server has the same `call`. */
async function openCall() {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  return async (name: string, input: unknown): Promise<unknown> => {
    const reply = await ask(name, input);
    if (!reply.ok) throw new AppError(reply.error.code, reply.error.message);
    return reply.value;
  };
}

// Overloaded by name, as the contract has it.
const openStore = async () => weftStore({ call: await openCall() } as KeyValueClient);

it('keeps, finds, filters and forgets what agents remember', async () => {
  const store = await openStore();
  await store.put(['users', 'ada'], 'taste', { content: 'likes short answers', weight: 2 });
  await store.put(['users', 'bob'], 'taste', { content: 'likes long answers', weight: 5 });
  await store.put(['other'], 'a/b', { content: 'nothing' });
  expect(await store.get(['users', 'ada'], 'taste')).toMatchObject({
    namespace: ['users', 'ada'],
    key: 'taste',
    value: { content: 'likes short answers', weight: 2 },
    updatedAt: expect.any(Date),
  });
  expect(await store.get(['users', 'eve'], 'taste')).toBeNull();
  const names = async (...asked: Parameters<typeof store.search>) =>
    (await store.search(...asked)).map(({ namespace }) => namespace.join('/'));
  expect(await names(['users'])).toEqual(['users/ada', 'users/bob']);
  expect(await names([], { query: 'short things' })).toEqual(['users/ada']);
  expect(await names(['users'], { filter: { weight: { $gt: 2, $lte: 5 } } })).toEqual(['users/bob']);
  expect(await names(['users'], { filter: { weight: 2 } })).toEqual(['users/ada']);
  expect(await names([], { limit: 1, offset: 1 })).toHaveLength(1);
  await expect(store.search([], { filter: { weight: { $near: 1 } } })).rejects.toThrow(/\$near is not known/);
  await store.delete(['users', 'ada'], 'taste');
  expect(await names(['users'])).toEqual(['users/bob']);
});

it('keeps labels with a slash apart, and lists namespaces by their beginning, end and depth', async () => {
  const store = await openStore();
  for (const path of [
    ['a', 'b', 'c'],
    ['a', 'b', 'd'],
    ['a/b', 'c'],
  ])
    await store.put(path, 'k', { content: 'x' });
  expect(await store.listNamespaces()).toEqual([
    ['a/b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'd'],
  ]);
  expect(await store.listNamespaces({ prefix: ['a', '*'], maxDepth: 2 })).toEqual([['a', 'b']]);
  expect(await store.listNamespaces({ suffix: ['c'], limit: 1, offset: 1 })).toEqual([['a', 'b', 'c']]);
  // A path is matched whole, then cut, then counted once.
  expect(await store.listNamespaces({ suffix: ['d'], maxDepth: 1 })).toEqual([['a']]);
  expect(await store.listNamespaces({ prefix: ['a', 'b', 'c'], maxDepth: 2 })).toEqual([['a', 'b']]);
  expect(await store.listNamespaces({ maxDepth: 1, limit: 1, offset: 1 })).toEqual([['a']]);
  // Any label is one that is there.
  expect(await store.listNamespaces({ prefix: ['*', '*', '*'] })).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'd'],
  ]);
  expect(await store.search(['a/b', 'c', '*'])).toEqual([]);
  await expect(store.put([], 'k', {})).rejects.toThrow(/at least one label/);
});

it('does operations of a batch one after the other, told apart as LangGraph does', async () => {
  const store = await openStore();
  const given: unknown = await store.batch([
    { namespace: ['n'], key: 'k', value: { content: 'kept words' } },
    { namespace: ['n'], key: 'k' },
    { namespacePrefix: ['n'], query: 'words', limit: 5 },
    { matchConditions: [{ matchType: 'prefix', path: ['n'] }], limit: 10, offset: 0 },
    { namespace: ['n'], key: 'k', value: null },
    { namespace: ['n'], key: 'k' },
  ]);
  expect(given).toEqual([
    undefined,
    expect.objectContaining({ key: 'k' }),
    [expect.objectContaining({ key: 'k', score: 1 })],
    [['n']],
    undefined,
    null,
  ]);
});

it('finds its own beside what other programs have named in ways of their own', async () => {
  const call = await openCall();
  const store = weftStore({ call } as KeyValueClient, { instance: 'shared' }); // as above
  await call('kv.set', { instance: 'shared', namespace: '50%', key: 'k', value: 1 });
  await store.put(['users', '50%'], 'k', { content: 'x' });
  expect(await store.listNamespaces()).toEqual([['50%'], ['users', '50%']]);
});
