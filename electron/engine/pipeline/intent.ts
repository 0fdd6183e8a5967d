import { inputText } from '../../../shared/model/input-text.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { keywordsOf } from './keywords.ts';

/** What the caller wants, as pipelines see it (M3). Empty texts mean that nobody said it. */
export interface Intent {
  readonly query: string;
  readonly keywords: readonly string[];
  readonly action: string;
}

/** The intent of a request (M3): `query` is the input text, else `additional_variables.query`, else empty. */
export function intentOf(request: ContextRequest): Intent {
  const query = firstText(inputText(request), ownValue(request, 'query'));
  return { query, keywords: keywordsOf(query), action: firstText(ownValue(request, 'action')) };
}

function ownValue(request: ContextRequest, name: string): unknown {
  const variables = request.additional_variables;
  return variables !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined;
}

function firstText(...candidates: readonly unknown[]): string {
  const text = candidates.find(candidate => typeof candidate === 'string' && candidate.trim() !== '');
  return typeof text === 'string' ? text : '';
}
