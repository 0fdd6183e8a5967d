import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedContribution, type MemoryChange } from '../../../shared/model/explanation.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { sections } from '../../../shared/model/section.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { operatorNames, operators } from '../../../shared/rules/operators.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { enginePorts, neverCancelled } from '../../../test/support/engine-world.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { assemble } from './assemble.ts';
import { explainItem } from './explain-item.ts';

const env = { ports: enginePorts(), cancel: neverCancelled, regexes: createRegexCache() };

interface World {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
}

const explain = (world: World, request: ContextRequest, memoryId: string, itemId?: string) =>
  explainItem(
    { ...world, request, redaction: 'off', target: { memoryId, ...(itemId !== undefined && { itemId }) } },
    env,
  );

async function contextIds(world: World, request: ContextRequest): Promise<string[]> {
  const assembled = await assemble(
    { ...world, request, redaction: 'off' },
    { ...env, emit: () => {}, requestId: 'r' },
  );
  return Object.values(assembled.context).flatMap(items => items.map(item => item.id));
}

const values = ['a', 'b', 1, 2];
/** Operators that ask for a whole value, or whether there is one: the values that are tried decide those. */
const decided = operatorNames.filter(
  name => ['none', 'any'].includes(operators[name].takes) && operators[name].domain?.('a').kind !== 'holds',
);
const condition = fc.record({
  field: fc.constantFrom('addVar.p', 'addVar.q', 'addVar.r'),
  operator: fc.constantFrom(...decided),
  value: fc.constantFrom<unknown>(...values),
});
const engines = fc
  .array(
    fc.record({
      when: fc.array(condition, { maxLength: 3 }),
      add: fc.uniqueArray(fc.constantFrom('m0', 'm1', 'm2', 'm3'), { minLength: 1, maxLength: 2 }),
      muted: fc.boolean(),
    }),
    { maxLength: 4 },
  )
  .map((rules): ContextRuleEngine[] => [
    {
      id: 'e',
      name: 'e',
      description: '',
      enabled: true,
      rules: rules.map(({ when, add, muted }, index) => ({
        id: `r${index}`,
        name: `r${index}`,
        ...(muted && index > 1 && { enabled: false }),
        when,
        then: { add_memories: add },
      })),
    },
  ]);
const text = fc.integer({ min: 0, max: 12 }).map(length => 'x'.repeat(length * 4));
const memories = fc.tuple(
  ...['m0', 'm1', 'm2', 'm3'].map(id =>
    fc
      .record({
        items: fc.array(text, { maxLength: 4 }),
        section: fc.constantFrom('state' as const, 'knowledge' as const),
        required: fc.boolean(),
        max_items: fc.constantFrom(undefined, 2),
        needs: fc.constantFrom(undefined, 'p', 'other'),
      })
      .map(({ items, section, required, max_items, needs }) =>
        memoryOf(id, {
          pipeline: [staticStep(...items.map((item, index) => `${id}${index % 2}${item}`))],
          contribution: { section, required, ...(max_items !== undefined && { max_items }) },
          ...(needs !== undefined && {
            additional_variables: [{ name: needs, type: 'string' as const, required: true }],
          }),
        }),
      ),
  ),
);
const variables = fc.record(
  { p: fc.constantFrom(...values), q: fc.constantFrom(...values), r: fc.constantFrom(...values) },
  { requiredKeys: [] },
);
const constraints = fc.record(
  {
    max_tokens: fc.integer({ min: 1, max: 80 }),
    budget_strategy: fc.constantFrom('peel' as const, 'pack' as const),
    count: fc.constantFrom('items' as const, 'rendered' as const),
  },
  { requiredKeys: [] },
);

