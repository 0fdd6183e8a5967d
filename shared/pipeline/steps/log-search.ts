import type { StepKind } from '../step-kind.ts';

/** `log_search`: events of one instance, newest first. */
export const logSearch = {
  label: 'Search the event log',
  summary: 'Events of the log, newest first.',
  result: 'elements',
  params: {
    instance: { kind: 'text', label: 'Instance', required: true, offers: 'log instances' },
    eventType: { kind: 'text', label: 'Type', help: 'All types when empty.', offers: 'log types' },
    streamId: { kind: 'text', label: 'Stream', help: 'All streams when empty.', offers: 'log streams' },
    since: { kind: 'text', label: 'Since', help: 'A time such as 2026-01-31T00:00:00Z.' },
    limit: { kind: 'number', label: 'At most', fallback: 20, min: 1, max: 1000, whole: true },
  },
  brief: ({ text, used, after }) => [
    text('instance'),
    after('type', 'eventType'),
    after('stream', 'streamId'),
    after('since', 'since'),
    `at most ${used('limit')}`,
  ],
} as const satisfies StepKind;
