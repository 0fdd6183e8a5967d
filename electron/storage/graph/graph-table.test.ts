import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { GraphEdge, GraphView } from '../../../shared/model/graph.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { edgeRelations, nodeKinds } from '../content/facets.ts';
import { migrate } from '../database/migrate.ts';
import { openWritable } from '../database/open-sqlite.ts';
import type { WritableDatabase } from '../database/sqlite.ts';
import { type Expansion, expandGraph } from './expand-graph.ts';
import {
  deleteEdge,
  deleteNode,
  deleteView,
  edgesOf,
  findNodes,
  lastBound,
  listEdges,
  putEdge,
  putNode,
  saveView,
} from './graph-table.ts';

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T00:00:00.000Z`;

let database: WritableDatabase;

beforeEach(async () => {
  database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  migrate(database);
  onTestFinished(() => void database.close());
});

const put = (id: string, more: Partial<Parameters<typeof putNode>[1]> = {}) =>
  putNode(database, { id, kind: 'k', name: id, trust: 'user', updated_at: day(1), ...more });
const link = (from: string, relation: string, to: string, more: Partial<GraphEdge> = {}) =>
  putEdge(database, { from, relation, to, ...more });

describe('nodes of a view', () => {
  const found = (view: Partial<GraphView>, at = day(5), limit = 99) =>
    findNodes(database, { id: 'v', ...view }, at, limit).map(({ id }) => id);

  it('come by name and id, of the kinds that are asked for, at most so many', () => {
    put('1', { name: 'b', kind: 'x' });
    put('3', { name: 'a', kind: 'y' });
    put('2', { name: 'a', kind: 'z' });
    expect(found({})).toEqual(['2', '3', '1']);
    expect(found({ kinds: ['x', 'y'] })).toEqual(['3', '1']);
    expect(found({ kinds: ['none'] })).toEqual([]);
    expect(found({}, day(5), 2)).toEqual(['2', '3']);
  });

  it('say a text in their name or what else is known of them, whatever its case', () => {
    put('a', { name: 'Überfahrt' });
    put('b', { attributes: { note: 'the "Harbour"\nof ÜBERFAHRT' } });
    put('c');
    expect(found({ text: 'üBER' })).toEqual(['b', 'a']);
    expect(found({ text: 'fahrt' })).toEqual(['b', 'a']);
    expect(found({ text: '"harbour"\nof' })).toEqual(['b']);
    expect(found({ text: '' })).toEqual(['b', 'c', 'a']);
  });

  it('are valid from their beginning on, and at their end no more', () => {
    put('always');
    put('from', { valid_from: day(5) });
    put('later', { valid_from: day(6) });
    put('ended', { valid_to: day(5) });
    put('until', { valid_to: day(6) });
    expect(found({})).toEqual(['always', 'from', 'until']);
    expect(found({}, day(6))).toEqual(['always', 'from', 'later']);
  });
});

it('the last moment at which something began or ended to be valid is that of nodes and edges, until one', () => {
  expect(lastBound(database, day(9))).toBeUndefined();
  put('a', { valid_from: day(1), valid_to: day(4) });
  put('b', { valid_from: day(20) });
  link('a', 'r', 'b', { valid_from: day(2), valid_to: day(6) });
  link('b', 'r', 'a', { valid_from: day(3), valid_to: day(30) });
  expect([1, 2, 3, 4, 5, 6, 9, 20, 30, 31].map(at => lastBound(database, day(at)))).toEqual(
    [1, 2, 3, 4, 4, 6, 6, 20, 30, 30].map(day),
  );
  expect(lastBound(database, day(0))).toBeUndefined();
});

it('edges of a node go both ways, each once, of one relation and one time where that is asked for', () => {
  for (const id of ['a', 'b', 'c']) put(id);
  link('a', 'knows', 'b');
  link('c', 'knows', 'a');
  link('a', 'likes', 'a');
  link('a', 'was', 'c', { valid_to: day(5) });
  link('a', 'will', 'c', { valid_from: day(6) });
  link('b', 'knows', 'c');
  const of = (relation?: string, at = day(5)) =>
    edgesOf(database, 'a', relation, at).map(edge => `${edge.from} ${edge.relation} ${edge.to}`);
  expect(of()).toEqual(['a knows b', 'c knows a', 'a likes a']);
  expect(of(undefined, day(4))).toEqual(['a knows b', 'c knows a', 'a likes a', 'a was c']);
  expect(of(undefined, day(6))).toEqual(['a knows b', 'c knows a', 'a likes a', 'a will c']);
  expect(of('likes')).toEqual(['a likes a']);
  expect(of('was')).toEqual([]);
});

it('what goes is told, and a node takes its edges with it', () => {
  for (const id of ['a', 'b']) put(id);
  link('a', 'r', 'b');
  link('b', 'r', 'a');
  expect([nodeKinds(database), edgeRelations(database)]).toEqual([
    [{ name: 'k', count: 2 }],
    [{ name: 'r', count: 2 }],
  ]);
  expect(deleteEdge(database, { from: 'a', relation: 'r', to: 'b' })).toBe(true);
  expect(deleteEdge(database, { from: 'a', relation: 'r', to: 'b' })).toBe(false);
  put('a', { name: 'again' });
  expect(listEdges(database)).toHaveLength(1);
  expect([deleteNode(database, 'a'), deleteNode(database, 'a')]).toEqual([true, false]);
  expect(listEdges(database)).toEqual([]);
  saveView(database, { id: 'v' }, day(1));
  expect([deleteView(database, 'v'), deleteView(database, 'v')]).toEqual([true, false]);
  expect(() => link('a', 'r', 'b')).toThrow('FOREIGN KEY');
});

describe('what is reached', () => {
  const reach = (more: Partial<Expansion> = {}) => {
    const { reached, edges } = expandGraph(database, {
      from: ['a'],
      depth: 9,
      at: day(5),
      limit: 99,
      ...more,
    });
    expect(edges).toHaveLength(reached.length);
    return reached.map(({ node, depth }) => `${node.id}${depth}`);
  };

  beforeEach(() => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) put(id);
    put('past', { valid_to: day(5) });
    put('soon', { valid_from: day(6) });
    link('a', 'r', 'b');
    link('c', 'r', 'b');
    link('c', 's', 'd');
    link('d', 'r', 'a');
    link('b', 'r', 'past');
    link('b', 'r', 'soon');
    link('past', 'r', 'e');
    link('e', 'r', 'f');
  });

  it('comes nearest first, each node once, whichever way its edge goes', () => {
    expect(reach()).toEqual(['b1', 'd1', 'c2']);
    expect(reach({ depth: 1 })).toEqual(['b1', 'd1']);
    expect(reach({ depth: 0 })).toEqual([]);
    expect(reach({ from: ['a', 'c', 'none'] })).toEqual(['b1', 'd1']);
    expect(reach({ from: [] })).toEqual([]);
  });

  it('is of one relation, valid at one time, and no more than was asked for', () => {
    expect(reach({ relation: 's' })).toEqual([]);
    expect(reach({ from: ['c'], relation: 's' })).toEqual(['d1']);
    expect(reach({ at: day(4) })).toEqual(['b1', 'd1', 'past2', 'c2', 'e3', 'f4']);
    expect(reach({ at: day(6), depth: 2 })).toContain('soon2');
    expect(reach({ limit: 2 })).toEqual(['b1', 'd1']);
    expect(reach({ limit: 3 })).toEqual(['b1', 'd1', 'c2']);
    expect(reach({ limit: 0 })).toEqual([]);
  });
});
