import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkShape, checkShapeInStretches, hasShape, mostIssues } from './check-shape.ts';
import { problemsFromIssues } from './problem.ts';
import { engineSchema } from './rule.ts';

const seed = Number(globalThis.process?.env.WEFT_SEED ?? 20_261_122);

/** Every kind of place that complaints can come from in numbers. */
const makeSchema = () =>
  z.strictObject({
    list: z.array(z.object({ a: z.string(), b: z.array(z.number()).max(3) })).optional(),
    record: z.record(z.string(), z.array(z.int())).optional(),
    known: z.record(z.enum(['x', 'y']), z.int()).optional(),
    either: z.union([z.array(z.string()), z.array(z.number())]).optional(),
    many: z.array(z.array(z.boolean())).min(1).max(250).nullable().optional(),
  });

const value = fc.record(
  {
    list: fc.array(
      fc.record({ a: fc.oneof(fc.string(), fc.integer()), b: fc.array(fc.integer(), { maxLength: 5 }) }),
      {
        maxLength: 20,
      },
    ),
    record: fc.dictionary(fc.string(), fc.array(fc.oneof(fc.integer(), fc.double()), { maxLength: 3 })),
    known: fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.integer()),
    either: fc.oneof(
      fc.array(fc.string()),
      fc.array(fc.integer()),
      fc.array(fc.oneof(fc.integer(), fc.string())),
    ),
    many: fc.array(fc.array(fc.oneof(fc.boolean(), fc.integer()), { maxLength: 4 }), { maxLength: 300 }),
    more: fc.anything(),
  },
  { requiredKeys: [] },
);

describe('checkShape', () => {
  it(`says what the schema alone says, as long as there are few complaints (seed ${seed})`, () => {
    const plain = makeSchema();
    const ours = makeSchema();
    fc.assert(
      fc.property(value, given => {
        const expected = plain.safeParse(given);
        const checked = checkShape(ours, given);
        if (expected.success) expect(checked).toEqual({ ok: true, value: expected.data });
        else if (expected.error.issues.length < mostIssues)
          expect(checked).toEqual({ ok: false, issues: expected.error.issues });
        else expect(checked.ok).toBe(false);
        expect(hasShape(ours, given)).toBe(expected.success);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('tells the place in the whole list, and the whole length', () => {
    const schema = z.array(z.object({ a: z.string() })).max(500);
    const given = Array.from({ length: 600 }, (_, index) => ({ a: index === 412 ? 5 : 'text' }));
    const checked = checkShape(schema, given);
    expect(checked.ok ? [] : checked.issues.map(({ path, code }) => [code, path])).toEqual([
      ['invalid_type', [412, 'a']],
      ['too_big', []],
    ]);
  });

  it.each<[string, z.ZodType, unknown]>([
    ['a list', z.array(z.object({ a: z.string() })), empties(200_000)],
    ['a list of lists', z.array(z.array(z.string())), Array(200).fill(Array(1000).fill(1))],
    [
      'a record',
      z.record(z.string(), z.string()),
      Object.fromEntries(empties(200_000).map((_, at) => [`k${at}`, 1])),
    ],
    ['a list in a union', z.union([z.array(z.string()), z.object({ a: z.string() })]), empties(200_000)],
    ['rules', engineSchema, { id: 'a', name: 'a', description: '', enabled: true, rules: empties(200_000) }],
  ])('looks no further than some hundred complaints: %s', (_, schema, given) => {
    const checked = checkShape(schema, given);
    const count = checked.ok ? 0 : countAll(checked.issues);
    expect(count).toBeGreaterThanOrEqual(mostIssues);
    expect(count).toBeLessThan(1500);
  });

  it.each<[string, z.ZodType]>([
    ['an object', z.strictObject({ a: z.string() })],
    ['an object in a union', z.union([z.strictObject({ a: z.string() }), z.array(z.string())])],
    ['a record of known keys', z.partialRecord(z.enum(['a', 'b']), z.string())],
  ])('names no more than some hundred unknown keys: %s', (_, schema) => {
    const given = { ...Object.fromEntries(empties(5000).map((_, at) => [`k${at}`, 1])), a: 'text' };
    const checked = checkShape(schema, given);
    const problems = checked.ok ? [] : problemsFromIssues(checked.issues);
    expect(problems.slice(0, 2).map(({ code, path }) => [code, path])).toEqual([
      ['unknown_key', 'k0'],
      ['unknown_key', 'k1'],
    ]);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)?.message).toMatch(/^at least 10\d problems in all/);
    expect(JSON.stringify(checked).length).toBeLessThan(10_000);
  });

  it(`in stretches says the same, wherever it pauses (seed ${seed})`, async () => {
    const schema = makeSchema();
    await fc.assert(
      fc.asyncProperty(value, fc.nat(3), async (given, every) => {
        let asked = 0;
        const pause = () => (asked++ % (every + 1) === 0 ? Promise.resolve() : undefined);
        expect(await checkShapeInStretches(schema, given, pause)).toEqual(checkShape(schema, given));
      }),
      { seed, numRuns: 300 },
    );
  });

  it.each<[string, z.ZodType, unknown]>([
    ['a list', z.array(z.object({ a: z.string() })), Array(5000).fill({ a: 'text' })],
    [
      'a list in an object in a list',
      z.array(z.object({ a: z.array(z.int()) })),
      [{ a: Array(5000).fill(1) }],
    ],
    ['a list in a union', z.union([z.array(z.int()).max(2), z.array(z.string())]), Array(5000).fill('text')],
    [
      'a record',
      z.record(z.string(), z.int()),
      Object.fromEntries(empties(5000).map((_, at) => [`k${at}`, 1])),
    ],
  ])('in stretches stops again and again: %s', async (_, schema, given) => {
    let asked = 0;
    const checked = await checkShapeInStretches(schema, given, () => {
      asked += 1;
      return undefined;
    });
    expect(checked.ok).toBe(true);
    expect(asked).toBeGreaterThanOrEqual(500);
  });

  it('is not what the library does by itself', () => {
    const checked = z.array(z.object({ a: z.string() })).safeParse(empties(5000));
    expect(checked.error?.issues).toHaveLength(5000);
  });
});

function empties(count: number): object[] {
  return Array.from({ length: count }, () => ({}));
}

/** Also those within the forms of a union. */
function countAll(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce(
    (sum, issue) => sum + (issue.code === 'invalid_union' ? countAll(issue.errors.flat()) : 1),
    0,
  );
}
