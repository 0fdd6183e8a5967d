import type { ComponentType } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { RenderResult } from 'vitest-browser-react';
import { create } from 'zustand';
import type { Output, ProcedureName } from '../shared/contract/contract.ts';
import { AppError } from '../shared/contract/errors.ts';
import { defaultConfig } from '../shared/model/config.ts';
import type { Flight, FlightEntry, FlightTurn } from '../shared/model/flight.ts';
import type { SessionHealth } from '../shared/model/health.ts';
import type { CauseSummary } from '../shared/model/recording.ts';
import { showPanel, someFrames, someOf } from '../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../test/support/fake-weft.ts';
import { setConversationsView } from './features/conversations/conversations-view.ts';
import { ConversationsList, FoundMessages } from './features/conversations/list/ConversationsList.tsx';
import { ExportDialog } from './features/export/ExportDialog.tsx';
import { HandoffList } from './features/handoff/HandoffList.tsx';
import { HealthList } from './features/health/HealthList.tsx';
import { NowTab } from './features/health/now/NowTab.tsx';
import { ReportTab } from './features/health/ReportTab.tsx';
import { SavedTab } from './features/health/saved/SavedTab.tsx';
import { RecordsField } from './features/ledger/dialogs/RecordsField.tsx';
import { LedgerInspector } from './features/ledger/inspector/LedgerInspector.tsx';
import { setLedgerView } from './features/ledger/ledger-view.ts';
import { DocumentHits } from './features/memories/content/Documents.tsx';
import { Neighbourhood } from './features/memories/content/graph/Neighbourhood.tsx';
import { RecordingsList } from './features/recordings/RecordingsList.tsx';
import { RequestsTab } from './features/recordings/RequestsTab.tsx';
import { choose as chooseRecordings, useRecordings } from './features/recordings/recordings-store.ts';
import { SessionsList } from './features/sessions/SessionsList.tsx';
import { chooseTurn } from './features/sessions/sessions-store.ts';
import { TurnInspector } from './features/sessions/TurnInspector.tsx';
import { loadProject } from './stores/project.ts';
import { useAnswer } from './stores/use-answer.ts';

type Thing = 'first' | 'second';
const at = '2026-11-20T10:00:00.000Z';

/** What is chosen, where a component is given it. */
const useChosen = create<{ readonly thing: Thing }>(() => ({ thing: 'first' }));
const chooseGiven = (thing: Thing) => useChosen.setState({ thing });

interface Place<Name extends ProcedureName> {
  readonly View: ComponentType;
  readonly choose: (thing: Thing, screen: RenderResult) => Promise<void> | void;
  /** Holds `saysOf(thing)`. */
  readonly answer: (thing: Thing) => Output<Name>;
  /** Other answers that it asks for. */
  readonly beside?: Parameters<typeof fakeWeft>[0];
}

const saysOf = (thing: Thing): string => `What the ${thing} says`;

const session: SessionHealth = {
  session_id: 'first',
  assessment: {
    utilization_pct: 40,
    status: 'GREEN',
    recommendation: 'continue',
    tokens: 80_000,
    window: 200_000,
    basis: 'measured',
    warnings: [],
  },
  tool_calls: { low: 1, medium: 0, high: 0 },
  message_tokens: 900,
  blocked: false,
  notes: {},
  conflicts: [],
  compactions: 0,
  history: [],
  updated_at: at,
};
const ofSession = (View: ComponentType<{ readonly session: SessionHealth }>) =>
  function OfSession() {
    return <View session={{ ...session, session_id: useChosen().thing }} />;
  };

const causeOf = (id: Thing): CauseSummary => ({
  id,
  rules: [],
  memories: [],
  cut: [],
  missing: [],
  origin: 'served',
  requests: 2,
  recordings: 1,
  first_at: at,
  last_at: at,
  tokens: {},
});
const recordings = (thing?: Thing): Output<'recordings.list'> => ({
  settings: { enabled: true, max_requests: 10, max_days: 10, max_megabytes: 10 },
  requests: 4,
  recordings: 2,
  bytes: 10,
  sample_requests: 0,
  causes: [causeOf('first'), causeOf('second')],
  total_causes: 2,
  of_cause: thing
    ? [{ id: `${thing}-1`, cause: thing, at, request: { input: { text: saysOf(thing) } }, tokens: 4 }]
    : [],
});

