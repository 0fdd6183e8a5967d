import { resultText } from '../step-result.ts';
import { textParam } from './read-params.ts';
import type { StepRunner } from './step-runner.ts';

/** M2 `rewrite_query`: lower case, white space collapsed. Without a source it takes the last text, else the query. */
export const runRewriteQuery: StepRunner = ({ params, resultOf, lastText, intent }) => {
  const alias = textParam(params, 'source');
  const result = alias === undefined ? undefined : resultOf(alias);
  const text = result === undefined ? (lastText ?? intent.query) : resultText(result);
  return { kind: 'text', text: text.toLowerCase().replace(/\s+/g, ' ').trim() };
};
