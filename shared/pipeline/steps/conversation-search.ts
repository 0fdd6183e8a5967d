import type { StepKind } from '../step-kind.ts';
import { query, searchTop, time } from '../usual-params.ts';

/** `conversation_search`: messages of all conversations. */
export const conversationSearch = {
  label: 'Search conversations',
  summary: 'Messages of all conversations that answer the query; none where nothing is about it.',
  result: 'elements',
  params: {
    query,
    topK: searchTop,
    participants: { kind: 'texts', label: 'With', help: 'Conversations in which all of them take part.' },
    scope: {
      kind: 'texts',
      label: 'Conversations',
      help: 'Their ids; all when empty.',
      offers: 'conversations',
    },
    after: { ...time, label: 'From' },
    before: { ...time, label: 'Before' },
  },
  brief: ({ text, used, list }) => [
    text('query') || 'input text',
    list('participants') && `with ${list('participants')}`,
    `top ${used('topK')}`,
  ],
} as const satisfies StepKind;
