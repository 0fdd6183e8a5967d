import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { putCompaction, readCompactions } from '../conversations/compaction-table.ts';
import {
  deleteConversation,
  findConversation,
  putConversation,
} from '../conversations/conversation-table.ts';
import { keepFitSummaries, readFitSummaries } from '../conversations/fit-summary-table.ts';
import { putMessages, readMessages } from '../conversations/message-table.ts';
import { putPromptPrefix, readPromptPrefix } from '../conversations/prompt-prefix-table.ts';
import { putFrame, putSources, readFrame, readSources } from '../conversations/source-table.ts';
import { deleteDocuments, putDocuments } from '../documents/document-table.ts';
import { getDraft, putDraft } from '../drafts/draft-table.ts';
import { putEmbeddings } from '../embeddings/embedding-table.ts';
import { appendEvents, searchEvents } from '../events/event-table.ts';
import { findFlight, listFlightEntries, putFlight } from '../flights/flight-table.ts';
import {
  deleteEdge,
  deleteNode,
  deleteView,
  getNode,
  listEdges,
  listViews,
  putEdge,
  putNode,
  saveView,
} from '../graph/graph-table.ts';
import { findPattern, putPattern } from '../handoff/error-pattern-table.ts';
import { addPackage, listPackages, markConsumed } from '../handoff/package-table.ts';
import { findSession, putSession } from '../handoff/session-table.ts';
import { listSessionHealth, putSessionHealth } from '../health/session-health-table.ts';
import { deleteKey, getKey, setKey } from '../key-values/key-value-table.ts';
import { getFile, listFiles, listLinks, putFile, putLink } from '../ledger/exchange-table.ts';
import { getRecord, putRecords } from '../ledger/record-table.ts';
import { addStatusChange, statusChanges } from '../ledger/status-table.ts';
import { type CompiledBundle, findBundle, putBundle } from '../profiles/bundle-table.ts';
import { deleteProfile, putProfile, readProfiles } from '../profiles/profile-table.ts';
import {
  findCause,
  findRecording,
  putCause,
  putRecording,
  type StoredCause,
} from '../recordings/recording-table.ts';
import { guardedColumns } from '../salvage/row-checks.ts';
import { contentVersion, type VersionScope } from './content-version.ts';
import { migrate } from './migrate.ts';
import { openWritable } from './open-sqlite.ts';
import { DamagedRow } from './row-hash.ts';
import type { ReadableDatabase, WritableDatabase } from './sqlite.ts';

const at = '2026-11-22T10:00:00.000Z';
const later = '2026-11-22T11:00:00.000Z';

let database: WritableDatabase;

beforeEach(async () => {
  database = await openWritable(join(temporaryFolder(), 'weft.sqlite'));
  migrate(database);
  onTestFinished(() => void database.close());
});

/** What is stored in a table, and how it is read back. */
interface Kept {
  readonly put: (database: WritableDatabase) => unknown;
  readonly read: (database: ReadableDatabase) => unknown;
  readonly said: unknown;
  /** What somebody is told of whose row is damaged. */
  readonly told: string;
  /** Columns that it is found by. */
  readonly by?: readonly string[];
}

const conversation = {
  id: 'c',
  title: 'Talk',
  format: 'messages',
  messages: 2,
  tokens: 30,
  first_at: at,
  last_at: later,
  content_hash: 'h',
  trust: 'user',
  updated_at: later,
} as const;
const undated = { ...conversation, id: 'undated', first_at: null, last_at: null };
const { content_hash: _, trust: __, ...told } = conversation;

/** Writes what is written in steps. */
const whole = (steps: Iterable<void>): void => void [...steps];

const compaction = {
  conversation_id: 'c',
  from: 1,
  to: 4,
  level: 2,
  summarizer: 's',
  target_tokens: 50,
  original_tokens: 90,
  tokens: 45,
  summary: 'short',
  key_decisions: ['d'],
  open_questions: ['q'],
  code_artifacts: ['a', 'b'],
  compression_ratio: 2,
  created_at: at,
};

