import { expect, it } from 'vitest';
import { askedRequest } from './asked-request.ts';

const request = {
  input: 'fix the login',
  scope_variables: { project: { language: 'ts' }, user: { language: 'de' } },
  additional_variables: { action: 'fix' },
};

it('derives each thing once, from the very object that came', () => {
  const asked = askedRequest(request);
  expect(asked.request).toBe(request);
  expect(asked.lookup).toBe(asked.lookup);
  expect(asked.flat).toBe(asked.flat);
  expect(asked.inputs).toBe(asked.inputs);
  expect(asked.inputs.lookup).toBe(asked.lookup.variables);
  expect(asked.inputs.flat).toBe(asked.flat.variables);
});

it('control: another object of the same request is derived anew', () => {
  const [one, other] = [askedRequest(request), askedRequest(request)];
  expect(one.lookup).not.toBe(other.lookup);
  expect(one.lookup).toEqual(other.lookup);
});
