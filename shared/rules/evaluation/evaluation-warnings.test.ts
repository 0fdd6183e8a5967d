import { describe, expect, it } from 'vitest';
import { type ContextRequest, requestSchema } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { evaluationWarnings, unknownKeyWarnings, unusableConditions } from './evaluation-warnings.ts';
import { createRegexCache } from './regex-cache.ts';
import { allHold } from './test-condition.ts';
import type { UnreadableFile } from './unknown-words.ts';

const rule = (id: string, when: Condition[], more: Partial<ContextRule> = {}): ContextRule => ({
  id,
  name: `Rule ${id}`,
  when,
  then: { add_memories: [] },
  ...more,
});
const engine = (id: string, ...rules: ContextRule[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules,
});
const files = 'addVar.files';
const looks = (operator: Condition['operator'], value: string): Condition => ({
  field: files,
  operator,
  value,
});

const warningsOf = (...given: Parameters<typeof evaluationWarnings>) => atOnce(evaluationWarnings(...given));

/** What is said of these engines where the variable is this list. */
function ofList(engines: readonly ContextRuleEngine[], value: unknown = ['a.ts']) {
  const variables = new Map<string, unknown>([[files, value]]) as Parameters<typeof evaluationWarnings>[1];
  return warningsOf({ scope_variables: {} }, variables, { engines, warnings: [] }, {});
}

describe('a list where rules look for one text', () => {
  it('is told with how many conditions look for it, in all engines', () => {
    const one = engine('one', rule('a', [looks('starts_with', 'src/')]));
    const two = engine('two', rule('b', [looks('regex', 'ts$'), looks('ends_with', '.ts')]));
    expect(ofList([one])).toEqual([
      {
        code: 'list_as_text',
        path: files,
        message:
          'addVar.files is a list, and 1 condition looks for one text in it, so that they cannot hold; give one value, and ask once for each',
      },
    ]);
    expect(ofList([one, two])).toMatchObject([{ message: expect.stringContaining('3 conditions look') }]);
    // What was counted once is known.
    expect(ofList([one, two])).toHaveLength(1);
  });

  it('is nothing to tell of a text, of a muted rule, of another variable, or of what suits a list', () => {
    const told = engine('one', rule('a', [looks('starts_with', 'src/')]));
    expect(ofList([told], 'src/a.ts')).toEqual([]);
    expect(ofList([engine('one', rule('a', [looks('starts_with', 'src/')], { enabled: false }))])).toEqual(
      [],
    );
    expect(
      ofList([engine('one', rule('a', [{ field: 'addVar.x', operator: 'regex', value: 'x' }]))]),
    ).toEqual([]);
    expect(ofList([engine('one', rule('a', [looks('contains', 'a.ts')]))])).toEqual([]);
  });

  it('tells twenty of many, and how many more there are', () => {
    const names = Array.from({ length: 23 }, (_, index) => `addVar.list${index}`);
    const looking = engine(
      'one',
      ...names.map(field => rule(field, [{ field, operator: 'starts_with', value: 'x' }])),
    );
    const variables = new Map(names.map(name => [name, ['x']]));
    const said = warningsOf({ scope_variables: {} }, variables, { engines: [looking], warnings: [] }, {});
    expect(said).toHaveLength(21);
    const twenty = new Map([...variables].slice(0, 20));
    const engines = { engines: [looking], warnings: [] };
    expect(warningsOf({ scope_variables: {} }, twenty, engines, {})).toEqual(said.slice(0, 20));
    expect(said.at(-1)).toEqual({
      code: 'list_as_text',
      message: '3 more lists are compared as one text too',
    });
  });
});

describe('a file of an engine', () => {
  const broken: UnreadableFile = { file: 'engines/broken.json', line: 3, column: 7, reason: 'a comma' };
  const withheld: UnreadableFile = { file: 'engines/new.json', reason: 'not trusted yet', isWithheld: true };
  const said = (request: Partial<ContextRequest>, unreadable: readonly UnreadableFile[]) =>
    warningsOf(
      { scope_variables: {}, ...request },
      new Map(),
      { engines: [], warnings: [{ code: 'engine_disabled', message: 'off' }] },
      { unreadable },
    );

  it('that cannot be read, or is withheld, is told where it would have taken part', () => {
    expect(said({}, [withheld, broken])).toEqual([
      { code: 'engine_disabled', message: 'off' },
      {
        code: 'unreadable_engine',
        message:
          'the rule engine "broken" cannot be read: engines/broken.json:3:7: a comma; its rules were not evaluated',
      },
      {
        code: 'withheld_rules',
        message: 'of the rule engine "new" not all was evaluated: not trusted yet',
      },
    ]);
    const codes = (ids: string[]) =>
      said({ rule_engine_ids: ids }, [withheld, broken]).map(({ code }) => code);
    expect(codes(['new', 'broken'])).toEqual(['engine_disabled', 'withheld_rules']);
    expect(codes(['other'])).toEqual(['engine_disabled']);
  });

  it('one of many is counted', () => {
    const many = Array.from({ length: 22 }, (_, index) => ({ file: `e/${index}.json`, reason: 'x' }));
    const held = many.map(file => ({ ...file, isWithheld: true as const }));
    const lasts = said({}, [...many, ...held]).filter(({ message }) => message.startsWith('2 more'));
    expect(lasts).toEqual([
      { code: 'unreadable_engine', message: '2 more files of engines cannot be read either' },
      { code: 'withheld_rules', message: '2 more engines were not evaluated as a whole either' },
    ]);
  });
});

