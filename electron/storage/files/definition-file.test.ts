import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { createSeededRandom, type SeededRandom } from '../../../test/support/seeded-random.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { type DefinitionCache, judgeDefinition, readDefinition } from './definition-file.ts';
import { engineKind, memoryKind } from './definition-kinds.ts';

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

it(`answers 2,000 mutated rule files with a value or a reason (seed ${seed})`, () => {
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

it.each([
  ['what is no JSON', '{\n  "id": "e",\n}', { line: 3, column: 1, reason: expect.stringMatching(/\S/) }],
  [
    'what is no object',
    '7',
    { line: 1, column: 1, reason: 'Invalid input: expected object, received number' },
  ],
  [
    'an id that is not the name of the file',
    text.replace('"id": "e"', '"id": "f"'),
    { line: 2, column: 3, reason: 'the id is "f", but the file\'s name says "e"' },
  ],
  [
    'the first of several faults, with their number, where it stands',
    text.replace('"enabled": true', '"enabled": 1').replace('"eq"', '"is"').replace('"Planning"', '3'),
    { line: 3, column: 3, reason: expect.stringMatching(/^name: .*\(and 1 more\)$/) },
  ],
])('says of %s what is wrong and where', (_, broken, problem) => {
  expect(judgeDefinition(engineKind, 'e', broken)).toEqual({ kind: 'problem', problem });
});

/** A project's folder of engines, and what is read of one of its files. */
function engines() {
  const root = temporaryFolder();
  const cache: DefinitionCache<ContextRuleEngine> = new Map();
  const path = (name: string) => join(root, engineKind.folder, name);
  mkdirSync(dirname(path('x')), { recursive: true });
  return { path, cache, read: (name = 'e.json') => readDefinition(root, engineKind, name, cache) };
}

const secondsAgo = (path: string, seconds: number): void => {
  const at = Date.now() / 1000 - seconds;
  utimesSync(path, at, at);
};

it('gives the same value while the bytes are the same, and another where they are not', async () => {
  const { path, read, cache } = engines();
  expect(await read()).toEqual({ kind: 'absent' });
  writeFileSync(path('e.json'), text);
  const first = await read();
  expect(first).toMatchObject({ kind: 'read', definition: { value: { id: 'e', name: 'Planning' } } });
  const again = await read();
  expect(again).toEqual(first);
  expect(again.kind === 'read' && again.definition).toBe(cache.get('e'));
  writeFileSync(path('e.json'), text.replace('Planning', 'Other'));
  expect(await read()).toMatchObject({ definition: { value: { name: 'Other' } } });
});

it.each([
  [engineKind, 'an engine'],
  [memoryKind, 'a memory type'],
])('calls a kind by its article where the name of a file is no id', async (kind, named) => {
  const root = temporaryFolder();
  const file = `${kind.folder}/no id!.json`;
  mkdirSync(join(root, kind.folder), { recursive: true });
  writeFileSync(join(root, file), text);
  secondsAgo(join(root, file), 10);
  expect(await readDefinition<unknown>(root, kind, 'no id!.json', new Map())).toEqual({
    kind: 'problem',
    problem: { file, reason: `the file's name is no valid id for ${named}; rename it` },
  });
});

it.each([
  ['of which the end is still to come', text.slice(0, -20), 20],
  // An empty file is given more time.
  ['in which nothing stands yet', '', 150],
])('waits for a file that was just made and %s', async (_, begun, afterMs) => {
  const { path, read } = engines();
  writeFileSync(path('e.json'), begun);
  const reading = read();
  await setTimeout(afterMs);
  writeFileSync(path('e.json'), text);
  expect(await reading).toMatchObject({ kind: 'read', definition: { value: { id: 'e' } } });
});

it('is there no more when it goes while it is waited for', async () => {
  const { path, read } = engines();
  writeFileSync(path('e.json'), '{');
  const reading = read();
  rmSync(path('e.json'));
  expect(await reading).toEqual({ kind: 'absent' });
});

it('shows at last what is written all the time', async () => {
  const { path, read } = engines();
  writeFileSync(path('e.json'), '{');
  const writing = setInterval(() => secondsAgo(path('e.json'), 0), 5);
  onTestFinished(() => clearInterval(writing));
  expect(await read()).toMatchObject({ kind: 'problem', problem: { line: 1, column: 2 } });
});
