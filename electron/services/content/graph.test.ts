import { expect, it } from 'vitest';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';

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

it('renders a node as name (kind): attributes', async () => {
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

it.each([
  ['letters beyond ASCII, whatever the case', 'ÄRGER', ['n1']],
  ['small ones as well', 'ärger', ['n1']],
  ['quotes and lines within attributes', 'said "No"\nand', ['n2']],
  ['nobody', 'nein', []],
])('a view finds a text of %s', async (_, text, ids) => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const nodes = [
    node('n1', { name: 'Der Ärger' }),
    node('n2', { attributes: { note: 'He said "No"\nand left' } }),
  ];
  await call('graph.upsert', { nodes });
  expect((await call('graph.read', { view: { id: 'v', text } })).nodes.map(({ id }) => id)).toEqual(ids);
});

it('what is valid to the end of the year 9999 is valid, in whatever zone that was written', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const nodes = [
    node('n', { valid_from: '0000-01-01T00:00:00+05:00', valid_to: '9999-12-31T23:59:59-05:00' }),
  ];
  await call('graph.upsert', { nodes });
  expect((await call('graph.read', { view: { id: 'v' } })).nodes.map(({ id }) => id)).toEqual(['n']);
});

it('gives what lies around a hub up to the limit, in the order of the edges', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const around = Array.from({ length: 50 }, (_, index) => `x${index + 10}`);
  const edges = around.map(to => ({ from: 'hub', relation: 'r', to }));
  await call('graph.upsert', { nodes: ['hub', ...around].map(id => node(id)), edges });
  const view = { id: 'v', text: 'hub', depth: 10, limit: 4 };
  const found = await call('graph.read', { view });
  expect(found.nodes.map(({ id }) => id)).toEqual(['hub', 'x10', 'x11', 'x12']);
  expect(found.edges.map(({ to }) => to)).toEqual(['x10', 'x11', 'x12']);
});
