import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import {
  type Box,
  type CanvasLayout,
  type Contributions,
  keepClear,
  layoutCanvas,
  type Pins,
} from './layout-canvas.ts';

const rule = (id: string, priority: number, fields: string[], memories: string[]): ContextRule => ({
  id,
  name: id,
  priority,
  when: fields.map(field => ({ field, operator: 'exists' })),
  then: { add_memories: memories },
});
const engine = (rules: ContextRule[]) => ({ id: 'e', name: 'E', description: '', enabled: true, rules });
const memories: Contributions = {
  notes: { contribution: { section: 'working_memory', priority: 'low', format: 'prose' } },
  docs: { contribution: { section: 'knowledge', priority: 'medium', format: 'prose' } },
  brief: { contribution: { section: 'knowledge', priority: 'high', format: 'prose' } },
  state: { contribution: { section: 'state', priority: 'low', format: 'prose' } },
};

const tops = (column: ReadonlyMap<string, Box>) =>
  Object.fromEntries([...column].map(([id, { y }]) => [id, y]));

it('puts rules by priority, variables by first use, memories by section and weight', () => {
  const layout = layoutCanvas(
    engine([
      rule('low', 1, ['b', 'a'], ['notes', 'gone', 'docs']),
      rule('high', 9, ['a'], ['brief', 'state']),
    ]),
    memories,
  );
  expect({
    rules: tops(layout.rules),
    variables: tops(layout.variables),
    memories: tops(layout.memories),
  }).toEqual({
    rules: { high: 0, low: 124 },
    variables: { a: 34, b: 158 },
    memories: { state: 0, brief: 72, docs: 132, notes: 204, gone: 276 },
  });
});

it('is empty for an empty engine', () => {
  expect(layoutCanvas(engine([]), memories)).toEqual({
    rules: new Map(),
    variables: new Map(),
    memories: new Map(),
  });
});

it('does not move what stands above an edit', () => {
  const before = layoutCanvas(engine([rule('a', 9, ['x'], ['state']), rule('b', 1, ['y'], [])]), memories);
  const after = layoutCanvas(
    engine([rule('a', 9, ['x'], ['state']), rule('b', 1, ['y', 'z'], ['notes'])]),
    memories,
  );
  expect([after.rules.get('a'), after.variables.get('x'), after.memories.get('state')]).toEqual([
    before.rules.get('a'),
    before.variables.get('x'),
    before.memories.get('state'),
  ]);
});

const three = engine([rule('a', 9, ['x'], ['state']), rule('b', 5, ['y'], ['notes']), rule('c', 1, [], [])]);
const boxesOf = ({ variables, rules, memories: added }: CanvasLayout) =>
  Object.fromEntries([...variables, ...rules, ...added].map(([id, { x, y }]) => [id, [x, y]]));

it('moves nothing but what was pinned, until it is arranged', () => {
  const free = boxesOf(layoutCanvas(three, memories));
  const pins: Pins = {
    'rule:b': { x: 900, y: -40 },
    'memory:state': { x: 640, y: 70 },
    'variable:y': { x: -9, y: 9 },
  };
  const pinned = boxesOf(layoutCanvas(three, memories, pins));
  expect(pinned).toEqual({ ...free, b: [900, -40], state: [640, 70], y: [-9, 9] });
});

it('closes the gap of a settled pin and keeps clear of it', () => {
  const away = layoutCanvas(three, memories, { 'rule:a': { x: 900, y: 0, settled: true } });
  expect(tops(away.rules)).toEqual({ a: 0, b: 0, c: 124 });
  const amid = layoutCanvas(three, memories, { 'rule:c': { x: 300, y: 60, settled: true } });
  expect(tops(amid.rules)).toEqual({ a: 184, b: 308, c: 60 });
});

it('is not troubled by pins of things that are gone', () => {
  expect(
    layoutCanvas(three, memories, { 'rule:gone': { x: 0, y: 0, settled: true }, nonsense: { x: 1, y: 1 } }),
  ).toEqual(layoutCanvas(three, memories));
});

it('overlaps nothing and keeps its columns, whatever the rules are', () => {
  const names = (prefix: string) =>
    fc.uniqueArray(
      fc.integer({ min: 0, max: 30 }).map(n => `${prefix}${n}`),
      { maxLength: 20 },
    );
  const rules = fc.array(fc.tuple(fc.integer({ min: -5, max: 5 }), names('v'), names('m')), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(rules, list => {
      const layout = layoutCanvas(
        engine(list.map(([priority, fields, ids], index) => rule(`r${index}`, priority, fields, ids))),
        memories,
      );
      expect(overlapsIn(layout)).toEqual([]);
    }),
  );
});

it('lets nothing that flows stand on a settled pin, wherever pins are', () => {
  const place = fc.record({ x: fc.integer({ min: -100, max: 900 }), y: fc.integer({ min: -100, max: 600 }) });
  const ids = ['rule:r0', 'rule:r1', 'rule:r2', 'variable:v', 'memory:notes', 'memory:docs'];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...ids), place), places => {
      const pins = Object.fromEntries(
        Object.entries(places).map(([id, at]) => [id, { ...at, settled: true }]),
      );
      const rules = [0, 1, 2, 3].map(n => rule(`r${n}`, 9 - n, ['v', `w${n}`], ['notes', 'docs', 'brief']));
      const { variables, rules: stacked, memories: added } = layoutCanvas(engine(rules), memories, pins);
      const all = [
        ...[...variables].map(([id, box]) => ({ id: `variable:${id}`, box })),
        ...[...stacked].map(([id, box]) => ({ id: `rule:${id}`, box })),
        ...[...added].map(([id, box]) => ({ id: `memory:${id}`, box })),
      ];
      const covered = all.filter(
        one =>
          !pins[one.id] && all.some(other => pins[other.id] !== undefined && overlap(one.box, other.box)),
      );
      expect(covered).toEqual([]);
    }),
  );
});

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function overlapsIn(layout: CanvasLayout): string[] {
  return [layout.variables, layout.rules, layout.memories].flatMap(column => {
    const boxes = [...column].sort(([, left], [, right]) => left.y - right.y);
    return boxes.flatMap(([id, box], index) => {
      const above = boxes[index - 1]?.[1];
      return box.y < 0 || (above && above.y + above.height > box.y) ? [id] : [];
    });
  });
}

const others = [
  { y: 100, height: 50 },
  { y: 20, height: 10 },
];

it.each([
  { what: 'above all', y: 0, height: 10, top: 0 },
  { what: 'into the first', y: 15, height: 10, top: 40 },
  { what: 'between both', y: 40, height: 50, top: 40 },
  { what: 'too tall for between', y: 40, height: 51, top: 160 },
  { what: 'pushed from the first into the second', y: 0, height: 70, top: 160 },
  { what: 'below all', y: 200, height: 10, top: 200 },
])('stands clear of others by the gap: $what', ({ y, height, top }) => {
  expect(keepClear(y, height, 10, others)).toBe(top);
});

it('stays where it is without others', () => {
  expect(keepClear(7, 100, 10, [])).toBe(7);
});
