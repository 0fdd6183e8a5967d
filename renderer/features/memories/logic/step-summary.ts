import type { StepTrace } from '../../../../shared/model/assembled-context.ts';
import type { Step } from '../../../../shared/model/memory.ts';
import { placeSteps } from '../../../../shared/pipeline/nested-steps.ts';

/** The parameters of a step in a few words, for its closed row: "keyword · top 10 · collection architecture". */
export function stepSummary(step: Step): string {
  const params = step.params ?? {};
  const text = (name: string): string => {
    const value = params[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const after = (words: string, name: string): string => (text(name) === '' ? '' : `${words} ${text(name)}`);
  const source = after('from', 'source');
  return parts(step, params, { text, after, source }).filter(Boolean).join(' · ');
}

interface Reader {
  readonly text: (name: string) => string;
  readonly after: (words: string, name: string) => string;
  readonly source: string;
}

function parts(step: Step, params: Readonly<Record<string, unknown>>, read: Reader): string[] {
  const { text, after, source } = read;
  switch (step.type) {
    case 'static':
      return [counted(lengthOf(params.items), 'item')];
    case 'document_search':
      return [
        text('mode') || 'keyword',
        `top ${text('topK') || 5}`,
        after('collection', 'collection'),
        after('at least', 'minScore'),
      ];
    case 'derive_query':
      return [`from ${text('from') || 'query'}`];
    case 'rewrite_query':
      return [source, 'lower case'];
    case 'filter':
      return [
        source,
        [text('field'), text('operator').replaceAll('_', ' '), display(params.value)]
          .filter(Boolean)
          .join(' '),
      ];
    case 'deduplicate':
    case 'group_by':
      return [source, after('by', 'field')];
    case 'reduce_latest':
      return [source, after('per', 'entityField'), after('by', 'sortField')];
    case 'merge':
      return [text('strategy') || 'concat', listed(params.sources)];
    case 'rank':
      return [source, rankWords[text('strategy') || 'score_desc'] ?? text('strategy'), after('top', 'topK')];
    case 'score':
      return [source, weightsOf(params.weights), after('top', 'topK')];
    case 'summarize':
      return [source, after('first', 'max_items')];
    case 'format':
      return [source, (text('format') || 'bullet_list').replaceAll('_', ' ')];
    case 'annotate':
      return [source, text('label')];
    case 'conditional':
    case 'early_exit':
      return flowParts(params, text('condition'));
    default:
      return storeParts(step, read);
  }
}

function flowParts(params: Readonly<Record<string, unknown>>, condition: string): string[] {
  const [taken, other] = [lengthOf(params.thenSteps), lengthOf(params.elseSteps)];
  if (taken + other === 0) return [condition];
  return [condition, `then ${counted(taken, 'step')}`, other === 0 ? '' : `else ${counted(other, 'step')}`];
}

/** Steps on key-values, vectors, the event log, the ledger and the graph, and handlers. */
function storeParts({ type, params = {} }: Step, { text, after, source }: Reader): string[] {
  if (type === 'vector_search')
    return [`top ${text('topK') || 5}`, after('collection', 'collection'), after('at least', 'minScore')];
  if (type === 'kv_get')
    return [
      [text('instance'), text('namespace')].filter(Boolean).join(' / '),
      counted(lengthOf(params.keys), 'key'),
    ];
  if (type === 'handler') return [text('name'), source];
  const record = recordParts({ type, params }, { text, after });
  if (record !== undefined) return record;
  if (type === 'graph_view_read') return [after('view', 'viewId')];
  if (type !== 'log_search') return [source, `depth ${text('depth') || 1}`, after('by', 'relation')];
  return [
    text('instance'),
    after('type', 'eventType'),
    after('stream', 'streamId'),
    after('since', 'since'),
    `at most ${text('limit') || 20}`,
  ];
}

/** Steps on the ledger, on what agents left, and on conversations. */
function recordParts(
  { type, params = {} }: Step,
  { text, after }: Pick<Reader, 'text' | 'after'>,
): string[] | undefined {
  if (type === 'decisions')
    return [text('status') || 'in force', after('in', 'scope'), after('at most', 'limit')];
  if (type === 'blackboard')
    return [listed(params.entry_types) || 'all types', after('in', 'scope'), after('at most', 'limit')];
  if (type === 'context_packages')
    return [after('for', 'agent_type'), after('group', 'group_id'), after('session', 'session_id')];
  if (type === 'error_patterns' || type === 'session_state') return [after('session', 'session_id')];
  if (type === 'conversation_search')
    return [text('query') || 'input text', after('with', 'participants'), `top ${text('topK') || 5}`];
  if (type === 'conversation')
    return [text('conversation_id'), text('part') || 'both', after('within', 'budget')];
  return undefined;
}

const rankWords: Readonly<Record<string, string>> = {
  score_desc: 'best score',
  recency: 'newest',
  relevance: 'relevance',
};

/** What a step came to: "12 chunks", "9 of 12 stay", a text in quotes. `read` is how many elements it read. */
export function resultSummary(trace: StepTrace, read: number | undefined, text: string | undefined): string {
  if (trace.result === 'none') return 'nothing';
  if (trace.result === 'text') return text === undefined ? '1 text' : shortText(text);
  if (trace.result === 'boolean') return text === 'true' ? 'yes' : 'no';
  if (trace.result === 'groups') return counted(trace.count, 'group');
  if (read !== undefined && narrowing.has(trace.type)) return `${trace.count} of ${read} stay`;
  return counted(trace.count, chunkSteps.has(trace.type) ? 'chunk' : 'element');
}

const chunkSteps = new Set(['document_search', 'vector_search']);
const narrowing = new Set(['filter', 'deduplicate', 'rank', 'summarize', 'reduce_latest', 'score']);

/** Characters of a text result that are quoted in its step's row. */
const longestQuote = 42;

function shortText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length <= longestQuote ? line : `${line.slice(0, longestQuote).trimEnd()}…`}”`;
}

/** How many elements each step read: those of its `source`, else of the last list before it. */
export function elementsRead(
  pipeline: readonly Step[],
  traces: readonly StepTrace[],
): (number | undefined)[] {
  const isList = (trace: StepTrace) => trace.result === 'elements' || trace.result === 'groups';
  const placed = placeSteps(pipeline);
  return traces.map(({ alias }, index) => {
    const before = traces.slice(0, index);
    const source = placed.find(place => place.alias === alias)?.step.params?.source;
    const named = before.findLast(trace => trace.alias === source);
    return (named ?? before.findLast(isList))?.count;
  });
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const listed = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function display(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function weightsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([field, weight]) => `${field} × ${String(weight)}`)
    .join(' + ');
}
