import fc from 'fast-check';
import { expect, it } from 'vitest';
import { enforceBudget } from '../../electron/engine/assembly/enforce-budget.ts';
import type { PlacedItem } from '../../electron/engine/assembly/merge-items.ts';
import { fitBudget } from '../../renderer/stores/budget/fit-budget.ts';

it('the studio foretells exactly what the engine will cut, in the same order', () => {
  const anyItems = fc.array(fc.record({ tokens: fc.nat(60), required: fc.boolean() }), { maxLength: 14 });
  fc.assert(
    fc.property(anyItems, fc.nat(500), fc.constantFrom('peel', 'pack'), (drawn, limit, strategy) => {
      const items = drawn.map((entry, index) => ({ id: `notes#${index}`, ...entry }));
      const foretold = fitBudget(items, limit, strategy).cut.map(({ id }) => id);
      const done = enforceBudget(items.map(placed), limit, strategy).cut.map(({ item }) => item.id);
      expect(foretold).toEqual(done);
    }),
  );
});

function placed({ id, tokens, required }: { id: string; tokens: number; required: boolean }): PlacedItem {
  const item = { id, memory_id: 'notes', content: id, tokens, weight: 1, source: { kind: 'static' } };
  return { item, section: 'history', required };
}