describe('keys that nothing reads', () => {
  it('are told with the one that was meant, or with all there are', () => {
    const said = unknownKeyWarnings({
      scope_variables: {},
      explicit_memories: [],
      constraints: { max_token: 5, max_tokens: 5 },
      input: { texts: 'x', zzzzzzzz: 1 },
    });
    expect(said.map(({ code, path }) => [code, path])).toEqual([
      ['unknown_key', 'explicit_memories'],
      ['unknown_key', 'constraints.max_token'],
      ['unknown_key', 'input.texts'],
      ['unknown_key', 'input.zzzzzzzz'],
    ]);
    expect(said.map(({ message }) => message)).toEqual([
      '"explicit_memories" is no key of a request and does nothing; did you mean "explicit_memory"?',
      '"max_token" is no key of constraints and does nothing; did you mean "max_tokens"?',
      '"texts" is no key of input and does nothing; did you mean "text"?',
      '"zzzzzzzz" is no key of input and does nothing; its key is text',
    ]);
  });

  it('are cut where they are long, counted where they are many, and none of what is no object', () => {
    const long = unknownKeyWarnings({ ['k'.repeat(300)]: 1 });
    expect(unknownKeyWarnings({ zzzzzzzz: 1 })[0]?.message).toBe(
      `"zzzzzzzz" is no key of a request and does nothing; the keys are ${Object.keys(requestSchema.shape).join(', ')}`,
    );
    expect(long[0]?.message.startsWith(`"${'k'.repeat(100)}" is no key of a request`)).toBe(true);
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`k${index}`, 1]));
    expect(unknownKeyWarnings(many).at(-1)?.message).toBe('5 more keys are not known either');
    expect([unknownKeyWarnings('text'), unknownKeyWarnings(null), unknownKeyWarnings([])]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

it('fields that are not of the standard are told, and still work', () => {
  const request = { scope_variables: { agent: { mood: 'calm' }, user: 'x' } } as unknown as ContextRequest;
  const said = warningsOf(request, new Map(), { engines: [], warnings: [] }, {});
  expect(said).toMatchObject([{ code: 'unknown_field', path: 'scope_variables.agent.mood' }]);
  expect(said[0]?.message).toMatch(
    /^"mood" is not a standard field of agent \(.+, .+\); rules can use it as scope\.agent\.mood$/,
  );
});

describe('conditions that cannot hold', () => {
  const bad: Condition = { field: 'addVar.x', operator: 'regex', value: '(' };
  const place = 'one.rules.1.when.0.value';

  it("are told by the rule's name, or its id, those of muted rules aside", () => {
    const given = engine(
      'one',
      rule('muted', [bad], { enabled: false }),
      rule('a', [bad]),
      rule('b', [bad], { name: '' }),
    );
    const said = atOnce(unusableConditions(given));
    expect(said).toMatchObject([
      { code: 'bad_pattern', path: place },
      { code: 'bad_pattern', path: 'one.rules.2.when.0.value' },
    ]);
    expect(said.map(({ message }) => message.split(': ').slice(0, 2))).toEqual([
      ['rule "Rule a" of "one" cannot fire', 'its condition on addVar.x'],
      ['rule "b" of "one" cannot fire', 'its condition on addVar.x'],
    ]);
  });

  it.each<[string, string, string | undefined]>([
    ['phase', 'eq', 'unknown_field'],
    ['phase', 'not_exists', 'unknown_field'],
    ['input.size', 'eq', 'unknown_field'],
    ['scope.team.id', 'exists', 'unknown_scope'],
    ['scope.team.id', 'neq', undefined],
    ['input.size', 'not_exists', undefined],
    ['addVar.phase', 'eq', undefined],
  ])('are told of a variable that nobody can give: %s %s', (field, operator, code) => {
    const condition = { field, operator, value: 'x' } as Condition;
    const said = atOnce(unusableConditions(engine('one', rule('a', [condition]))));
    expect(said.map(problem => [problem.code, problem.path])).toEqual(
      code === undefined ? [] : [[code, 'one.rules.0.when.0.field']],
    );
    expect(allHold([condition], new Map(), createRegexCache(1))).toBe(
      code === undefined && operator !== 'eq',
    );
  });

  it('are counted where they are many; who judged an engine before is believed', () => {
    const given = engine('one', ...Array.from({ length: 22 }, (_, index) => rule(`${index}`, [bad])));
    const said = (compiled?: Parameters<typeof evaluationWarnings>[3]['compiled']) =>
      warningsOf(
        { scope_variables: {} },
        new Map(),
        { engines: [given], warnings: [] },
        compiled ? { compiled } : {},
      );
    expect(said().at(-1)).toEqual({
      code: 'bad_pattern',
      message: '2 more conditions of these engines cannot hold either',
    });
    const judged = engine('one', rule('a', []));
    expect(said({ unusableIn: () => unusableConditions(judged) })).toEqual([]);
  });
});