const usage = { input_tokens: 4, cache_read_tokens: 0, cache_creation_tokens: 0, output_tokens: 5 };
const flight: Flight = {
  session_id: 's',
  agent: 'claude-code',
  started_at: at,
  updated_at: at,
  entries: 2,
  turns: 2,
  tool_calls: 0,
  compactions: 0,
  answers: 2,
  usage,
  given_tokens: 0,
};
const numberOf = (thing: Thing) => (thing === 'first' ? 1 : 2);
const turnOf = (thing: Thing): FlightTurn => ({
  turn: numberOf(thing),
  position: numberOf(thing),
  entries: 1,
  at,
  until: at,
  answers: 1,
  usage,
  tool_calls: 0,
  failures: 0,
  compactions: 0,
  instructions: 1,
  given_tokens: 0,
});
const entryOf = (thing: Thing): FlightEntry => ({
  position: 3,
  turn: numberOf(thing),
  at,
  event: 'prompt',
  prompt: saysOf(thing),
});
const turns = {
  'flights.list': { flights: [flight], total: 1 },
  'flights.turns': { flight, turns: [turnOf('first'), turnOf('second')], mcp_servers: [] },
} satisfies Parameters<typeof fakeWeft>[0];
const partOfTurn = (part: string) => async (thing: Thing, screen: RenderResult) => {
  chooseTurn({ turn: numberOf(thing) });
  if (thing === 'first') await screen.getByRole('radio', { name: part }).click();
};

function Around() {
  return <Neighbourhood id={useChosen().thing} onChoose={() => {}} />;
}

const engines = sampleFiles.engines.slice(0, 2);
const engineOf = (thing: Thing) => engines[numberOf(thing) - 1];

/** By the procedure that is asked for what is chosen, and shown of that alone. */
const places: { readonly [Name in ProcedureName]?: Place<Name> } = {
  'ledger.get': {
    View: LedgerInspector,
    choose: selectedId => setLedgerView({ selectedId }),
    answer: thing => ({
      record: {
        kind: 'entry',
        entry: { id: thing, timestamp: at, entry_type: 'finding', summary: saysOf(thing) },
      },
      history: [],
      conflicts: [],
      related: [],
    }),
  },
  'recordings.list': {
    View: RequestsTab,
    choose: cause => {
      useRecordings.setState({ status: 'ready', list: recordings() });
      chooseRecordings({ cause });
    },
    answer: recordings,
  },
  'health.report': {
    View: ofSession(ReportTab),
    choose: chooseGiven,
    answer: thing => ({ markdown: saysOf(thing), session }),
  },
  'health.saved': {
    View: ofSession(SavedTab),
    choose: chooseGiven,
    answer: thing => ({
      records: [
        {
          file: 'a',
          at,
          session_id: thing,
          historical: false,
          entries: [{ text: saysOf(thing), details: [] }],
        },
      ],
      total: 1,
    }),
  },
  'health.gate': {
    View: () => <NowTab session={session} />,
    choose: (thing, screen) => screen.getByRole('textbox', { name: 'Tool' }).fill(thing),
    answer: thing => ({ allowed: false, blocked: true, reason: saysOf(thing) }),
  },
  'graph.neighbours': {
    View: Around,
    choose: chooseGiven,
    answer: thing => ({
      node: { id: thing, kind: 'service', name: saysOf(thing), trust: 'user', updated_at: at },
      edges: [],
      neighbours: [],
      left_out: 0,
    }),
  },
  'flights.instructions': {
    View: TurnInspector,
    choose: partOfTurn('Files'),
    beside: turns,
    answer: thing => ({
      files: [
        {
          path: saysOf(thing),
          loaded: true,
          told: true,
          reason: 'session_start',
          message: 'It is loaded with every session here.',
          bytes: 4,
          tokens: 1,
        },
      ],
      is_known: true,
    }),
  },
  'flights.get': {
    View: TurnInspector,
    choose: partOfTurn('Events'),
    beside: turns,
    answer: thing => ({ flight, entries: [entryOf(thing)] }),
  },
  'engines.export': {
    View: ExportDialog,
    choose: async (thing, screen) => {
      if (thing === 'first') return;
      await screen.getByRole('button', { name: /Engine$/ }).click();
      await screen.getByRole('option', { name: engineOf(thing)?.name ?? '' }).click();
    },
    answer: thing => ({ filename: `${thing}.json`, text: saysOf(thing) }),
  },
};

/** Whether the second thing is meant, whatever the procedure calls it. */
const isSecond = (input: unknown): boolean =>
  /"second"|"turn":2|"from":2/.test(JSON.stringify(input)) ||
  JSON.stringify(input).includes(`"id":${JSON.stringify(engines[1]?.id)},"name"`);

/** Shows the first, chooses the second, and gives what is in sight before the second is answered. */
async function chooseUnanswered<Name extends ProcedureName>(name: Name, place: Place<Name>) {
  const { View, choose, answer, beside } = place;
  const held = Promise.withResolvers<void>();
  const asked = async (input: unknown) => {
    if (isSecond(input)) await held.promise;
    return answer(isSecond(input) ? 'second' : 'first');
  };
  fakeWeft({
    ...openProjectAnswers({ ...sampleFiles, engines }),
    ...beside,
    [name]: asked,
  });
  await loadProject();
  const screen = await showPanel(<View />);
  await choose('first', screen);
  await expect.element(screen.getByText(saysOf('first')).first()).toBeInTheDocument();
  await choose('second', screen);
  return {
    first: screen.getByText(saysOf('first')),
    second: screen.getByText(saysOf('second')).first(),
    held,
  };
}

beforeEach(() => useChosen.setState({ thing: 'first' }));