const signature = { error_type: 'E', message_pattern: 'm', context_hints: [], stack_pattern: '' };
const pattern = {
  pattern: {
    pattern_hash: 'p',
    project_id: 'project',
    signature,
    solution: 's',
    confidence: 0.5,
    occurrences: 1,
    last_seen: at,
    created_at: at,
    ttl_days: 9,
  },
  history: [{ at, confidence: 0.5, cause: 'recorded' }],
} as const;

const packet = {
  session_id: 's',
  group_id: 'g',
  package_type: 'research',
  file_path: 'a.md',
  producer_agent: 'lead',
  priority: 'high',
  summary: 'all of it',
  content: 'text',
  size_bytes: 4,
  created_at: at,
  trust: 'agent',
} as const;

const usage = { input_tokens: 1, cache_read_tokens: 2, cache_creation_tokens: 3, output_tokens: 4 };
const flight = {
  session_id: 'f',
  agent: 'a',
  started_at: at,
  updated_at: later,
  entries: 1,
  turns: 1,
  tool_calls: 0,
  compactions: 0,
  answers: 0,
  usage,
  given_tokens: 0,
  read_bytes: 7,
};
const flightEntry = { position: 3, turn: 1, at, event: 'prompt' } as const;

const node = {
  id: 'n',
  kind: 'k',
  name: 'N',
  attributes: { a: 1 },
  valid_from: at,
  valid_to: later,
  trust: 'user',
  updated_at: at,
} as const;
const timeless = { id: 'm', kind: 'k', name: 'M', trust: 'agent', updated_at: at } as const;
const edge = { from: 'n', relation: 'r', to: 'm', attributes: { b: [] }, valid_from: at, valid_to: later };
const putNodes = (open: WritableDatabase) => [node, timeless].forEach(one => void putNode(open, one));

const event = {
  id: 'e',
  instance: 'i',
  stream: 's',
  type: 't',
  timestamp: at,
  content: 'c',
  data: { a: null },
  trust: 'agent',
} as const;

const entry = {
  id: 'x',
  timestamp: at,
  entry_type: 'need',
  tags: [],
  relates_to: [],
  scope: 'project',
  summary: 's',
  detail: '',
  agent_id: 'a',
} satisfies Extract<LedgerRecord, { kind: 'entry' }>['entry'];

const bundle: CompiledBundle = {
  id: 'topic:a',
  type: 'topic',
  key: 'a',
  text: 'text',
  tokens: 3,
  composition: ['x', 'y'],
  priority: 0.5,
  compiled_at: at,
  expires_at: later,
};

const cause: StoredCause = {
  rules: ['r'],
  memories: [],
  cut: [],
  missing: [],
  origin: 'served',
  first_at: at,
  last_at: later,
  ever: 2,
  days: { '2026-11-22': 2 },
  tokens: { m: 8 },
};

