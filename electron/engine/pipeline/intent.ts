import { inputText } from '../../../shared/model/input-text.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { keywordsOf } from './keywords.ts';

/** What the caller wants, as pipelines see it. Empty texts mean that nobody said it. */
export interface Intent {
  readonly query: string;
  readonly keywords: readonly string[];
  readonly action: string;
}

/** In UTF-16 units; what comes after is no query any more. */
const longestQuery = 100_000;

/** The intent of a request: `query` is the input text, else `additional_variables.query`, else empty. */
export function intentOf(request: ContextRequest): Intent {
  const query = firstText(inputText(request), ownValue(request, 'query'));
  const made: { keywords?: readonly string[] } = {};
  return {
    query,
    // Most pipelines do not ask for them, and the query may be megabytes.
    get keywords() {
      made.keywords ??= keywordsOf(query.slice(0, longestQuery));
      return made.keywords;
    },
    action: firstText(ownValue(request, 'action')),
  };
}

function ownValue(request: ContextRequest, name: string): unknown {
  const variables = request.additional_variables;
  return variables !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined;
}

function firstText(...candidates: readonly unknown[]): string {
  const text = candidates.find(candidate => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof text === 'string' ? text : '';
}
