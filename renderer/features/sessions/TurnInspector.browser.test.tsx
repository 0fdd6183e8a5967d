import { expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/contract.ts';
import type { Flight, FlightEntry, FlightTurn } from '../../../shared/model/flight.ts';
import { longText, panelFindings, showPanel } from '../../../test/support/control-states.tsx';
import { requestOf } from '../../../test/support/engine-definitions.ts';
import { fakeWeft } from '../../../test/support/fake-weft.ts';
import { chooseTurn } from './sessions-store.ts';
import { TurnInspector } from './TurnInspector.tsx';

const at = '2026-11-20T10:00:00.000Z';
const usage = { input_tokens: 4, cache_read_tokens: 9000, cache_creation_tokens: 96, output_tokens: 50 };
const flight: Flight = {
  session_id: 's',
  agent: 'claude-code',
  title: longText,
  started_at: at,
  updated_at: at,
  entries: 2,
  turns: 2,
  tool_calls: 1,
  compactions: 0,
  answers: 2,
  usage,
  given_tokens: 20,
};
const turnOf = (turn: number): FlightTurn => ({
  turn,
  position: turn,
  entries: 1,
  at,
  until: at,
  prompt: longText,
  answers: 1,
  usage,
  origins: { system: 8000, instructions: 600, weft: 20, tools: 400 + turn, talk: 80 },
  tool_calls: 1,
  failures: 0,
  compactions: 0,
  instructions: 1,
  given_tokens: 20,
});
const entry: FlightEntry = {
  position: 2,
  turn: 2,
  at,
  event: 'prompt',
  prompt: longText,
  given: { text: longText, tokens: 20, memories: ['style'], rules: ['e/r'], request: {} },
};
const files: Output<'flights.instructions'>['files'] = [
  {
    path: `docs/${longText.replaceAll(' ', '-')}.md`,
    loaded: true,
    told: true,
    reason: 'session_start',
    message: 'It is loaded with every session here.',
    bytes: 400,
    tokens: 100,
  },
  {
    path: '.claude/rules/sql.md',
    loaded: false,
    told: false,
    reason: 'no_matching_read',
    message: 'Its paths `**/*.sql` match no file read so far.',
    bytes: 40,
    tokens: 0,
    change: { do: 'read_file', message: longText },
  },
];

const sessions = {
  'flights.list': { flights: [flight], total: 1 },
  'flights.turns': {
    flight,
    turns: [turnOf(1), turnOf(2)],
    mcp_servers: [{ name: 'weft', tools: 16, tokens: 2900 }],
  },
  'flights.get': { flight, entries: [entry] },
  'flights.instructions': { files, is_known: true },
  'assembly.explain': {
    memory_id: 'style',
    included: false,
    cause: 'condition',
    message: longText,
    chain: [
      { at: 'rule', passed: true, message: 'The rule r asks for it' },
      { at: 'condition', passed: false, message: longText },
    ],
    rules: [],
    change: { variables: [{ field: 'addVar.event', to: 'prompt' }], request: requestOf({}) },
  },
} satisfies Parameters<typeof fakeWeft>[0];

it.each([
  ['Context', '9,102'],
  ['Files', 'Smallest change:'],
  ['Events', '+20 by Weft'],
])('has room for all of a turn under %s', async (part, told) => {
  fakeWeft(sessions);
  chooseTurn({ turn: undefined, beside: undefined });
  const screen = await showPanel(<TurnInspector />);
  await screen.getByRole('radio', { name: part }).click();
  await expect.element(screen.getByText(told).first()).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('says of what Weft gave why a memory is there or not, with the smallest change', async () => {
  fakeWeft(sessions);
  chooseTurn({ turn: undefined, beside: undefined });
  const screen = await showPanel(<TurnInspector />);
  await screen.getByRole('radio', { name: 'Events' }).click();
  await screen.getByText('+20 by Weft').click();
  await expect.element(screen.getByText('Set addVar.event to "prompt"', { exact: false })).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('shows a turn beside another with what changed', async () => {
  fakeWeft(sessions);
  chooseTurn({ turn: 2, beside: 1 });
  const screen = await showPanel(<TurnInspector />);
  await expect.element(screen.getByText('+1', { exact: true }).first()).toBeVisible();
  expect(await panelFindings()).toEqual([]);
});

it('says that there is no turn while there is none', async () => {
  fakeWeft({ 'flights.list': { flights: [], total: 0 } });
  const screen = await showPanel(<TurnInspector />);
  await expect.element(screen.getByText('No turn selected')).toBeVisible();
});
