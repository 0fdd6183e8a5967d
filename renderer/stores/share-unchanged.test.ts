import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareUnchanged } from './share-unchanged.ts';

it('gives back what was there where nothing changed', () => {
  const before = { a: [{ x: 1 }, { y: [2] }], b: new Map([['k', { z: 3 }]]) };
  expect(shareUnchanged(before, structuredClone(before))).toBe(before);
});

it('renews only what leads to a change', () => {
  const before = { kept: { deep: [1] }, list: [{ id: 'a' }, { id: 'b' }], map: new Map([['k', [1]]]) };
  const after = { kept: { deep: [1] }, list: [{ id: 'a' }, { id: 'c' }], map: new Map([['k', [1]]]) };
  const merged = shareUnchanged(before, after);
  expect(merged).toEqual(after);
  expect([
    merged === before,
    merged.kept === before.kept,
    merged.list[0] === before.list[0],
    merged.map === before.map,
  ]).toEqual([false, true, true, true]);
});

it('takes over what has not changed, wherever it moved to', () => {
  const rules: { id: string; name?: string; when: { field: string; value: unknown }[] }[] = [
    { id: 'a', when: [{ field: 'x', value: 1 }] },
    { id: 'b', when: [{ field: 'y', value: [1, 2] }] },
  ];
  const before = { name: 'Before', rules, tags: ['t', { deep: true }] };
  const [first, second] = structuredClone(rules);
  const after = {
    name: 'After',
    rules: [second, { id: 'new', when: [] }, { ...first, name: 'named' }],
    tags: ['t', { deep: true }],
  };
  const merged = shareUnchanged(before, after);
  expect(merged).toEqual(after);
  expect(merged.rules[0]).toBe(rules[1]);
  expect(merged.rules[2]).toMatchObject({ name: 'named' });
  expect(Object.values(merged.rules[2] ?? {})).toContain(rules[0]?.when);
  expect(merged.tags).toBe(before.tags);
});

it('gives what was there for any equal value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), before => {
      expect(shareUnchanged(before, structuredClone(before))).toBe(before);
    }),
  );
});

it('does not take an absent key for an undefined one, nor the prototype for a key', () => {
  const absent: Record<string, unknown> = {};
  expect(Object.keys(shareUnchanged(absent, { a: undefined } as Record<string, unknown>))).toEqual(['a']);
  const odd: unknown = JSON.parse('{"__proto__": {"a": 1}}');
  expect(JSON.stringify(shareUnchanged({}, odd))).toBe('{"__proto__":{"a":1}}');
});

it('always means what came last', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(shareUnchanged(before, after)).toEqual(after);
    }),
  );
});
