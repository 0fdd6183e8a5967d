import { describe, expect, it } from 'vitest';
import { secretGenerators } from '../../../test/support/generated-secrets.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { redactTexts } from './redact-texts.ts';
import { refuseRequest } from './refuse-request.ts';

const { secret } = secretGenerators['github-token']?.(createSeededRandom(6)) ?? { secret: '' };
const mark = '[REDACTED:github-token]';

/** Whatever repeats what people or stores wrote. */
const written = [
  'actual',
  'engine_name',
  'message',
  'name',
  'reason',
  'rule_name',
  'shadowed',
  'value',
  'variablesUsed',
  'variables_used',
  'winner',
];

describe('texts of traces and evaluations', () => {
  it.each(written)('%s is redacted: a text, a list, an object, at any depth', field => {
    expect(redactTexts({ [field]: `a ${secret}` }, 'pattern_only')).toEqual({ [field]: `a ${mark}` });
    expect(redactTexts({ [field]: ['plain', secret, [secret]] }, 'pattern_only')).toEqual({
      [field]: ['plain', mark, [mark]],
    });
    expect(redactTexts({ [field]: { token: 1, inner: secret } }, 'pattern_only')).toEqual({
      [field]: { token: 1, inner: mark },
    });
    expect(redactTexts([{ id: 'x', rules: [{ [field]: secret }, 5, null] }], 'pattern_only')).toEqual([
      { id: 'x', rules: [{ [field]: mark }, 5, null] },
    ]);
  });

  it.each(['id', 'rule_id', 'path', 'code', 'memories'])('%s stays, so that it can be followed', field => {
    const value = { [field]: secret, list: [{ [field]: [secret] }] };
    expect(redactTexts(value, 'pattern_only')).toBe(value);
  });

  it('what holds no secret stays the same object, beside what does', () => {
    const clean = { name: 'clean', list: [{ message: 'nothing' }], none: null, number: 5 };
    expect(redactTexts(clean, 'pattern_only')).toBe(clean);
    const list = [clean, { name: secret, rest: clean }, clean];
    const redacted = redactTexts(list, 'pattern_only');
    expect(redacted).toEqual([clean, { name: mark, rest: clean }, clean]);
    expect([redacted[0], redacted[2]]).toEqual([clean, clean]);
    expect(redacted[0]).toBe(clean);
    expect(list[1]).toEqual({ name: secret, rest: clean });
    expect(Object.keys(redacted[1] ?? {})).toEqual(['name', 'rest']);
  });

  it('changes several fields of one object', () => {
    expect(redactTexts({ name: secret, id: 'i', message: secret }, 'pattern_only')).toEqual({
      name: mark,
      id: 'i',
      message: mark,
    });
  });

  it('`off` gives the value itself, and other modes and redactors are used as they are given', () => {
    const value = { name: secret };
    expect(redactTexts(value, 'off')).toBe(value);
    const asked: unknown[] = [];
    const shout = (text: string, mode: string) => {
      asked.push([text, mode]);
      return { text: text.toUpperCase(), findings: [] };
    };
    expect(redactTexts({ name: 'ab', list: ['cd'], reason: ['ef'] }, 'both', shout)).toEqual({
      name: 'AB',
      list: ['cd'],
      reason: ['EF'],
    });
    expect(asked).toEqual([
      ['ab', 'both'],
      ['ef', 'both'],
    ]);
    expect(redactTexts({ name: 'ab' }, 'off', shout)).toEqual({ name: 'ab' });
    expect(asked).toHaveLength(2);
  });

  it('a text by itself is none of the fields', () => {
    expect(redactTexts(secret, 'pattern_only')).toBe(secret);
  });
});

it('a refusal is one sentence with all errors in its details, none with a secret', () => {
  const error = refuseRequest([
    { code: 'wrong_type', path: 'input', message: `input: not "${secret}"` },
    { code: 'unknown_memory', path: 'explicit_memory.0', message: 'there is no memory "x"' },
  ]);
  expect([error.code, error.message, error.details]).toEqual([
    'invalid_input',
    `The request cannot be used: input: not "${mark}" (and 1 more)`,
    {
      errors: [
        { code: 'wrong_type', path: 'input', message: `input: not "${mark}"` },
        { code: 'unknown_memory', path: 'explicit_memory.0', message: 'there is no memory "x"' },
      ],
      warnings: [],
    },
  ]);
  expect(refuseRequest([]).message).toBe('The request cannot be used: it is invalid');
});
