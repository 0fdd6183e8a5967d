import { expect, it } from 'vitest';
import { rememberQueries } from './remember-queries.ts';

/** An embedder whose vectors are lengths of texts; it fails with `fault` while that is set. */
function start() {
  const asked: (readonly string[])[] = [];
  const state: { fault?: Error } = {};
  const embed = rememberQueries(async texts => {
    asked.push(texts);
    if (state.fault !== undefined) throw state.fault;
    return texts.map(text => Float32Array.of(text.length));
  });
  return {
    asked,
    state,
    lengths: async (...texts: string[]) => (await embed(texts)).map(([first]) => first),
  };
}

it('asks once for a query, and only for what of it is new', async () => {
  const { asked, lengths } = start();
  expect(await lengths('a')).toEqual([1]);
  expect(await lengths('bb', 'a')).toEqual([2, 1]);
  expect(await Promise.all([lengths('ccc'), lengths('ccc', 'ccc')])).toEqual([[3], [3, 3]]);
  expect(await lengths('a', 'bb')).toEqual([1, 2]);
  expect(await lengths()).toEqual([]);
  expect(asked).toEqual([['a'], ['bb'], ['ccc']]);
});

it('keeps nothing of what is stored, and of queries the last 200', async () => {
  const { asked, lengths } = start();
  expect(await lengths('a', 'bb', 'ccc')).toEqual([1, 2, 3]);
  expect(await lengths('a')).toEqual([1]);
  for (let at = 0; at < 199; at += 1) await lengths(`text ${at}`);
  await lengths('a');
  await lengths('text 199');
  expect(asked).toHaveLength(202);
  await lengths('a');
  expect(asked).toHaveLength(202);
  await lengths('text 0');
  expect(asked).toHaveLength(203);
});

it('asks again after a failure', async () => {
  const { asked, state, lengths } = start();
  state.fault = new Error('not now');
  await expect(lengths('a', 'bb')).rejects.toThrow('not now');
  delete state.fault;
  expect(await lengths('bb')).toEqual([2]);
  expect(asked).toEqual([['a', 'bb'], ['bb']]);
});
