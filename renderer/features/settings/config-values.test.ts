import { expect, it } from 'vitest';
import {
  givenTable,
  otherWarnings,
  plainKeys,
  tableRows,
  warningOf,
  weightsProblem,
} from './config-values.ts';

const warning = (key: string) => ({ key, value: 1, allowed: 'x', message: `${key} is 1` });
const warnings = [
  warning('context_engineering.models.tiny'),
  warning('context_engineering.models'),
  warning('context_engineering.models_too'),
  warning(''),
];

it('finds what is wrong with a key, its entries included, and nothing of keys with like names', () => {
  expect([warningOf(warnings, 'models'), warningOf(warnings, 'embedder')]).toEqual([
    'context_engineering.models.tiny is 1\ncontext_engineering.models is 1',
    undefined,
  ]);
});

it('tells the rest apart: unknown keys and the file as a whole', () => {
  expect(otherWarnings(warnings, ['models', 'embedder']).map(({ key }) => key)).toEqual([
    'context_engineering.models_too',
    '',
  ]);
});

it('a table shows defaults, and over them what is given', () => {
  expect(tableRows({ haiku: 1, sonnet: 2 }, { sonnet: 5, local: 7 })).toEqual([
    { name: 'haiku', value: 1, origin: 'default' },
    { name: 'sonnet', value: 5, origin: 'changed' },
    { name: 'local', value: 7, origin: 'added' },
  ]);
});

it.each([
  [{ a: 1, b: 'x' }, { a: 1 }],
  [[1], {}],
  [null, {}],
  [undefined, {}],
])('reads the numbers of %j', (value, table) => {
  expect(givenTable(value)).toEqual(table);
});

const weights = { recency: 0.3, relevance: 0.4, confidence: 0.2, warning_boost: 0.1 };

it.each([
  [{}, undefined],
  [{ recency: 0.31 }, undefined],
  [{ recency: 0.29 }, undefined],
  [{ recency: 0.32 }, 'They add up to 1.02; they are saved once they add up to 1.'],
  [{ relevance: 0 }, 'They add up to 0.6; they are saved once they add up to 1.'],
])('weights with %j: %j', (part, problem) => {
  expect(weightsProblem({ ...weights, ...part })).toBe(problem);
});

it('a key that no row was made for is set as its schema says', () => {
  const properties = {
    known: { type: 'boolean' },
    includeEntityContext: { type: 'boolean', description: 'Whether.' },
    depth: { type: 'string', enum: ['minimal', 'deep'] },
    max_context_tokens: { type: 'integer', minimum: 4096, maximum: 50_000 },
    share: { type: 'number' },
    table: { type: 'object' },
  };
  expect(plainKeys(properties, ['known'])).toEqual([
    { key: 'includeEntityContext', label: 'Include entity context', meaning: 'Whether.', kind: 'switch' },
    { key: 'depth', label: 'Depth', meaning: '', kind: 'choice', options: ['minimal', 'deep'] },
    {
      key: 'max_context_tokens',
      label: 'Max context tokens',
      meaning: '',
      kind: 'number',
      limits: { min: 4096, max: 50_000, isWhole: true },
    },
    { key: 'share', label: 'Share', meaning: '', kind: 'number', limits: { isWhole: false } },
  ]);
});
