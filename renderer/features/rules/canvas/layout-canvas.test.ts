import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { type Box, type CanvasLayout, type Contributions, layoutCanvas } from './layout-canvas.ts';

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

function overlapsIn(layout: CanvasLayout): string[] {
  return [layout.variables, layout.rules, layout.memories].flatMap(column => {
    const boxes = [...column].sort(([, left], [, right]) => left.y - right.y);
    return boxes.flatMap(([id, box], index) => {
      const above = boxes[index - 1]?.[1];
      return box.y < 0 || (above && above.y + above.height > box.y) ? [id] : [];
    });
  });
}
