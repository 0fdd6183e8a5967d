import { expect, it } from 'vitest';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { createSeededRandom, type SeededRandom } from '../../../test/support/seeded-random.ts';
import { judgeDefinition } from './definition-file.ts';
import { engineKind } from './definition-kinds.ts';

const seed = 20_261_121;

const engine: ContextRuleEngine = {
  id: 'e',
  name: 'Planning',
  description: 'text with "quotes" and ünïcode',
  enabled: true,
  rules: ['a', 'b', 'c'].map(id => ({
    id,
    name: `Rule ${id}`,
    priority: 1.5,
    tags: ['x'],
    when: [
      { field: 'addVar.phase', operator: 'in', value: ['planning', 2, null, { deep: [true] }] },
      { field: 'input.text', operator: 'regex', value: '^(?i)urgent\\b' },
    ],
    then: { add_memories: ['m-1', 'm-2'] },
    unknown: { kept: -0 },
  })),
};
const text = formatCanonicalJson(engine, engineKind.order);

it(`answers 2,000 mutated rule files with a value or a reason (F12, seed ${seed})`, () => {
  const random = createSeededRandom(seed);
  let accepted = 0;
  for (let round = 0; round < 2000; round += 1) {
    const mutated = mutate(text, random);
    const judged = judgeDefinition(engineKind, 'e', mutated);
    if (judged.kind === 'problem') expect(judged.problem.reason, mutated).toMatch(/\S/);
    else {
      accepted += 1;
      const saved = formatCanonicalJson(judged.value, engineKind.order);
      expect(judgeDefinition(engineKind, 'e', saved), mutated).toEqual(judged);
    }
  }
  // A test that only ever sees one side would prove little.
  expect(accepted).toBeGreaterThan(100);
  expect(accepted).toBeLessThan(1900);
});

const fragments = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  '1e999',
  '-0',
  '\\u0000',
  '\u0000',
  '"__proto__":1,',
  '\ud800',
  ' ',
];

/** One to three bytes, pieces or lines changed, removed, doubled or put in. */
function mutate(original: string, random: SeededRandom): string {
  let mutated = original;
  for (let change = random.between(1, 3); change > 0; change -= 1) {
    const at = random.between(0, mutated.length);
    const end = Math.min(mutated.length, at + random.between(0, 12));
    const [before, piece, after] = [mutated.slice(0, at), mutated.slice(at, end), mutated.slice(end)];
    const put = random.pick([
      '',
      piece + piece,
      piece.toUpperCase(),
      String(random.between(0, 9)),
      ...fragments,
    ]);
    mutated = before + put + after;
  }
  return mutated;
}
