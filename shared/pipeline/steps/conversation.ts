import type { StepKind } from '../step-kind.ts';

/** `conversation`: one element for the arc of a stored conversation, one for its messages. */
export const conversation = {
  label: 'Conversation',
  summary: 'The arc of a stored conversation, its messages, or both, within a number of tokens.',
  result: 'elements',
  params: {
    conversation_id: { kind: 'text', label: 'Conversation', required: true, offers: 'conversations' },
    part: { kind: 'choice', label: 'Part', choices: ['arc', 'messages', 'both'], fallback: 'both' },
    budget: { kind: 'number', label: 'Tokens', fallback: 2000, min: 1, max: 1_000_000, whole: true },
  },
  brief: ({ text, used, after }) => [text('conversation_id'), used('part'), after('within', 'budget')],
} as const satisfies StepKind;
