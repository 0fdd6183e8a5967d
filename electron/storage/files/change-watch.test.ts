import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChangeWatch, type Found, type OutsideChange } from './change-watch.ts';

function watched() {
  const told: OutsideChange[][] = [];
  const watch = createChangeWatch(changes => told.push([...changes]));
  const look = (found: Record<string, string>, ownWrites = watch.ownWrites()) =>
    watch.look(new Map(Object.entries(found)), ownWrites);
  const settle = (found: Record<string, Found>) => watch.settle(new Map(Object.entries(found)));
  const untold = (found: Record<string, string>) => watch.untold(new Map(Object.entries(found))).sort();
  return { watch, told, look, settle, untold };
}

describe('a look at the whole folder', () => {
  it('tells nothing the first time, and then what came, went and changed', () => {
    const { look, told } = watched();
    look({ a: '1', b: '1', c: '1' });
    look({ a: '1', b: '2', d: '1' });
    expect(told).toEqual([
      [
        { id: 'b', change: 'updated' },
        { id: 'd', change: 'created' },
        { id: 'c', change: 'deleted' },
      ],
    ]);
    look({ a: '1', b: '2', d: '1' });
    expect(told).toHaveLength(1);
  });

  it('says nothing of what we wrote ourselves', () => {
    const { look, told, watch } = watched();
    look({ a: '1', b: '1' });
    watch.wrote('a', '2');
    watch.wrote('b', undefined);
    watch.wrote('c', '1');
    expect(watch.ownWrites()).toBe(3);
    look({ a: '2', c: '1' });
    expect(told).toEqual([]);
  });

  it('that began before a write of ours says nothing at all', () => {
    const { look, told, watch } = watched();
    look({ a: '1' });
    const before = watch.ownWrites();
    watch.wrote('a', '2');
    look({ a: '1', b: '1' }, before);
    expect(told).toEqual([]);
    look({ a: '2', b: '1' });
    expect(told).toEqual([[{ id: 'b', change: 'created' }]]);
  });

  it('tells nothing while somebody follows, and the rest when nobody does any more', () => {
    const { look, settle, told, watch } = watched();
    look({ a: '1' });
    watch.follow(true);
    look({ a: '2', b: '1' });
    expect(told).toEqual([]);
    settle({ a: '2' });
    expect(told).toEqual([[{ id: 'a', change: 'updated' }]]);
    watch.follow(false);
    look({ a: '2', b: '1' });
    expect(told[1]).toEqual([{ id: 'b', change: 'created' }]);
  });
});

describe('files that came to rest', () => {
  it('are told as far as they are not as everybody knows them; what nobody asked of stays', () => {
    const { look, settle, told } = watched();
    look({ a: '1', b: '1', c: '1' });
    settle({ a: '1', b: undefined, d: '1', e: undefined });
    expect(told).toEqual([
      [
        { id: 'b', change: 'deleted' },
        { id: 'd', change: 'created' },
      ],
    ]);
    settle({ b: '3', c: '1' });
    expect(told[1]).toEqual([{ id: 'b', change: 'created' }]);
  });

  it('are what everybody knows where they are the first that is found', () => {
    const { settle, told, untold } = watched();
    settle({ a: '1', b: undefined });
    expect(told).toEqual([]);
    expect(untold({ a: '1' })).toEqual([]);
    settle({ b: '1' });
    expect(told).toEqual([[{ id: 'b', change: 'created' }]]);
  });
});

it('what is not told yet is what differs from what everybody knows, whatever happened', () => {
  const ids = ['a', 'b', 'c'];
  const found = fc.dictionary(fc.constantFrom(...ids), fc.constantFrom('1', '2'));
  fc.assert(
    fc.property(
      found,
      found,
      fc.constantFrom(...ids),
      fc.option(fc.constant('9')),
      (first, second, id, own) => {
        const { look, untold, watch } = watched();
        expect(untold(second)).toEqual(Object.keys(second).sort());
        look(first);
        watch.wrote(id, own ?? undefined);
        const known: Record<string, string> = { ...first };
        if (own === null) delete known[id];
        else known[id] = own;
        expect(untold(second)).toEqual(ids.filter(one => known[one] !== second[one]));
        look(second);
        expect(untold(second)).toEqual([]);
      },
    ),
  );
});
