import { ownValue } from '../../../shared/model/entries.ts';
import { isJsonEqual, isJsonObject } from '../../../shared/model/json.ts';
import { tellingWords } from '../../../shared/search/telling-words.ts';
import { wordsOf } from '../../../shared/search/words-of.ts';
import { fieldOf } from '../../../shared/shapes/fields.ts';
import { contentOf } from '../../engine/pipeline/element-value.ts';
import type {
  CreateWeftStore,
  KeyValueClient,
  LangGraphItem,
  LangGraphSearch,
  LangGraphSearchItem,
  WeftStore,
} from './langchain-types.ts';

/** See `CreateWeftStore`. */
export const weftStore: CreateWeftStore = (client, { instance = 'langgraph' } = {}) => {
  const place = { client, instance };
  const store: WeftStore = {
    // Whoever asks names what it gets by its operations.
    batch: async <Results>(operations: readonly object[]) => {
      const results: unknown[] = [];
      // One after the other: an item that is put is found by what comes behind it.
      for (const operation of operations) results.push(await runOperation(store, operation));
      return results as Results;
    },
    get: (namespace, key) => readItem(place, namespace, key),
    search: (prefix, options = {}) => searchItems(place, prefix, options),
    put: async (namespace, key, value) => {
      await client.call('kv.set', { ...address(place, namespace, key), value });
    },
    delete: async (namespace, key) => {
      await client.call('kv.delete', address(place, namespace, key));
    },
    listNamespaces: async ({ prefix = [], suffix = [], maxDepth, limit = 100, offset = 0 } = {}) => {
      const paths = (await listItems(place)).map(({ namespace }) => namespace);
      const fitting = paths.filter(
        path => beginsWith(path, prefix) && beginsWith(path.toReversed(), suffix.toReversed()),
      );
      const different = new Map(
        fitting.map(path => path.slice(0, maxDepth)).map(path => [joinPath(path), path]),
      );
      return [...different.values()].slice(offset, offset + limit);
    },
    start: () => {},
    stop: () => {},
  };
  return store;
};

interface Place {
  readonly client: KeyValueClient;
  readonly instance: string;
}

/** A path as the name of a namespace; "/" within a label stays apart from that between two. */
const joinPath = (path: readonly string[]): string => path.map(encodeURIComponent).join('/');
const splitPath = (name: string): string[] => name.split('/').map(labelOf);

/** Names that other programs gave need not be written as those of paths are. */
function labelOf(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function address({ instance }: Place, namespace: readonly string[], key: string) {
  if (namespace.length === 0) throw new RangeError('a namespace needs at least one label');
  return { instance, namespace: joinPath(namespace), key };
}

/** LangGraph tells operations apart by what they have. */
function runOperation(store: WeftStore, operation: object): Promise<unknown> {
  const { namespace, namespacePrefix, key, value } = operation as {
    namespace?: string[];
    namespacePrefix?: string[];
    key?: string;
    value?: Record<string, unknown> | null;
  };
  if (namespacePrefix !== undefined) return store.search(namespacePrefix, operation);
  if (namespace === undefined || key === undefined) return store.listNamespaces(namespaceQuery(operation));
  if (!('value' in operation)) return store.get(namespace, key);
  return isJsonObject(value) ? store.put(namespace, key, value) : store.delete(namespace, key);
}

interface Match {
  readonly matchType?: string;
  readonly path?: string[];
}

function namespaceQuery(operation: object) {
  const { matchConditions = [], ...others } = operation as { matchConditions?: readonly Match[] };
  const pathOf = (type: string) => matchConditions.find(({ matchType }) => matchType === type)?.path ?? [];
  return { ...others, prefix: pathOf('prefix'), suffix: pathOf('suffix') };
}

async function readItem(place: Place, namespace: string[], key: string): Promise<LangGraphItem | null> {
  try {
    const { value, updated_at } = await place.client.call('kv.get', address(place, namespace, key));
    return asItem({ namespace, key, value, updated_at });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'not_found') return null;
    throw error;
  }
}

async function listItems(place: Place): Promise<LangGraphItem[]> {
  const { entries } = await place.client.call('kv.list', { instance: place.instance });
  return entries.map(entry => asItem({ ...entry, namespace: splitPath(entry.namespace) }));
}

interface Stored {
  readonly namespace: string[];
  readonly key: string;
  readonly value: unknown;
  readonly updated_at: string;
}

function asItem({ namespace, key, value, updated_at }: Stored): LangGraphItem {
  const at = new Date(updated_at);
  // Other programs may write there too, and what they write need not be an object.
  return {
    namespace,
    key,
    value: isJsonObject(value) ? { ...value } : { value },
    createdAt: at,
    updatedAt: at,
  };
}

async function searchItems(
  place: Place,
  prefix: readonly string[],
  { query, filter = {}, limit = 10, offset = 0 }: LangGraphSearch,
): Promise<LangGraphSearchItem[]> {
  const items = (await listItems(place)).filter(
    ({ namespace, value }) => beginsWith(namespace, prefix) && passes(value, filter),
  );
  const found = query === undefined || query === '' ? items : rankByWords(items, query);
  return found.slice(offset, offset + limit);
}

const beginsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= path.length && prefix.every((label, index) => label === '*' || path[index] === label);

/** The share of the telling words that an item has, best first; items without any are none. */
function rankByWords(items: readonly LangGraphItem[], query: string): LangGraphSearchItem[] {
  const asked = [...new Set(tellingWords(wordsOf(query)))];
  return items
    .map(item => {
      const words = new Set(wordsOf(`${item.key} ${contentOf(item.value)}`));
      return { ...item, score: asked.filter(word => words.has(word)).length / Math.max(1, asked.length) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
}

/** The filters of LangGraph: a value, or comparisons by their operators. */
function passes(value: Record<string, unknown>, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    const actual = fieldOf({ ...value }, key);
    const operators = isJsonObject(wanted) ? Object.entries(wanted) : [];
    const isComparison = operators.length > 0 && operators.every(([name]) => name.startsWith('$'));
    return isComparison
      ? operators.every(([name, operand]) => compare(name, actual, operand))
      : isJsonEqual(actual, wanted);
  });
}

function compare(operator: string, actual: unknown, operand: unknown): boolean {
  const holds = ownValue(comparisons, operator);
  if (holds !== undefined) return holds(actual, operand);
  throw new RangeError(
    `the filter ${operator} is not known; there are ${Object.keys(comparisons).join(', ')}`,
  );
}

const comparisons: Readonly<Record<string, (actual: unknown, operand: unknown) => boolean>> = {
  $eq: isJsonEqual,
  $ne: (actual, operand) => !isJsonEqual(actual, operand),
  $gt: (actual, operand) => Number(actual) > Number(operand),
  $gte: (actual, operand) => Number(actual) >= Number(operand),
  $lt: (actual, operand) => Number(actual) < Number(operand),
  $lte: (actual, operand) => Number(actual) <= Number(operand),
};