it.each(Object.entries(places))(
  'what is known of one thing is not shown as that of the next, which is not answered yet: %s',
  async (name, place) => {
    const { first, second, held } = await chooseUnanswered(
      name as ProcedureName,
      place as Place<ProcedureName>,
    ); // a key and its value
    await expect.element(first).not.toBeInTheDocument();
    held.resolve();
    await expect.element(second).toBeInTheDocument();
  },
);

/** A search that finds nothing. */
interface Search<Name extends ProcedureName> {
  readonly View: ComponentType;
  readonly choose: (thing: Thing, screen: RenderResult) => Promise<void> | void;
  readonly found: Output<Name>;
  /** What is said where nothing is found. */
  readonly none: string | RegExp;
}

const searches: { readonly [Name in ProcedureName]?: Search<Name> } = {
  'documents.search': {
    View: () => <DocumentHits collection={undefined} onClear={() => {}} query={useChosen().thing} />,
    choose: chooseGiven,
    found: { chunks: [] },
    none: /^Nothing matches/,
  },
  'conversations.search': {
    View: FoundMessages,
    choose: search => setConversationsView({ search }),
    found: { messages: [], searched: 1, retrieval: 'keyword', warnings: [] },
    none: 'None matches.',
  },
  'project.find': {
    View: () => <RecordsField label="Relates to" onChange={() => {}} values={[]} />,
    choose: (thing, screen) => screen.getByRole('combobox', { name: 'Relates to' }).fill(thing),
    found: { found: [] },
    none: 'No record says that.',
  },
};

it.each(Object.entries(searches))(
  'nobody says that there is none before it was looked for: %s',
  async (name, { View, choose, found, none }) => {
    const held = Promise.withResolvers<void>();
    const asked = async (input: unknown) => {
      if (isSecond(input)) await held.promise;
      return found;
    };
    fakeWeft({ [name]: asked });
    const screen = await showPanel(<View />);
    await choose('first', screen);
    await expect.element(page.getByText(none)).toBeVisible();
    await choose('second', screen);
    await expect.element(page.getByText(none)).not.toBeInTheDocument();
    held.resolve();
    await expect.element(page.getByText(none)).toBeVisible();
  },
);

/** A list of all there is, of which there is nothing. */
interface List<Name extends ProcedureName> {
  readonly View: ComponentType;
  readonly found: Output<Name>;
  readonly none: string | RegExp;
  /** Other answers that it asks for. */
  readonly beside?: Parameters<typeof fakeWeft>[0];
}

const readNothing = { ...recordings(), causes: [], total_causes: 0 };
const lists: { readonly [Name in ProcedureName]?: List<Name> } = {
  'health.state': { View: HealthList, found: { sessions: [] }, none: 'No session has told anything yet.' },
  'sessions.list': {
    View: HandoffList,
    found: { sessions: [] },
    none: /^No sessions yet/,
    beside: {
      'errorPatterns.list': { patterns: [] },
      'config.get': { config: defaultConfig, given: {}, warnings: [], hash: null },
    },
  },
  'recordings.list': { View: RecordingsList, found: readNothing, none: 'No request was recorded yet.' },
  'flights.list': {
    View: SessionsList,
    found: { flights: [], total: 0 },
    none: 'No coding agent has told anything yet.',
  },
  'conversations.list': { View: ConversationsList, found: { conversations: [] }, none: /^None yet/ },
  'topics.list': { View: ConversationsList, found: { topics: [] }, none: /^Topics are found when/ },
  'entities.list': { View: ConversationsList, found: { entities: [] }, none: /^Entities are found when/ },
  'bundles.list': {
    View: ConversationsList,
    found: { bundles: [], hits: 0, misses: 0 },
    none: /^Nothing is compiled yet/,
  },
};

describe.each(someOf(Object.entries(lists), 3))(
  'of a list nobody says that there is none: %s',
  (name, list) => {
    const { View, found, none, beside } = list;

    it('before it was read', async () => {
      const held = Promise.withResolvers<unknown>();
      fakeWeft({ ...beside, [name]: () => held.promise });
      await showPanel(<View />);
      await someFrames();
      await expect.element(page.getByText(none)).not.toBeInTheDocument();
      held.resolve(found);
      await expect.element(page.getByText(none)).toBeVisible();
    });

    it('where it could not be read', async () => {
      fakeWeft({ ...beside, [name]: new AppError('internal', 'the disk is full') });
      await showPanel(<View />);
      await expect.element(page.getByText('Could not be read.').first()).toBeVisible();
      await expect.element(page.getByText(none)).not.toBeInTheDocument();
    });
  },
);

function ReportOfBefore() {
  return <p>{useAnswer('health.report', { session_id: useChosen().thing }, 0, 0).output?.markdown}</p>;
}

it('control: what shows the answer of before is found', async () => {
  const { first, held } = await chooseUnanswered('health.report', {
    View: ReportOfBefore,
    choose: chooseGiven,
    answer: thing => ({ markdown: saysOf(thing), session }),
  });
  await expect.element(first).toBeVisible();
  held.resolve();
});
