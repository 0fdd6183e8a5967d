import { sessionState as kind } from '../../../../shared/pipeline/steps/session-state.ts';
import { defineStep, listOf } from '../define-step.ts';
import { sessionOf } from './context-packages.ts';

/** What sessions saved before a compaction; that of others is marked as historical. */
export const sessionState = defineStep(kind, {
  reads: ['readSessionState', 'variables'],
  run: async ({ params, variables, stores, cancel }) =>
    listOf(await stores.readSessionState(sessionOf(params.session_id, variables), cancel)),
});
