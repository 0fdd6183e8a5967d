import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

const ends = ({ from, relation, to }: { from: string; relation: string; to: string }): string =>
  `${from} ${relation} ${to}`;

it('counts what the log and the graph can be filtered by', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  expect(await call('content.facets', {})).toEqual({ instances: [], kinds: [], relations: [] });
  const event = (type: string, stream?: string) => ({ type, content: 'x', ...(stream && { stream }) });
  await call('events.append', {
    instance: 'work',
    events: [event('note'), event('error', 'ci'), event('note')],
  });
  await call('events.append', { instance: 'chat', events: [event('turn')] });
  await call('graph.upsert', {
    nodes: [
      { id: 'ann', kind: 'person', name: 'Ann' },
      { id: 'bob', kind: 'person', name: 'Bob' },
      { id: 'app', kind: 'service', name: 'App' },
    ],
    edges: [{ from: 'ann', relation: 'owns', to: 'app' }],
  });
  expect(await call('content.facets', {})).toEqual({
    instances: [
      {
        name: 'chat',
        count: 1,
        types: [{ name: 'turn', count: 1 }],
        streams: [{ name: 'main', count: 1 }],
      },
      {
        name: 'work',
        count: 3,
        types: [
          { name: 'error', count: 1 },
          { name: 'note', count: 2 },
        ],
        streams: [
          { name: 'ci', count: 1 },
          { name: 'main', count: 2 },
        ],
      },
    ],
    kinds: [
      { name: 'person', count: 2 },
      { name: 'service', count: 1 },
    ],
    relations: [{ name: 'owns', count: 1 }],
  });
});

it('gives a node with its valid edges in both directions and their other ends, secrets redacted', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  expect(await ask('graph.neighbours', { id: 'app' })).toMatchObject({
    ok: false,
    error: { code: 'not_found', message: 'there is no node "app" in the graph' },
  });
  await call('graph.upsert', {
    nodes: [
      { id: 'app', kind: 'service', name: 'App', attributes: { password: 'hunter2-hunter2' } },
      { id: 'ann', kind: 'person', name: 'Ann' },
      { id: 'db', kind: 'service', name: 'Database' },
      { id: 'old', kind: 'service', name: 'Old' },
    ],
    edges: [
      { from: 'ann', relation: 'owns', to: 'app' },
      { from: 'app', relation: 'reads', to: 'db' },
      { from: 'app', relation: 'writes', to: 'db' },
      { from: 'app', relation: 'calls', to: 'app' },
      { from: 'app', relation: 'reads', to: 'old', valid_to: '2020-01-01T00:00:00Z' },
      { from: 'ann', relation: 'knows', to: 'db' },
    ],
  });
  const { node, edges, neighbours, left_out } = await call('graph.neighbours', { id: 'app' });
  expect(node).toMatchObject({ id: 'app', kind: 'service', name: 'App', trust: 'user' });
  expect(JSON.stringify(node)).not.toContain('hunter2');
  expect(edges.map(ends)).toEqual(['app calls app', 'ann owns app', 'app reads db', 'app writes db']);
  expect([neighbours.map(({ id }) => id), left_out]).toEqual([['ann', 'db'], 0]);

  const few = await call('graph.neighbours', { id: 'app', limit: 2 });
  expect([few.edges.map(ends), few.left_out]).toEqual([['app calls app', 'ann owns app'], 2]);
});