describe('the smallest change, for generated projects', () => {
  it('includes what is asked about, and the cause is "included" exactly for what is there', async () => {
    await fc.assert(
      fc.asyncProperty(engines, memories, variables, constraints, async (given, known, vars, limits) => {
        const world = { engines: given, memories: known };
        const request = requestOf({ additional_variables: vars, constraints: limits });
        const before = await contextIds(world, request);
        for (const { id } of known) {
          const { included, change, cause } = await explain(world, request, id);
          expect([cause === 'included', included]).toEqual([
            included,
            before.some(item => item.startsWith(`${id}#`)),
          ]);
          if (change === undefined) continue;
          const after = await contextIds(world, change.request);
          expect(after.some(item => item.startsWith(`${id}#`))).toBe(true);
        }
      }),
      { numRuns: propertyRuns(600, 1 / 10) },
    );
  });

  it('raises the budget to the least limit above that is enough, item by item', async () => {
    await fc.assert(
      fc.asyncProperty(memories, constraints, async (known, limits) => {
        const plain = known.map(memory => ({ ...memory, additional_variables: [] }));
        const world = { engines: [], memories: plain };
        const asked = { explicit_memory: plain.map(({ id }) => id) };
        const limit = limits.max_tokens ?? 5;
        const at = (max_tokens: number) => requestOf({ ...asked, constraints: { ...limits, max_tokens } });
        const { change } = await explain(world, at(limit), 'm1', 'm1#1');
        if (change?.max_tokens === undefined) return;
        expect(change.variables).toEqual([]);
        for (let less = limit; less < change.max_tokens; less += 1)
          expect(await contextIds(world, at(less))).not.toContain('m1#1');
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('raises max_items of the memory to the least that lets an item in, where no request does', async () => {
    const seen = { changes: 0 };
    await fc.assert(
      fc.asyncProperty(engines, memories, variables, constraints, async (given, known, vars, limits) => {
        const world = { engines: given, memories: known };
        const request = requestOf({ additional_variables: vars, constraints: limits });
        for (const itemId of ['m1#0', 'm1#2', 'm1#3']) {
          const { change, cause, memory_change } = await explain(world, request, 'm1', itemId);
          expect(change === undefined || memory_change === undefined).toBe(true);
          if (cause === 'max_items' && limits.max_tokens === undefined)
            expect(change ?? memory_change).toBeDefined();
          if (memory_change?.max_items === undefined) continue;
          seen.changes += 1;
          await expectLeast(world, request, itemId, memory_change, memory_change.max_items);
        }
      }),
      { numRuns: propertyRuns(1000) },
    );
    expect(seen.changes).toBeGreaterThan(10);
  });

  it('keeps what the budget cut by what it says of the memory, in the nearest section in front', async () => {
    const seen = { required: 0, section: 0 };
    await fc.assert(
      fc.asyncProperty(memories, constraints, async (known, limits) => {
        const plain = known.map(memory => ({ ...memory, additional_variables: [] }));
        const world = { engines: [], memories: plain };
        const request = requestOf({
          explicit_memory: plain.map(({ id }) => id),
          constraints: { max_tokens: 12, ...limits },
        });
        for (const id of ['m0', 'm1', 'm2', 'm3']) {
          const item = `${id}#0`;
          const { cause, memory_changes = [] } = await explain(world, request, id, item);
          const isThere = async (change: Tried) =>
            (await contextIds(changedWorld(world, id, change), request)).includes(item);
          const ofSections = memory_changes.flatMap(({ section }) => section ?? []);
          const isHelped = cause === 'budget' && (await isThere({ required: true }));
          expect(memory_changes.some(({ required }) => required)).toBe(isHelped && !isRequired(world, id));
          for (const { from, to } of ofSections) {
            const nearer = sections.slice(sections.indexOf(to), sections.indexOf(from));
            const there = await Promise.all(nearer.map(one => isThere({ section: { from, to: one } })));
            expect(there).toEqual(nearer.map((_, at) => at === 0));
          }
          seen.section += ofSections.length;
          seen.required += memory_changes.length - ofSections.length;
        }
      }),
      { numRuns: propertyRuns(600, 1 / 10) },
    );
    expect([seen.required > 5, seen.section > 5]).toEqual([true, true]);
  });

  it('changes as few variables as trying every value needs', async () => {
    await fc.assert(
      fc.asyncProperty(engines, variables, async (given, vars) => {
        const plain = ['m0', 'm1', 'm2', 'm3'].map(id => memoryOf(id, { pipeline: [staticStep(id)] }));
        const world = { engines: given, memories: plain };
        const { change, cause } = await explain(world, requestOf({ additional_variables: vars }), 'm0');
        if (cause !== 'condition') return;
        const least = await fewestChanges(world, vars);
        expect(change?.explicit_memory === undefined ? change?.variables.length : undefined).toBe(least);
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});

type Tried = Omit<MemoryChange, 'memory_id'>;

const changedWorld = (world: World, id: string, change: Tried): World => ({
  ...world,
  memories: world.memories.map(memory =>
    memory.id === id ? { ...memory, contribution: changedContribution(memory.contribution, change) } : memory,
  ),
});

const isRequired = ({ memories: known }: World, wanted: string): boolean =>
  known.some(({ id, contribution }) => id === wanted && contribution.required === true);

/** The item is there with the limit that was told, and with no lower one. */
async function expectLeast(
  world: World,
  request: ContextRequest,
  itemId: string,
  { memory_id, request_change }: MemoryChange,
  max_items: NonNullable<MemoryChange['max_items']>,
) {
  const asked = request_change?.request ?? request;
  const idsWith = (most: number) =>
    contextIds(changedWorld(world, memory_id, { max_items: { ...max_items, to: most } }), asked);
  expect(await idsWith(max_items.to)).toContain(itemId);
  for (let less = max_items.from; less < max_items.to; less += 1)
    expect(await idsWith(less)).not.toContain(itemId);
}

const tries = [undefined, ...values, '~'];

/** By brute force: how many variables must change until m0 is there; undefined when nothing helps. */
async function fewestChanges(world: World, before: Readonly<Record<string, unknown>>) {
  const all = tries.flatMap(p => tries.flatMap(q => tries.map(r => Object.entries({ p, q, r }))));
  let least: number | undefined;
  for (const entries of all) {
    const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const ids = await contextIds(world, requestOf({ additional_variables: given }));
    const changed = entries.filter(([name, value]) => value !== before[name]).length;
    if (ids.includes('m0#0')) least = Math.min(least ?? changed, changed);
  }
  return least;
}