const kept: Readonly<Record<string, readonly Kept[]>> = {
  bundle: [
    {
      put: open => putBundle(open, bundle),
      read: open => findBundle(open, 'topic:a'),
      said: { ...bundle, version: 1, dirty: false, last_used_at: null, uses: 0, hits: 0, misses: 0 },
      told: 'the compiled text topic:a',
      by: ['id'],
    },
  ],
  compaction: [
    {
      put: open => {
        putConversation(open, conversation);
        putCompaction(open, { compaction, rangeHash: 'rh' });
      },
      read: open => readCompactions(open, 'c'),
      said: [{ compaction, rangeHash: 'rh' }],
      told: 'a summary of c',
      by: ['conversation_id'],
    },
  ],
  context_package: [
    {
      put: open => void addPackage(open, { ...packet, addressees: [] }),
      read: open => listPackages(open, {}),
      said: [{ ...packet, id: 1, superseded: false, addressees: [], consumers: [] }],
      told: 'the package 1',
    },
  ],
  context_package_consumer: [
    {
      put: open => {
        addPackage(open, { ...packet, group_id: null, addressees: ['developer'] });
        markConsumed(open, 1, 'tester', 2, later);
      },
      read: open => listPackages(open, {}).map(({ group_id, consumers }) => ({ group_id, consumers })),
      said: [
        {
          group_id: null,
          consumers: [
            { agent_type: 'developer', iteration: 0 },
            { agent_type: 'tester', iteration: 2, consumed_at: later },
          ],
        },
      ],
      told: 'a consumer of package 1',
      by: ['package_id'],
    },
  ],
  conversation: [
    {
      put: open => putConversation(open, conversation),
      read: open => findConversation(open, 'c'),
      said: { ...told, embedder: null },
      told: 'the conversation c',
      by: ['id'],
    },
    {
      put: open => putConversation(open, undated),
      read: open => findConversation(open, 'undated'),
      said: { ...told, id: 'undated', first_at: null, last_at: null, embedder: null },
      told: 'the conversation undated',
      by: ['id'],
    },
  ],
  conversation_frame: [
    {
      put: open => {
        putConversation(open, conversation);
        putFrame(open, 'c', { shape: 'codex', frame: '{"a":1}' });
      },
      read: open => readFrame(open, 'c'),
      said: { shape: 'codex', frame: { a: 1 } },
      told: 'the frame of c',
      by: ['conversation_id'],
    },
  ],
  conversation_source: [
    {
      put: open => {
        putConversation(open, conversation);
        whole(putSources(open, 'c', [{ entry: 2, position: 5, source: '"s"' }]));
      },
      read: open => readSources(open, 'c', 0, 9),
      said: [{ source: 's', position: 5 }],
      told: 'entry 3 of c',
      by: ['conversation_id', 'entry'],
    },
    {
      put: open => {
        putConversation(open, conversation);
        whole(putSources(open, 'c', [{ entry: 0, position: null, source: '{}' }]));
      },
      read: open => readSources(open, 'c', 0, 9),
      said: [{ source: {} }],
      told: 'entry 1 of c',
      by: ['conversation_id', 'entry'],
    },
  ],
  draft: [
    {
      put: open => putDraft(open, { a: [1] }),
      read: getDraft,
      said: { a: [1] },
      told: "the studio's unsaved work",
    },
  ],
  error_pattern: [
    {
      put: open => putPattern(open, pattern),
      read: open => findPattern(open, 'project', 'p'),
      said: pattern,
      told: 'the error pattern p',
      by: ['project_id', 'pattern_hash'],
    },
  ],
  event: [
    {
      put: open => appendEvents(open, 'i', [event]),
      read: open => searchEvents(open, { instance: 'i', limit: 9 }),
      said: [event],
      told: 'the event i/e',
      by: ['instance', 'id'],
    },
    {
      put: open => appendEvents(open, 'i', [{ ...event, data: undefined }]),
      read: open => searchEvents(open, { instance: 'i', limit: 9 }),
      said: [{ ...event, data: null }],
      told: 'the event i/e',
      by: ['instance', 'id'],
    },
  ],
  fit_summary: [
    {
      put: open => {
        putConversation(open, conversation);
        keepFitSummaries(open, 'c', [{ told_hash: 'th', summary: 's' }], at);
      },
      read: open => readFitSummaries(open, 'c'),
      said: [{ told_hash: 'th', summary: 's' }],
      told: 'a summary of c',
      by: ['conversation_id'],
    },
  ],
  flight: [
    {
      put: open => putFlight(open, flight, []),
      read: open => findFlight(open, 'f'),
      said: flight,
      told: 'the flight f',
      by: ['session_id'],
    },
  ],
  flight_entry: [
    {
      put: open => putFlight(open, flight, [flightEntry]),
      read: open => listFlightEntries(open, 'f', 0, 9),
      said: [flightEntry],
      told: 'entry 3 of the flight f',
      by: ['session_id', 'position'],
    },
  ],
  graph_edge: [
    {
      put: open => {
        putNodes(open);
        putEdge(open, edge);
      },
      read: listEdges,
      said: [edge],
      told: 'the edge "n" r "m"',
      by: ['from_id', 'relation', 'to_id'],
    },
    {
      put: open => {
        putNodes(open);
        putEdge(open, { from: 'm', relation: 'r', to: 'n' });
      },
      read: listEdges,
      said: [{ from: 'm', relation: 'r', to: 'n', attributes: {} }],
      told: 'the edge "m" r "n"',
      by: ['from_id', 'relation', 'to_id'],
    },
  ],
  graph_node: [
    {
      put: open => putNode(open, node),
      read: open => getNode(open, 'n'),
      said: node,
      told: 'the node "n"',
      by: ['id'],
    },
    {
      put: open => putNode(open, timeless),
      read: open => getNode(open, 'm'),
      said: { ...timeless, attributes: {} },
      told: 'the node "m"',
      by: ['id'],
    },
  ],
  graph_view: [
    {
      put: open => saveView(open, { id: 'v', label: 'V' }, at),
      read: listViews,
      said: [{ id: 'v', label: 'V' }],
      told: 'the view "v"',
      by: ['id'],
    },
  ],
  handoff_session: [
    {
      put: open =>
        putSession(open, {
          session_id: 's',
          metadata: { project_id: 'p' },
          created_at: at,
          updated_at: later,
        }),
      read: open => findSession(open, 's'),
      said: { session_id: 's', metadata: { project_id: 'p' }, created_at: at, updated_at: later },
      told: 'the session s',
      by: ['session_id'],
    },
  ],
  key_value: [
    {
      put: open =>
        setKey(open, {
          instance: 'i',
          namespace: 'n',
          key: 'k',
          value: [1],
          trust: 'project',
          updated_at: at,
        }),
      read: open => getKey(open, { instance: 'i', namespace: 'n', key: 'k' }),
      said: { instance: 'i', namespace: 'n', key: 'k', value: [1], trust: 'project', updated_at: at },
      told: 'the value i/n/k',
      by: ['instance', 'namespace', 'key'],
    },
  ],
  ledger_graph: [
    {
      put: open => putLink(open, { kind: 'entity', id: 'l', record: { a: 1 }, isInGraph: true }),
      read: open => listLinks(open, 'entity'),
      said: [{ kind: 'entity', id: 'l', record: { a: 1 }, isInGraph: true }],
      told: 'the entity "l" of the ledger',
      by: ['kind', 'id'],
    },
    {
      put: open => putLink(open, { kind: 'relation', id: 'l', record: {}, isInGraph: false }),
      read: open => listLinks(open, 'relation'),
      said: [{ kind: 'relation', id: 'l', record: {}, isInGraph: false }],
      told: 'the relation "l" of the ledger',
      by: ['kind', 'id'],
    },
  ],
  ledger_record: [
    {
      put: open => putRecords(open, [{ record: { kind: 'entry', entry }, trust: 'agent', indexRow: '{}' }]),
      read: open => getRecord(open, { kind: 'entry', id: 'x' }),
      said: { record: { kind: 'entry', entry }, trust: 'agent', indexRow: '{}' },
      told: 'the entry "x" of the ledger',
      by: ['kind', 'id'],
    },
    {
      put: open => putRecords(open, [{ record: { kind: 'entry', entry }, trust: 'agent' }]),
      read: open => getRecord(open, { kind: 'entry', id: 'x' }),
      said: { record: { kind: 'entry', entry }, trust: 'agent' },
      told: 'the entry "x" of the ledger',
      by: ['kind', 'id'],
    },
  ],
  ledger_status: [
    {
      put: open => addStatusChange(open, 'd', { at, status: 'active' }),
      read: open => statusChanges(open, 'd'),
      said: [{ at, status: 'active' }],
      told: 'the history of "d"',
      by: ['decision_id'],
    },
  ],
  message: [
    {
      put: open => {
        putConversation(open, conversation);
        const message = { id: 'a', index: 0, role: 'user', author: 'Ann', parts: 'hi', created_at: at };
        whole(putMessages(open, 'c', 4, [{ message, chars4: 6 }]));
      },
      read: open => readMessages(open, 'c', 0, 9).map(({ message, chars4 }) => ({ message, chars4 })),
      said: [
        {
          message: { id: 'a', index: 4, role: 'user', author: 'Ann', parts: 'hi', created_at: at },
          chars4: 6,
        },
      ],
      told: 'message 5 of c',
      by: ['conversation_id', 'position'],
    },
    {
      put: open => {
        putConversation(open, conversation);
        whole(
          putMessages(open, 'c', 0, [{ message: { id: 'a', index: 0, role: 'user', parts: [] }, chars4: 6 }]),
        );
      },
      read: open => readMessages(open, 'c', 0, 9).map(({ message }) => message),
      said: [{ id: 'a', index: 0, role: 'user', parts: [] }],
      told: 'message 1 of c',
      by: ['conversation_id', 'position'],
    },
  ],
  profile: [
    {
      put: open => putProfile(open, 'topic', 'a', { slug: 'a' }, at),
      read: open => readProfiles(open, 'topic'),
      said: [{ slug: 'a' }],
      told: 'the topic a',
      by: ['kind', 'key'],
    },
  ],
  prompt_prefix: [
    {
      put: open => {
        putConversation(open, conversation);
        putPromptPrefix(open, 'c', 'settings', '{"a":1}', at);
      },
      read: open => readPromptPrefix(open, 'c', 'settings'),
      said: '{"a":1}',
      told: 'the kept beginning of c',
      by: ['conversation_id', 'settings'],
    },
  ],
  recording: [
    {
      put: open => {
        putCause(open, 'a-b', cause);
        putRecording(open, 'a-b', { position: 2, at, request: { q: 1 }, tokens: 5 });
      },
      read: open => findRecording(open, 'a-b-2'),
      said: { id: 'a-b-2', cause: 'a-b', at, request: { q: 1 }, tokens: 5 },
      told: 'the recording a-b-2',
      by: ['cause_id', 'position'],
    },
  ],
  recording_cause: [
    {
      put: open => putCause(open, 'a', cause),
      read: open => findCause(open, 'a'),
      said: cause,
      told: 'the cause of recordings a',
      by: ['id'],
    },
  ],
  session_health: [
    {
      put: open => putSessionHealth(open, 's', { a: 1 }),
      read: open => listSessionHealth(open, 's'),
      said: [{ a: 1 }],
      told: 'the health of session s',
      by: ['session_id'],
    },
  ],
};

