import { expect, it } from 'vitest';
import { z } from 'zod';
import { declareType } from './declare-type.ts';

const declare = (schema: z.ZodType): string =>
  declareType(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), reference => reference);

it.each([
  [z.string(), 'string'],
  [z.int(), 'number'],
  [z.unknown(), 'unknown'],
  [z.null(), 'null'],
  [z.string().nullable(), '(string | null)'],
  [z.literal('a'), '"a"'],
  [z.enum(['a', 'b']), '"a" | "b"'],
  [z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
  [z.array(z.number()), 'number[]'],
  [z.union([z.string(), z.int()]), '(string | number)'],
  [z.strictObject({}), '{}'],
  [
    z.strictObject({ a: z.string(), 'b-c': z.boolean().optional() }),
    '{ a: string; "b-c"?: boolean | undefined }',
  ],
  [z.looseObject({ a: z.string() }), '{ a: string; [key: string]: unknown }'],
  [z.record(z.string(), z.number()), '{ [key: string]: number }'],
  [z.partialRecord(z.enum(['a', 'b']), z.number()), '{ [Key in "a" | "b"]?: number | undefined }'],
  [z.custom().meta({ type: 'object' }), '{ [key: string]: unknown }'],
])('%# is declared as %s', (schema, declared) => {
  expect(declare(schema)).toBe(declared);
});

it('writes a reference as its name, or out in its place', () => {
  const resolve = (reference: string) => (reference === '#/A' ? 'A' : { type: 'array' as const, items: {} });
  const schema = { type: 'array' as const, items: { anyOf: [{ $ref: '#/A' }, { $ref: '#/b' }] } };
  expect(declareType(schema, resolve)).toBe('((A | unknown[]))[]');
});
