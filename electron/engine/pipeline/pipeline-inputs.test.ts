import { expect, it } from 'vitest';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { askedRequest } from '../assembly/asked-request.ts';
import { fieldValue } from './element-value.ts';
import { isDefault, missingVariables, readGiven, withDefaults } from './pipeline-inputs.ts';

const inputsOf = (additional_variables: Record<string, unknown>) =>
  askedRequest(requestOf({ additional_variables })).inputs;

it.each([
  [{ a: { b: { c: 'x' } } }],
  [{ 'a.b': { c: 'x' } }],
  [{ a: { 'b.c': 'x' } }],
  [{ 'a.b.c': 'x' }],
  [{ a: { z: 1 }, 'a.b': { c: 'x' } }],
])('a name with dots is found in %j, with its prefix and without, in an element too', variables => {
  const inputs = inputsOf(variables);
  expect([readGiven(inputs, 'a.b.c'), readGiven(inputs, 'addVar.a.b.c')]).toEqual(['x', 'x']);
  expect(missingVariables(memoryOf('m', { pipeline: [staticStep('${a.b.c}')] }), inputs)).toEqual([]);
  const element = { content: '', source: { kind: 'static' }, ...variables };
  expect(fieldValue(element, 'a.b.c')).toBe('x');
  expect([readGiven(inputs, 'a.b.d'), fieldValue(element, 'a.b.d')]).toEqual([undefined, undefined]);
});

it('what is found in a default with a dot in its name is the default', () => {
  const memory = memoryOf('m', {
    additional_variables: [{ name: 'a.b', type: 'object', default: { c: 'x' } }],
  });
  const inputs = withDefaults(memory, inputsOf({}));
  expect([readGiven(inputs, 'a.b.c'), isDefault(inputs, 'a.b.c')]).toEqual(['x', true]);
  expect(isDefault(withDefaults(memory, inputsOf({ 'a.b': { c: 'y' } })), 'a.b.c')).toBe(false);
});
