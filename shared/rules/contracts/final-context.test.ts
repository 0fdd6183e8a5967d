import { describe, expect, it } from 'vitest';
import { assembled, call, dropped, item } from '../../../test/support/assembled.ts';
import { type DropReason, dropReasons } from '../../model/assembled-context.ts';
import { breakOf, type ContextState, differenceOf, finalContext, isReached } from './final-context.ts';

const whole = assembled({
  context: {
    state: [{ ...item('late#1'), source: { kind: 'static', origin: 'project', trust: 'project' } }],
    knowledge: [
      { ...item('m#1'), also_from: ['twin#2', 'with#hash#1'], source: { kind: 'static', trust: 'user' } },
      item('n#1', 'n', 1500),
      item('m#2'),
    ],
  },
  trace: {
    memory_calls: [
      call('m'),
      call('none', { items: 0 }),
      call('failed', { status: 'failed', items: 0 }),
      call('skipped', { status: 'skipped' }),
    ],
    rules_applied: [
      { engine_id: 'e', rule_id: 'r', rule_name: 'R', memories: ['none', 'm'] },
      { engine_id: 'e', rule_id: 'idle', rule_name: 'Idle', memories: ['none'] },
      { engine_id: 'f', rule_id: 'twin', rule_name: 'Twin', memories: ['twin'] },
    ],
  },
});
const final = finalContext(whole);

describe('what contracts ask of a context', () => {
  it('is what stands in it in the order of sections, with all that brought it and where it comes from', () => {
    expect(final.items).toEqual([
      { memory: 'late', brought: ['late'], section: 'state', origin: 'project', tokens: 10 },
      { memory: 'm', brought: ['m', 'twin', 'with#hash'], section: 'knowledge', origin: 'user', tokens: 10 },
      { memory: 'n', brought: ['n'], section: 'knowledge', origin: 'import', tokens: 1500 },
      { memory: 'm', brought: ['m'], section: 'knowledge', origin: 'import', tokens: 10 },
    ]);
    const turned = assembled({
      context: { working_memory: [item('w#1')], warnings: [item('a#1')], state: [item('s#1')] },
    });
    expect(finalContext(turned).items.map(({ memory }) => memory)).toEqual(['s', 'a', 'w']);
  });

  it('is why nothing of a memory is there', () => {
    const reasons: Readonly<Record<DropReason, string>> = {
      duplicate: 'another memory brought the same text',
      max_items: 'it may bring no items',
      budget: 'the budget cut it',
      authority: 'its authority is too low for its section',
      redaction_failed: 'it could not be redacted',
    };
    const trace = { dropped: dropReasons.map(reason => dropped(`${reason}#1`, reason)) };
    expect(Object.fromEntries(finalContext(assembled({ trace })).absent)).toEqual(reasons);
    expect(Object.fromEntries(final.absent)).toEqual({
      none: 'its pipeline brought nothing',
      failed: 'its pipeline failed',
      skipped: 'its pipeline skipped',
    });
  });

  it('is which rules fired, and whether something of theirs is there', () => {
    expect(Object.fromEntries(final.fired)).toEqual({
      'e/r': ['none', 'm'],
      'e/idle': ['none'],
      'f/twin': ['twin'],
    });
    expect(['e/r', 'e/idle', 'f/twin', 'e/x'].map(rule => isReached(rule, final))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('a statement', () => {
  const breaks: readonly (readonly [ContextState, string | undefined])[] = [
    [{ kind: 'always', memory: 'm' }, undefined],
    [{ kind: 'always', memory: 'twin' }, undefined],
    [{ kind: 'always', memory: 'none' }, '"none" is not in this context: its pipeline brought nothing'],
    [{ kind: 'always', memory: 'x' }, '"x" is not in this context: no rule adds it'],
    [{ kind: 'never', memory: 'x' }, undefined],
    [{ kind: 'never', memory: 'm' }, 'here "m" is in the context'],
    [{ kind: 'never', memory: 'm', other: 'twin' }, 'here "m" and "twin" are in the context'],
    [{ kind: 'never', memory: 'm', other: 'x' }, undefined],
    [{ kind: 'never', memory: 'x', other: 'm' }, undefined],
    [{ kind: 'implies', memory: 'm', other: 'n' }, undefined],
    [{ kind: 'implies', memory: 'x', other: 'n' }, undefined],
    [{ kind: 'implies', memory: 'x', other: 'y' }, undefined],
    [{ kind: 'implies', memory: 'm', other: 'x' }, '"x" is not in this context: no rule adds it'],
    [{ kind: 'together', memory: 'm', other: 'n' }, undefined],
    [{ kind: 'together', memory: 'x', other: 'y' }, undefined],
    [{ kind: 'together', memory: 'm', other: 'x' }, '"x" is not in this context: no rule adds it'],
    [{ kind: 'together', memory: 'x', other: 'm' }, '"x" is not in this context: no rule adds it'],
    [{ kind: 'order', memory: 'm', other: 'n' }, undefined],
    [{ kind: 'order', memory: 'n', other: 'm' }, 'here "m" stands before "n"'],
    [{ kind: 'order', memory: 'm', other: 'late' }, 'here "late" stands before "m"'],
    [{ kind: 'order', memory: 'm', other: 'x' }, undefined],
    [{ kind: 'order', memory: 'x', other: 'late' }, undefined],
    [{ kind: 'order', memory: 'm', other: 'm' }, undefined],
    [{ kind: 'limit', of: { memory: 'm' }, tokens: 20 }, undefined],
    [{ kind: 'limit', of: { memory: 'm' }, tokens: 19 }, 'here it is 20 tokens'],
    [{ kind: 'limit', of: { section: 'knowledge' }, tokens: 1519 }, 'here it is 1,520 tokens'],
    [{ kind: 'limit', of: { section: 'knowledge' }, tokens: 1520 }, undefined],
    [{ kind: 'limit', of: { origin: 'import' }, tokens: 1509 }, 'here it is 1,510 tokens'],
    [{ kind: 'limit', of: { origin: 'project' }, tokens: 9 }, 'here it is 10 tokens'],
    [{ kind: 'limit', of: { origin: 'project', section: 'knowledge' }, tokens: 0 }, undefined],
    [{ kind: 'limit', of: { origin: 'user', section: 'knowledge' }, tokens: 9 }, 'here it is 10 tokens'],
  ];
  it.each(breaks)('%j of it is broken: %s', (state, why) => {
    expect(breakOf(state, final)).toBe(why);
  });
});

it('engines lead to the same where the same memories bring something, in whatever order and however often', () => {
  const of = (...ids: string[]) =>
    finalContext(assembled({ context: { knowledge: ids.map(id => item(id)) } }));
  const difference = (left: string[], right: string[]) =>
    differenceOf(['e', 'f'], of(...left), of(...right)) !== undefined;
  expect([
    difference(['m#1', 'n#1', 'm#2'], ['n#1', 'm#1']),
    difference([], []),
    difference(['m#1'], ['n#1']),
    difference(['m#1'], ['m#1', 'n#1']),
  ]).toEqual([false, false, true, true]);
  expect(differenceOf(['e', 'f'], of('m#1'), of())).toBe('here "e" and "f" lead to different memories');
});
