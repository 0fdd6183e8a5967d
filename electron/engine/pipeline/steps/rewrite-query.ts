import { rewriteQuery as kind } from '../../../../shared/pipeline/steps/rewrite-query.ts';
import { defineStep } from '../define-step.ts';
import { resultText } from '../step-result.ts';

/** Lower case, white space collapsed. Without a source it takes the last text, else the query. */
export const rewriteQuery = defineStep(kind, {
  reads: ['intent'],
  run: ({ params, resultOf, lastText, intent }) => {
    const result = params.source === undefined ? undefined : resultOf(params.source);
    const text = result === undefined ? (lastText ?? intent.query) : resultText(result);
    return { kind: 'text', text: text.toLowerCase().replace(/\s+/g, ' ').trim() };
  },
});
