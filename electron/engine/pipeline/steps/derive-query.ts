import { unreachable } from '../../../../shared/contract/errors.ts';
import type { ElementSource } from '../../../../shared/model/element.ts';
import { deriveQuery as kind } from '../../../../shared/pipeline/steps/derive-query.ts';
import { defineStep } from '../define-step.ts';
import type { Intent } from '../intent.ts';
import { lineageOfGiver } from '../named-lineage.ts';

/** Whoever asks says what is asked. */
export const askedSource = ({ giver }: Intent): ElementSource => ({
  kind: 'query',
  ...lineageOfGiver[giver],
});

/** A text to search with, made from the intent. */
export const deriveQuery = defineStep(kind, {
  reads: ['intent', 'variables'],
  readsOf: ({ from }) => (from === 'context' ? ['intent', 'variables'] : ['intent']),
  run: ({ params, intent, variables }) => ({
    kind: 'text',
    text: derivedText(params.from, intent, variables),
    source: askedSource(intent),
  }),
});

function derivedText(
  from: 'query' | 'keywords' | 'action' | 'context',
  intent: Intent,
  variables: ReadonlyMap<string, unknown>,
): string {
  switch (from) {
    case 'query':
      return intent.query;
    case 'keywords':
      return intent.keywords.join(' ');
    case 'action':
      return intent.action;
    case 'context':
      return contextText(intent.query, variables);
    default:
      return unreachable(from);
  }
}

/** The query and every text the caller gave about the situation, each once; ids and paths say little, but they say something. */
function contextText(query: string, variables: ReadonlyMap<string, unknown>): string {
  const texts = [...variables.values()].filter(value => typeof value === 'string' && value.trim() !== '');
  return [...new Set([query, ...texts])].filter(text => text !== '').join(' ');
}
