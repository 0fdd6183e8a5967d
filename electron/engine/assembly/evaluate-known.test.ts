import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { engineAdding, requestOf } from '../../../test/support/engine-definitions.ts';
import { secretGenerators } from '../../../test/support/generated-secrets.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { type EvaluateKnownOptions, evaluateKnown, evaluateKnownInSteps } from './evaluate-known.ts';

const engines = [engineAdding('one', 'a', 'lost'), engineAdding('two', 'b')];
const unreadable = {
  engines: [{ file: 'engines/three.json', reason: 'it is no JSON' }],
  memories: [
    { file: 'memories/lost.json', line: 3, reason: 'it is no JSON' },
    { file: 'memories/other.json', reason: 'it is no JSON' },
  ],
};
const evaluate = (
  request: unknown,
  options: Partial<EvaluateKnownOptions> = {},
  known: Parameters<typeof evaluateKnown>[1] = { engines },
) => evaluateKnown(request as ContextRequest, known, { redaction: 'off', ...options }); // it judges what it is given

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('evaluateKnown', () => {
  it('evaluates every engine, or the one that is named', () => {
    expect(evaluate(requestOf()).matchedMemories).toEqual(['a', 'lost', 'b']);
    const alone = evaluate(requestOf({ rule_engine_ids: ['one'] }), { engineId: 'two' });
    expect([alone.matchedMemories, alone.engineResults.map(({ engine_id }) => engine_id)]).toEqual([
      ['b'],
      ['two'],
    ]);
    expect(evaluate(requestOf()).engineResults[0]?.rules).toBeUndefined();
    expect(evaluate(requestOf(), { explain: true }).engineResults[0]?.rules).toHaveLength(1);
  });

  it('an engine that nobody made, or whose file is broken, is not found', () => {
    const nobody = refusal(() => evaluate(requestOf(), { engineId: 'three' }));
    expect([nobody.code, nobody.message, nobody.details]).toEqual([
      'not_found',
      'there is no engine "three"',
      { id: 'three' },
    ]);
    const broken = refusal(() => evaluate(requestOf(), { engineId: 'three' }, { engines, unreadable }));
    expect([broken.code, broken.message]).toEqual([
      'not_found',
      'the engine "three" cannot be read: engines/three.json: it is no JSON',
    ]);
  });

  it.each<[unknown, string]>([
    [{}, 'missing_scope_variables'],
    ['text', 'wrong_type'],
    [null, 'wrong_type'],
    [{ scope_variables: {}, constraints: { max_tokens: 0 } }, 'invalid_max_tokens'],
  ])('refuses %j, of all engines and of one', (request, code) => {
    for (const engineId of [undefined, 'two']) {
      const error = refusal(() => evaluate(request, { engineId }));
      expect([error.code, error.details]).toMatchObject(['invalid_input', { errors: [{ code }] }]);
    }
  });

  it('names engines of the request that are not known, and why', () => {
    const request = requestOf({ rule_engine_ids: ['one', 'three'] });
    const told = (known: Parameters<typeof evaluateKnown>[1]) =>
      refusal(() => evaluate(request, {}, known)).message;
    expect(told({ engines })).toContain('there is no rule engine "three"');
    expect(told({ engines, unreadable })).toContain('"three" cannot be read: engines/three.json');
    // Memories are not looked up.
    expect(evaluate(requestOf({ explicit_memory: ['nowhere'] })).warnings).toEqual([]);
  });

  it('warns of engines that cannot be read, and of memories that rules add and whose files are broken', () => {
    expect(evaluate(requestOf()).warnings).toEqual([]);
    const { warnings } = evaluate(requestOf(), {}, { engines, unreadable });
    expect(warnings.map(({ code }) => code)).toEqual(['unreadable_engine', 'unknown_memory']);
    expect(warnings[1]?.message).toBe(
      'rules add "lost"; the memory "lost" cannot be read: memories/lost.json:3: it is no JSON',
    );
    expect(evaluate(requestOf(), { engineId: 'two' }, { engines, unreadable }).warnings).not.toContainEqual(
      expect.objectContaining({ code: 'unknown_memory' }),
    );
  });

  it('stops every few rules while it tests, judges, explains and redacts those of one large engine', () => {
    const many = Array.from({ length: 320 }, (_, index) => engineAdding(`r${index}`, 'a').rules).flat();
    const known = { engines: [{ ...engineAdding('one'), rules: many }] };
    const options = { redaction: 'pattern_only', explain: true } as const;
    const stops = [...evaluateKnownInSteps(requestOf(), known, options)];
    // Tested by 32; judged, explained, redacted among those that fired and once more as they are explained.
    expect(stops).toHaveLength(10 + 4 * 320);
  });

  it('shows no secrets, unless that is wished', () => {
    const { secret } = secretGenerators['github-token']?.(createSeededRandom(4)) ?? { secret: '' };
    const named = { engines: [{ ...engineAdding('one', 'a'), name: `engine ${secret}` }] };
    const nameIn = (redaction: 'off' | 'pattern_only') =>
      evaluate(requestOf(), { redaction }, named).engineResults[0]?.engine_name;
    expect([nameIn('pattern_only'), nameIn('off')]).toEqual([
      'engine [REDACTED:github-token]',
      `engine ${secret}`,
    ]);
  });
});