const cases = Object.entries(kept).flatMap(([table, each]) =>
  each.map((one, number) => [`${table} ${number + 1}`, table, one] as const),
);

/** What is read after a cell was changed past all checks; then the change is taken back. */
function readChanged({ read }: Kept, table: string, column: string): unknown {
  database.exec('SAVEPOINT before');
  database.pragma('defer_foreign_keys = ON');
  database.exec(
    `UPDATE ${table} SET ${column} = CASE typeof(${column})
      WHEN 'text' THEN ${column} || 'x' WHEN 'null' THEN 7 ELSE ${column} + 1 END`,
  );
  try {
    return read(database);
  } catch (error) {
    return error;
  } finally {
    database.exec('ROLLBACK TO before; RELEASE before');
  }
}

describe('what is stored', () => {
  it('stands here of each table whose rows carry a hash', () => {
    expect(Object.keys(kept)).toEqual(Object.keys(guardedColumns).sort());
  });

  it.each(cases)('is read back as it was written: %s', (_name, _table, { put, read, said }) => {
    put(database);
    expect(read(database)).toEqual(said);
  });

  it.each(cases)('is told as damaged, by its name, when any of it is another: %s', (_name, table, one) => {
    one.put(database);
    const columns = (guardedColumns[table] ?? []).filter(column => one.by?.includes(column) !== true);
    expect(columns).not.toEqual([]);
    for (const column of [...columns, 'row_hash']) {
      const error = readChanged(one, table, column);
      expect(error, column).toBeInstanceOf(DamagedRow);
      expect(error, column).toMatchObject({ code: 'storage_failed', what: one.told });
    }
    expect(one.read(database)).toEqual(one.said);
  });

  it('is told as damaged where it is a file of a ledger', () => {
    const file = { path: 'a', content: Buffer.from('text') };
    putFile(database, file);
    putFile(database, { path: 'b', content: Buffer.of() });
    expect(listFiles(database)[0]).toEqual(file);
    expect(['a', 'b', 'c'].map(path => getFile(database, path)?.toString())).toEqual(['text', '', undefined]);
    database.exec("UPDATE ledger_file SET content = CAST('other' AS BLOB)");
    expect(() => listFiles(database)).toThrow(
      expect.objectContaining({ what: 'the file a of the ledger' }) as Error,
    );
  });
});

