import { errorPatterns as kind } from '../../../../shared/pipeline/steps/error-patterns.ts';
import { defineStep, listOf } from '../define-step.ts';
import { sessionOf } from './context-packages.ts';

/** The solutions that have proved themselves in the session's project. */
export const errorPatterns = defineStep(kind, {
  reads: ['readErrorPatterns', 'variables'],
  run: async ({ params, variables, stores, cancel }) =>
    listOf(await stores.readErrorPatterns(sessionOf(params.session_id, variables) ?? '', cancel)),
});
