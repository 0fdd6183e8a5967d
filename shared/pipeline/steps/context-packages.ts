import type { StepKind } from '../step-kind.ts';
import { session } from '../usual-params.ts';

/** `context_packages`: what agents have left for this one in its session. */
export const contextPackages = {
  label: 'Context packages',
  summary: 'What agents have left for this one in its session, best first.',
  result: 'elements',
  params: {
    agent_type: {
      kind: 'text',
      label: 'Agent type',
      help: 'That of the request when empty.',
      offers: 'agents',
    },
    group_id: {
      kind: 'text',
      label: 'Group',
      offers: 'groups',
      help: 'That of the request when empty; else the whole session.',
    },
    session_id: session,
  },
  brief: ({ after }) => [
    after('for', 'agent_type'),
    after('group', 'group_id'),
    after('session', 'session_id'),
  ],
} as const satisfies StepKind;