describe('a change is counted', () => {
  const key = { instance: 'i', namespace: 'n', key: 'k' };
  const document = {
    collection: 'c',
    path: 'p',
    title: 't',
    trust: 'project',
    contentHash: 'h',
    bytes: 1,
    chunks: [],
    updatedAt: at,
  } as const;

  const changes: [name: string, scopes: VersionScope[], change: (open: WritableDatabase) => unknown][] = [
    ['a conversation', ['conversations/c'], open => putConversation(open, conversation)],
    ['a conversation that goes', ['conversations/c'], open => deleteConversation(open, 'c')],
    ['documents', ['documents/c', 'documents'], open => whole(putDocuments(open, [document]))],
    [
      'documents that go',
      ['documents/c', 'documents'],
      open => {
        whole(putDocuments(open, [document]));
        return () => deleteDocuments(open, 'c', 'p');
      },
    ],
    ['vectors', ['documents/c', 'documents'], open => putEmbeddings(open, 'c', 'e', [])],
    ['events', ['events/i', 'events'], open => appendEvents(open, 'i', [])],
    ['a node', ['graph'], open => putNode(open, node)],
    ['a node that goes', ['graph'], open => deleteNode(open, 'n')],
    [
      'an edge',
      ['graph'],
      open => {
        putNodes(open);
        return () => putEdge(open, edge);
      },
    ],
    ['an edge that goes', ['graph'], open => deleteEdge(open, edge)],
    ['a view', ['graph'], open => saveView(open, { id: 'v' }, at)],
    ['a view that goes', ['graph'], open => deleteView(open, 'v')],
    ['a value', ['kv/i/n', 'kv'], open => setKey(open, { ...key, value: 1, trust: 'user', updated_at: at })],
    ['a value that goes', ['kv/i/n', 'kv'], open => deleteKey(open, key)],
    ['records', ['ledger'], open => putRecords(open, [])],
    ['a profile', ['profiles'], open => putProfile(open, 'topic', 'a', {}, at)],
    ['a profile that goes', ['profiles'], open => deleteProfile(open, 'topic', 'a')],
  ];

  it.each(changes)('%s: in each part that it belongs to, and in no other', (_, scopes, change) => {
    const prepared = change(database);
    const again = typeof prepared === 'function' ? () => prepared() : () => change(database);
    const versions = () => database.prepare('SELECT scope, version FROM content_version').raw().all();
    const before = new Map(versions() as [string, number][]); // the columns just named
    again();
    const raised = (versions() as [string, number][]).filter(
      ([scope, version]) => version > (before.get(scope) ?? 0),
    );
    expect(raised.map(([scope]) => scope).sort()).toEqual([...scopes].sort());
    for (const scope of scopes) expect(contentVersion(database, scope)).toBeGreaterThan(0);
  });

  it('and a part that was never written has none', () => {
    expect(contentVersion(database, 'kv')).toBe(0);
  });
});
