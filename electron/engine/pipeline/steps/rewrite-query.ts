import { rewriteQuery as kind } from '../../../../shared/pipeline/steps/rewrite-query.ts';
import { defineStep } from '../define-step.ts';
import { resultElements, resultText } from '../step-result.ts';
import { leastTrusted } from '../trust.ts';
import { askedSource } from './derive-query.ts';

/** Lower case, white space collapsed. Without a source it takes the last text, else the query. */
export const rewriteQuery = defineStep(kind, {
  reads: ['intent'],
  run: ({ params, resultOf, lastText, lastTextSource, intent }) => {
    const result = params.source === undefined ? undefined : resultOf(params.source);
    const text = result === undefined ? (lastText ?? intent.query) : resultText(result);
    const made =
      result === undefined ? lastTextSource : { kind: 'query', ...leastTrusted(resultElements(result)) };
    const source = result === undefined && lastText === undefined ? askedSource(intent) : made;
    return {
      kind: 'text',
      text: text.toLowerCase().replace(/\s+/g, ' ').trim(),
      ...(source && { source }),
    };
  },
});
