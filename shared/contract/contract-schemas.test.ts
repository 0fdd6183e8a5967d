import { expect, it } from 'vitest';
import { contract } from './contract.ts';
import { describeContract } from './contract-schemas.ts';

const { schemas, procedures } = describeContract();

it('describes every input and output', () => {
  expect([...procedures.keys()]).toEqual(Object.keys(contract));
  const missing = [...procedures.values()].flatMap(({ input, output }) => [input, output]);
  expect(missing.filter(name => schemas[name] === undefined)).toEqual([]);
});

it('leads every reference to something', () => {
  const references = JSON.stringify(schemas).matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g);
  const names = new Set([...references].map(([, name = '']) => name));
  expect([...names].filter(name => schemas[name] === undefined)).toEqual([]);
  expect(names.size).toBeGreaterThan(20);
});

it('describes what a handler judges as what it should be, by its name', () => {
  expect(JSON.stringify(schemas)).not.toContain('judgedAs');
  expect(schemas['engines.create.input']).toEqual({
    type: 'object',
    properties: { engine: { $ref: '#/components/schemas/EngineDraft' } },
    required: ['engine'],
    additionalProperties: false,
  });
  expect(schemas['rules.evaluate.engines']).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/ContextRuleEngine' },
  });
});

it('says where any object goes and what an id looks like', () => {
  expect(schemas.ContextRequest).toMatchObject({
    properties: { additional_variables: { type: 'object' } },
    required: ['scope_variables'],
  });
  expect(schemas.ContextRuleEngine).toMatchObject({
    properties: { id: { type: 'string', pattern: expect.any(String) } },
  });
});
