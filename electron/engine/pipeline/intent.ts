import { inputText } from '../../../shared/model/input-text.ts';
import type { Giver } from '../../../shared/model/origin.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';

/** What the caller wants, as pipelines see it. Empty texts mean that nobody said it. */
export interface Intent {
  readonly query: string;
  readonly keywords: readonly string[];
  readonly action: string;
  /** Who says so, and gives everything else that the request says. */
  readonly giver: Giver;
}

/** In UTF-16 units; what comes after is no query any more. */
const longestQuery = 100_000;

/** The intent of a request: `query` is the input text, else `additional_variables.query`, else empty. */
export function intentOf(request: ContextRequest, giver: Giver): Intent {
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
    giver,
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

/** English words that say nothing about what is searched for. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by ' +
    'can could did do does doing down during each few for from further get had has have having he her here hers him his how ' +
    'i if in into is it its itself just let like me more most my no nor not now of off on once only or other our ours out over own ' +
    'please same she should so some such than that the their theirs them then there these they this those through to too ' +
    'under until up us very was we were what when where which while who whom why will with would you your yours'
  ).split(' '),
);

/** The words of a query without stop words, lower-case, each once, in order (`keywords`). */
export function keywordsOf(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_'’-]*/gu) ?? [];
  const bare = words.map(word => word.replace(/(?:['’]s)?['’_-]*$/u, ''));
  return [...new Set(bare.filter(word => word !== '' && !stopWords.has(word)))];
}
