import { textParam } from './read-params.ts';
import type { StepContext, StepRunner } from './step-runner.ts';

/** M2 `derive_query`: a text to search with, made from the intent. */
export const runDeriveQuery: StepRunner = context => ({ kind: 'text', text: derivedText(context) });

function derivedText({ params, intent, variables }: StepContext): string {
  switch (textParam(params, 'from')) {
    case 'keywords':
      return intent.keywords.join(' ');
    case 'action':
      return intent.action;
    case 'context':
      return contextText(intent.query, variables);
    default:
      return intent.query;
  }
}

/** The query and every text the caller gave about the situation, each once; ids and paths say little, but they say something. */
function contextText(query: string, variables: ReadonlyMap<string, unknown>): string {
  const texts = [...variables.values()].filter(value => typeof value === 'string' && value.trim() !== '');
  return [...new Set([query, ...texts])].filter(text => text !== '').join(' ');
}
