import type { StepKind } from '../step-kind.ts';
import { session } from '../usual-params.ts';

/** `session_state`: what sessions saved before a compaction. */
export const sessionState = {
  label: 'Saved session state',
  summary: 'What sessions saved before a compaction; what others saved is marked as historical.',
  result: 'elements',
  params: { session_id: session },
  brief: ({ after }) => [after('session', 'session_id')],
} as const satisfies StepKind;
