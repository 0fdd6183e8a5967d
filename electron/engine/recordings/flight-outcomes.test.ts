import { expect, it } from 'vitest';
import type { FlightEntry } from '../../../shared/model/flight.ts';
import { FlightOutcomes, noOutcome } from './flight-outcomes.ts';

type Told = Partial<FlightEntry> & Pick<FlightEntry, 'event' | 'turn'>;
const given = (turn: number, ...memories: string[]): Told => ({
  event: 'prompt',
  turn,
  given: { text: '', tokens: 1, memories, rules: memories.map(id => `e/${id}`) },
});
const call = (event: 'tool_failed' | 'after_tool', turn: number, input: string): Told => ({
  event,
  turn,
  tool: 'Bash',
  input,
});

function outcomesOf(...told: Told[]): FlightOutcomes {
  const outcomes = new FlightOutcomes(
    new Map([
      ['style', ['style', 'style guide']],
      ['tips', ['tips']],
    ]),
  );
  outcomes.addSession(told.map((entry, position) => ({ position, at: '', ...entry })));
  return outcomes;
}

it('counts a memory as acknowledged where the agent names it until the end of the next turn', () => {
  const said = (turn: number, message: string): Told => ({ event: 'stop', turn, message });
  expect(
    outcomesOf(given(1, 'style', 'tips'), said(1, 'By the Style Guide it is two spaces.')).of('style'),
  ).toEqual({
    given: 1,
    acknowledged: 1,
    mended: 0,
  });
  const late = outcomesOf(said(1, 'style'), given(1, 'style', 'tips'), said(3, 'style'));
  expect([late.of('style'), late.of('tips'), late.of('other')]).toEqual([
    { given: 1, acknowledged: 0, mended: 0 },
    { given: 1, acknowledged: 0, mended: 0 },
    noOutcome,
  ]);
});

it('counts an error as mended where the call that failed succeeds after the memory was given', () => {
  const mended = outcomesOf(
    call('tool_failed', 1, 'npm test'),
    given(1, 'tips'),
    call('after_tool', 2, 'npm test'),
  );
  expect([mended.of('tips').mended, mended.of('e/tips').mended]).toEqual([1, 1]);
  const before = outcomesOf(
    call('tool_failed', 1, 'npm test'),
    call('after_tool', 1, 'npm test'),
    given(1, 'tips'),
  );
  const other = outcomesOf(call('tool_failed', 1, 'npm test'), given(1, 'tips'), call('after_tool', 1, 'ls'));
  expect([before.of('tips').mended, other.of('tips').mended]).toEqual([0, 0]);
});
