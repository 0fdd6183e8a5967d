import { useMemo } from 'react';
import { type HandoffState, useHandoff } from './handoff-store.ts';

const usual = ['developer', 'senior_software_engineer', 'qa_expert', 'tech_lead'] as const;
const selectSession = (state: HandoffState) => state.session;

/** Agent types that can be asked for: the session's first, then the usual ones. */
export function useAgents(): readonly string[] {
  const session = useHandoff(selectSession);
  return useMemo(() => [...new Set([...(session?.agents ?? []), ...usual])], [session]);
}
