import { describe, expect, it } from 'vitest';
import { assembled, call, dropped, item } from '../../../test/support/assembled.ts';
import { type Expectation, expectationSchema } from '../../model/context-test.ts';
import { type Judgement, judgeExpectation } from './judge-expectation.ts';

const rules = { fired: ['e/a', 'e/b'], added: ['m', 'n', 'cut', 'lost', 'late', 'broken', 'empty'] };
const context = assembled({
  context: {
    state: [item('m#1'), item('m#2')],
    history: [item('n#1', 'n', 1500), item('m#3')],
  },
  trace: {
    dropped: [dropped('cut#1', 'budget'), dropped('cut#2', 'max_items'), dropped('cut#3', 'budget')],
    memory_calls: [
      call('cut'),
      call('late', { status: 'skipped' }),
      call('broken', { status: 'failed', error: { code: 'x', message: 'no server' } }),
      call('empty', { items: 0 }),
    ],
    missing_variables: ['b', 'a'].map(name => ({ name, needed_by: [] })),
  },
});

/** What is judged, what becomes of it, what was to be and what is. */
type Case = readonly [Expectation, Judgement['state'], expected: string, actual: string];
const notYet = 'not assembled yet';

const byRules: readonly Case[] = [
  [{ kind: 'fires', rule: 'e/a' }, 'passed', 'e/a fires', 'it fires'],
  [{ kind: 'fires', rule: 'e/c' }, 'failed', 'e/c fires', 'it does not fire'],
  [{ kind: 'silent', rule: 'e/c' }, 'passed', 'e/c does not fire', 'it does not fire'],
  [{ kind: 'silent', rule: 'e/a' }, 'failed', 'e/a does not fire', 'it fires'],
  [{ kind: 'included', memory: 'm', after: 'rules' }, 'passed', 'm is added by rules', 'm is added'],
  [{ kind: 'included', memory: 'x', after: 'rules' }, 'failed', 'x is added by rules', 'nothing adds x'],
  [{ kind: 'included', memory: 'x' }, 'failed', 'x is in the context', 'nothing adds x'],
  [{ kind: 'excluded', memory: 'x' }, 'passed', 'x is not in the context', 'nothing adds x'],
  [{ kind: 'excluded', memory: 'x', after: 'rules' }, 'passed', 'x is not added by rules', 'nothing adds x'],
  [{ kind: 'excluded', memory: 'm', after: 'rules' }, 'failed', 'm is not added by rules', 'm is added'],
  [{ kind: 'order', memories: ['m', 'n'], after: 'rules' }, 'passed', 'm, then n', 'm, then n'],
  [{ kind: 'order', memories: ['m', 'cut'], after: 'rules' }, 'passed', 'm, then cut', 'm, then cut'],
  [{ kind: 'order', memories: ['n', 'm'], after: 'rules' }, 'failed', 'n, then m', 'm, then n'],
  [{ kind: 'order', memories: ['m', 'x', 'y'] }, 'failed', 'm, then x, then y', 'nothing adds x, y'],
];

