import { expect, it } from 'vitest';
import { assembled, call, dropped, item } from '../../test/support/assembled.ts';
import { compareAssemblies } from './compare-assemblies.ts';

it('tells what entered, what left and why, and the difference in tokens', () => {
  const before = assembled({
    context: {
      history: [item('notes#0', 'a'), item('notes#1', 'b'), item('tips#0', 't')],
      state: [item('now#0')],
    },
    trace: { memory_calls: [call('notes'), call('tips'), call('now')] },
    meta: { token_estimate: 40, section_tokens: { state: 10, history: 30 } },
  });
  const after = assembled({
    context: { history: [item('notes#0', 'b'), item('docs#0', 'd', 25)] },
    trace: {
      memory_calls: [call('notes'), call('now'), call('docs')],
      dropped: [dropped('now#0', 'budget', { preview: 'now#0' })],
    },
    meta: { token_estimate: 35, section_tokens: { history: 35 } },
  });
  const difference = (id: string, content: string, tokens: number, why: string) => {
    const memory_id = id.slice(0, id.indexOf('#'));
    return { id, memory_id, section: memory_id === 'now' ? 'state' : 'history', tokens, content, why };
  };
  expect(compareAssemblies(before, after)).toEqual({
    entered: [difference('docs#0', 'd', 25, 'not_asked')],
    left: [
      difference('now#0', 'now#0', 10, 'budget'),
      difference('notes#0', 'a', 10, 'not_returned'),
      difference('tips#0', 't', 10, 'not_asked'),
    ],
    stayed: 1,
    moved: [],
    rules: { entered: [], left: [] },
    tokens: { before: 40, after: 35 },
    section_tokens: [
      { section: 'state', before: 10, after: 0 },
      { section: 'history', before: 30, after: 35 },
    ],
  });
});

it('finds no difference between a run and itself', () => {
  const run = assembled({ context: { state: [item('now#0')] }, meta: { section_tokens: { state: 10 } } });
  expect(compareAssemblies(run, run)).toMatchObject({ entered: [], left: [], stayed: 1, moved: [] });
});

it('names as moved the fewest items that make the new order of the old one', () => {
  const history = (ids: string) => assembled({ context: { history: [...ids].map(id => item(`${id}#0`)) } });
  const moved = (before: string, after: string) =>
    compareAssemblies(history(before), history(after)).moved.map(one => [one.id, one.before, one.after]);
  expect(moved('abcde', 'eabcd')).toEqual([['e#0', 5, 1]]);
  expect(moved('abcde', 'bcdea')).toEqual([['a#0', 1, 5]]);
  // What left or entered moves nobody.
  expect(moved('abcde', 'aXce')).toEqual([]);
});
