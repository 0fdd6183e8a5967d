import { decisionStatuses, entryTypes } from '../model/ledger-words.ts';
import type { ParamSpec, StepSpec } from './param-spec.ts';

const topK: ParamSpec = { kind: 'number', label: 'Top', fallback: 5, min: 1, max: 1000, whole: true };
const depth: ParamSpec = {
  kind: 'number',
  label: 'Depth',
  help: 'How many edges away.',
  fallback: 1,
  min: 1,
  max: 10,
  whole: true,
};
const ledgerScope: ParamSpec = {
  kind: 'text',
  label: 'Scope',
  help: 'A path, or a symbol; the whole project when empty.',
};
const ledgerLimit: ParamSpec = {
  kind: 'number',
  label: 'At most',
  fallback: 100,
  min: 1,
  max: 1000,
  whole: true,
};
const graphSource: ParamSpec = {
  kind: 'source',
  label: 'From step',
  help: 'A step whose elements are nodes; the last list when empty.',
};

const handoffSession: ParamSpec = {
  kind: 'text',
  label: 'Session',
  help: "The request's session, or its thread, when empty.",
};

/** Steps that bring something in: from the memory's own file, a store, or a handler (M2). */
export const sourceStepSpecs = {
  static: {
    label: 'Static items',
    summary: 'Fixed texts written in the memory itself.',
    result: 'elements',
    params: { items: { kind: 'items', label: 'Items', required: true } },
  },
  document_search: {
    label: 'Search documents',
    summary: 'Best matching chunks of imported documents.',
    result: 'elements',
    params: {
      collection: { kind: 'text', label: 'Collection', help: 'All collections when empty.' },
      query: {
        kind: 'text',
        label: 'Query',
        fallback: '${query}',
        help: 'The input text unless you write something else.',
      },
      topK,
      mode: {
        kind: 'choice',
        label: 'Mode',
        choices: ['keyword', 'semantic', 'hybrid'],
        fallback: 'keyword',
        help: 'By words, by meaning, or by both joined.',
      },
      minScore: { kind: 'number', label: 'Least score', fallback: 0, min: 0, max: 1 },
      neighbours: {
        kind: 'number',
        label: 'Neighbours',
        help: 'How many places before and after a good chunk gain from its score.',
        fallback: 0,
        min: 0,
        max: 2,
        whole: true,
      },
    },
  },
  vector_search: {
    label: 'Search by meaning',
    summary: 'Chunks of one collection whose embedding is near the query.',
    result: 'elements',
    params: {
      collection: { kind: 'text', label: 'Collection', required: true },
      query: {
        kind: 'text',
        label: 'Query',
        fallback: '${query}',
        help: 'The input text unless you write something else.',
      },
      topK,
      minScore: { kind: 'number', label: 'Least cosine', fallback: 0.5, min: 0, max: 1 },
    },
  },
  kv_get: {
    label: 'Read keys',
    summary: 'Values of named keys from the key-value store.',
    result: 'elements',
    params: {
      instance: { kind: 'text', label: 'Instance', required: true },
      namespace: { kind: 'text', label: 'Namespace', required: true },
      keys: { kind: 'texts', label: 'Keys', required: true },
    },
  },
  log_search: {
    label: 'Search the event log',
    summary: 'Events of the log, newest first.',
    result: 'elements',
    params: {
      instance: { kind: 'text', label: 'Instance', required: true },
      eventType: { kind: 'text', label: 'Type', help: 'All types when empty.' },
      streamId: { kind: 'text', label: 'Stream', help: 'All streams when empty.' },
      since: { kind: 'text', label: 'Since', help: 'A time such as 2026-01-31T00:00:00Z.' },
      limit: { kind: 'number', label: 'At most', fallback: 20, min: 1, max: 1000, whole: true },
    },
  },
  decisions: {
    label: 'Decisions',
    summary: 'Decisions of the ledger, newest first.',
    result: 'elements',
    params: {
      scope: ledgerScope,
      status: {
        kind: 'choice',
        label: 'Status',
        choices: [...decisionStatuses, 'all'],
        help: 'Active and provisional ones when empty.',
      },
      limit: ledgerLimit,
    },
  },
  blackboard: {
    label: 'Blackboard',
    summary: 'Entries of the ledger that are not resolved, newest first.',
    result: 'elements',
    params: {
      scope: ledgerScope,
      entry_types: {
        kind: 'texts',
        label: 'Types',
        help: `All types when empty: ${entryTypes.join(', ')}.`,
      },
      limit: ledgerLimit,
    },
  },
  context_packages: {
    label: 'Context packages',
    summary: 'What agents have left for this one in its session, best first.',
    result: 'elements',
    params: {
      agent_type: { kind: 'text', label: 'Agent type', help: 'That of the request when empty.' },
      group_id: {
        kind: 'text',
        label: 'Group',
        help: 'That of the request when empty; else the whole session.',
      },
      session_id: handoffSession,
    },
  },
  error_patterns: {
    label: 'Error patterns',
    summary: 'Known failures with solutions that have proved themselves.',
    result: 'elements',
    params: { session_id: handoffSession },
  },
  session_state: {
    label: 'Saved session state',
    summary: 'What sessions saved before a compaction; what others saved is marked as historical.',
    result: 'elements',
    params: { session_id: handoffSession },
  },
  conversation: {
    label: 'Conversation',
    summary: 'The arc of a stored conversation, its messages, or both, within a number of tokens.',
    result: 'elements',
    params: {
      conversation_id: { kind: 'text', label: 'Conversation', required: true },
      part: { kind: 'choice', label: 'Part', choices: ['arc', 'messages', 'both'], fallback: 'both' },
      budget: { kind: 'number', label: 'Tokens', fallback: 2000, min: 1, max: 1_000_000, whole: true },
    },
  },
  conversation_search: {
    label: 'Search conversations',
    summary: 'Messages of all conversations that answer the query; none where nothing is about it.',
    result: 'elements',
    params: {
      query: {
        kind: 'text',
        label: 'Query',
        fallback: '${query}',
        help: 'The input text unless you write something else.',
      },
      topK,
      participants: { kind: 'texts', label: 'With', help: 'Conversations in which all of them take part.' },
      scope: { kind: 'texts', label: 'Conversations', help: 'Their ids; all when empty.' },
      after: { kind: 'text', label: 'From', help: 'A time such as 2026-01-31T00:00:00Z.' },
      before: { kind: 'text', label: 'Before', help: 'A time such as 2026-01-31T00:00:00Z.' },
    },
  },
  graph_view_read: {
    label: 'Read a graph view',
    summary: 'Nodes of a saved view of the knowledge graph.',
    result: 'elements',
    params: { viewId: { kind: 'text', label: 'View', required: true } },
  },
  graph_view_expand: {
    label: 'Expand nodes',
    summary: 'The nodes of a list and what lies around them.',
    result: 'elements',
    params: { source: graphSource, depth },
  },
  graph_neighbor_expand: {
    label: 'Neighbours of nodes',
    summary: 'What lies around the nodes of a list, without themselves.',
    result: 'elements',
    params: {
      source: graphSource,
      depth,
      relation: { kind: 'text', label: 'Relation', help: 'All relations when empty.' },
    },
  },
  handler: {
    label: 'Handler',
    summary: 'What a function of the program that runs Weft gives.',
    result: 'elements',
    params: {
      name: { kind: 'text', label: 'Name', required: true, help: 'As it was registered.' },
      args: { kind: 'object', label: 'Arguments' },
      source: { kind: 'source', label: 'From step', help: 'The list it is given; the last one when empty.' },
    },
  },
} as const satisfies Readonly<Record<string, StepSpec>>;
