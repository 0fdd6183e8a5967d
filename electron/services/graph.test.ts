import { expect, it } from 'vitest';
import { type AppHarness, startApp } from '../../test/support/app-harness.ts';

const node = (id: string, rest: object = {}) => ({ id, kind: 'person', name: id.toUpperCase(), ...rest });

/** a - b - c - d knows, a owns house, c owns boat (not any more). */
async function startGraph(): Promise<AppHarness> {
  const app = startApp();
  await app.openEmpty();
  await app.call('graph.upsert', {
    nodes: [
      ...['a', 'b', 'c', 'd'].map(id => node(id)),
      node('house', { kind: 'thing', attributes: { rooms: 4, city: 'Graz' } }),
      node('boat', { kind: 'thing', valid_to: '2020-01-01T00:00:00Z' }),
    ],
    edges: [
      { from: 'a', relation: 'knows', to: 'b' },
      { from: 'b', relation: 'knows', to: 'c' },
      { from: 'd', relation: 'knows', to: 'c' },
      { from: 'a', relation: 'owns', to: 'house' },
      { from: 'c', relation: 'owns', to: 'boat' },
      { from: 'd', relation: 'owns', to: 'house', valid_to: '2020-01-01T00:00:00Z' },
    ],
  });
  return app;
}

it.each([
  ['a text, whatever the case', { text: 'graz' }, ['house']],
  ['a kind', { kinds: ['person'] }, ['a', 'b', 'c', 'd']],
  ['what is valid now only', { kinds: ['thing'] }, ['house']],
  ['no more than the limit', { kinds: ['person'], limit: 2 }, ['a', 'b']],
  ['what lies around', { text: 'graz', depth: 2 }, ['house', 'a', 'b']],
  ['one relation', { text: 'graz', depth: 2, relation: 'owns' }, ['house', 'a']],
  ['nothing', { kinds: ['place'] }, []],
])('a view finds %s', async (_, view, ids) => {
  const { call } = await startGraph();
  const { nodes } = await call('graph.read', { view: { id: 'v', ...view } });
  expect(nodes.map(({ id }) => id)).toEqual(ids);
});

it('renders a node as name (kind): attributes (M2)', async () => {
  const { call } = await startGraph();
  await call('graph.saveView', { id: 'homes', text: 'graz' });
  const { nodes } = await call('graph.read', { viewId: 'homes' });
  expect(nodes.map(({ content }) => content)).toEqual(['HOUSE (thing): rooms: 4, city: Graz']);
  expect((await call('graph.views', {})).views).toEqual([{ id: 'homes', text: 'graz' }]);
});

it('deletes nodes with their edges, edges and views', async () => {
  const { ask, call } = await startGraph();
  await call('graph.saveView', { id: 'v' });
  const edges = [{ from: 'b', relation: 'knows', to: 'c' }];
  expect(await call('graph.delete', { nodes: ['a', 'nobody'], edges, views: ['v'] })).toEqual({ deleted: 3 });
  const { nodes } = await call('graph.read', { view: { id: 'all', depth: 1 } });
  expect(nodes.map(({ id }) => id)).toEqual(['b', 'c', 'd', 'house']);
  expect(await ask('graph.read', { viewId: 'v' })).toMatchObject({
    ok: false,
    error: { code: 'not_found', message: 'there is no view "v" of the graph; there are none' },
  });
});

it('writes a node anew and keeps its edges; an edge needs both its nodes, and all is written or nothing', async () => {
  const { ask, call } = await startGraph();
  await call('graph.upsert', { nodes: [node('a', { name: 'Ann' })] });
  const { nodes, edges } = await call('graph.read', { view: { id: 'v', text: 'Ann', depth: 1 } });
  expect(nodes.map(({ name }) => name)).toEqual(['Ann', 'B', 'HOUSE']);
  expect(edges.map(({ relation }) => relation)).toEqual(['knows', 'owns']);
  const loose = { nodes: [node('z')], edges: [{ from: 'z', relation: 'knows', to: 'nobody' }] };
  expect(await ask('graph.upsert', loose)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  const all = (await call('graph.read', { view: { id: 'v' } })).nodes;
  expect(all.map(({ id }) => id)).not.toContain('z');
});
