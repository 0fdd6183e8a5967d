import fc from 'fast-check';
import { expect, it } from 'vitest';
import { requestSchema } from '../../../shared/model/request.ts';
import { isPlainRequest } from './is-plain-request.ts';

it.each([
  { scope_variables: {} },
  { scope_variables: { agent: { agent_id: 'a' }, task: null }, additional_variables: { phase: 'review' } },
  { scope_variables: {}, input: 'text', explicit_memory: ['docs'], rule_engine_ids: [], request_id: 'r' },
  { scope_variables: {}, input: { text: 'x', more: 1 }, constraints: { max_tokens: 1, estimator: 'chars4' } },
  { scope_variables: {}, input: {}, another: 'field' },
])('knows %j without asking the schema', request => {
  expect([isPlainRequest(request), requestSchema.safeParse(request).success]).toEqual([true, true]);
});

const odd = fc.constantFrom<unknown>(
  null,
  undefined,
  0,
  1,
  -1,
  1.5,
  2 ** 53,
  '',
  'x',
  true,
  [],
  [5],
  ['a'],
  {},
  NaN,
);
const mostly = (good: fc.Arbitrary<unknown>) => fc.oneof({ weight: 12, arbitrary: good }, odd);
const oneOf = (...good: unknown[]) => mostly(fc.constantFrom(...good));
const request = mostly(
  fc.record(
    {
      scope_variables: mostly(
        fc.record({ agent: oneOf({ a: 1 }), task: oneOf({}, null) }, { requiredKeys: [] }),
      ),
      additional_variables: oneOf({ a: 1 }),
      input: mostly(fc.record({ text: oneOf('text') }, { requiredKeys: [] })),
      explicit_memory: oneOf(['a', 'b']),
      rule_engine_ids: oneOf(['a']),
      constraints: mostly(
        fc.record({ max_tokens: oneOf(8000), estimator: oneOf('o200k_base') }, { requiredKeys: [] }),
      ),
      request_id: oneOf('id', 'i'.repeat(200)),
    },
    { requiredKeys: [] },
  ),
);

it('never takes a request for sound that the schema refuses', () => {
  let plain = 0;
  fc.assert(
    fc.property(request, given => {
      if (!isPlainRequest(given)) return;
      plain += 1;
      expect(requestSchema.safeParse(given).success).toBe(true);
    }),
    { numRuns: 5000, seed: 20261122 },
  );
  expect(plain).toBeGreaterThan(500);
});
