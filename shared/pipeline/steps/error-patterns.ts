import type { StepKind } from '../step-kind.ts';
import { session } from '../usual-params.ts';

/** `error_patterns`: the proven solutions for the session's project. */
export const errorPatterns = {
  label: 'Error patterns',
  summary: 'Known failures with solutions that have proved themselves.',
  result: 'elements',
  params: { session_id: session },
  brief: ({ after }) => [after('session', 'session_id')],
} as const satisfies StepKind;