const ofContext: readonly Case[] = [
  [{ kind: 'included', memory: 'm' }, 'passed', 'm is in the context', 'in state, history'],
  [
    { kind: 'included', memory: 'm', section: 'history' },
    'passed',
    'm is in the context, in history',
    'in state, history',
  ],
  [
    { kind: 'included', memory: 'n', section: 'state' },
    'failed',
    'n is in the context, in state',
    'in history',
  ],
  [
    { kind: 'included', memory: 'n', section: 'history', after: 'rules' },
    'passed',
    'n is added by rules, in history',
    'in history',
  ],
  [
    { kind: 'included', memory: 'cut' },
    'failed',
    'cut is in the context',
    'cut was left out: budget, max items',
  ],
  [{ kind: 'excluded', memory: 'm' }, 'failed', 'm is not in the context', 'm is there'],
  [
    { kind: 'excluded', memory: 'cut' },
    'passed',
    'cut is not in the context',
    'cut was left out: budget, max items',
  ],
  [{ kind: 'excluded', memory: 'lost' }, 'passed', 'lost is not in the context', 'there is no memory lost'],
  [
    { kind: 'excluded', memory: 'late' },
    'passed',
    'late is not in the context',
    'late was skipped: no reason was given',
  ],
  [
    { kind: 'excluded', memory: 'broken' },
    'passed',
    'broken is not in the context',
    'broken failed: no server',
  ],
  [{ kind: 'excluded', memory: 'empty' }, 'passed', 'empty is not in the context', 'empty brings no items'],
  [{ kind: 'section', section: 'state', memories: ['m'] }, 'passed', 'state has m', 'state has m'],
  [
    { kind: 'section', section: 'history', memories: ['n', 'm'] },
    'passed',
    'history has n, m',
    'history has n, m',
  ],
  [
    { kind: 'section', section: 'history', memories: ['m', 'n'] },
    'failed',
    'history has m, n',
    'history has n, m',
  ],
  [{ kind: 'section', section: 'history', memories: ['n'] }, 'failed', 'history has n', 'history has n, m'],
  [
    { kind: 'section', section: 'knowledge', memories: [] },
    'passed',
    'knowledge has nothing',
    'knowledge has nothing',
  ],
  [{ kind: 'order', memories: ['m', 'n'] }, 'passed', 'm, then n', 'm, then n'],
  [{ kind: 'order', memories: ['n', 'm'] }, 'failed', 'n, then m', 'm, then n'],
  [{ kind: 'order', memories: ['m', 'cut'] }, 'failed', 'm, then cut', 'm'],
  [{ kind: 'order', memories: ['cut', 'empty'] }, 'failed', 'cut, then empty', 'none of them'],
  [{ kind: 'tokens', at_most: 1530 }, 'passed', 'the context has at most 1,530 tokens', '1,530 tokens'],
  [{ kind: 'tokens', at_most: 1529 }, 'failed', 'the context has at most 1,529 tokens', '1,530 tokens'],
  [{ kind: 'tokens', at_most: 30, of: { memory: 'm' } }, 'passed', 'm has at most 30 tokens', '30 tokens'],
  [
    { kind: 'tokens', at_most: 9, of: { section: 'state' } },
    'failed',
    'state has at most 9 tokens',
    '20 tokens',
  ],
  [{ kind: 'missing', variables: ['b', 'a'] }, 'passed', 'missing: b, a', 'missing: a, b'],
  [{ kind: 'missing', variables: [] }, 'failed', 'no variable is missing', 'missing: a, b'],
];

const judged = ([expectation]: Case, of: Parameters<typeof judgeExpectation>[1]) =>
  judgeExpectation(expectation, of);

describe('an expectation', () => {
  it.each(byRules)('%j is %s by what rules decide, whatever was assembled', (...one) => {
    const [, state, expected, actual] = one;
    expect(judged(one, { rules })).toEqual({ state, expected, actual });
    expect(judged(one, { rules, assembled: context })).toEqual({ state, expected, actual });
  });

  it.each(ofContext)('%j is %s by what is in the context, and open before that', (...one) => {
    const [, state, expected, actual] = one;
    expect(judged(one, { rules, assembled: context })).toEqual({ state, expected, actual });
    expect(judged(one, { rules })).toEqual({ state: 'open', expected, actual: notYet });
  });

  it('of a contract is judged by who knows the contracts, and open where nobody does', () => {
    const expectation: Expectation = { kind: 'contract', contract: 'c' };
    const contractOf = (id: string): Judgement => ({ state: 'passed', expected: id, actual: '' });
    expect(judgeExpectation(expectation, { rules, contractOf })).toEqual(contractOf('c'));
    expect(judgeExpectation(expectation, { rules })).toEqual({
      state: 'open',
      expected: 'the contract c holds',
      actual: notYet,
    });
  });

  it('is told here of every kind', () => {
    const kinds = new Set([...byRules, ...ofContext].map(([{ kind }]) => kind).concat('contract'));
    expect([...kinds].toSorted()).toEqual(
      expectationSchema.options.map(one => one.shape.kind.value).toSorted(),
    );
  });
});
