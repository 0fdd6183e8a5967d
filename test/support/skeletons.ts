import { isJsonObject } from '../../shared/model/json.ts';

/** Fields whose text says what the object around it is. */
const telling = new Set(['type', 'role', 'detail', 'media_type', 'status', 'state', 'id', 'phase', 'from']);

/**
 * A value with every text that only says something replaced by a short one, and what is free made small: what is left
 * is how it is built, of which there are few kinds. `id` of LangChain is a path and stays a list.
 */
export function skeletonOf(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return telling.has(key) && value.length < 40 ? known(value, key) : 'x';
  if (Array.isArray(value)) return distinct(value.map(element => skeletonOf(element, key)));
  if (!isJsonObject(value)) return typeof value === 'number' ? 1 : value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, skeletonOf(inner, name)]));
}

/** Ids differ, kinds do not. */
const known = (value: string, key: string): string => (key === 'id' ? 'x' : value);

function distinct(elements: readonly unknown[]): unknown[] {
  return [...new Map(elements.map(element => [JSON.stringify(element), element])).values()];
}

/** The different ones among many, in the order of their first. */
export function collectSkeletons() {
  const found = new Map<string, unknown>();
  return {
    add(value: unknown): void {
      const skeleton = skeletonOf(value);
      found.set(JSON.stringify(skeleton), skeleton);
    },
    all: (): unknown[] => [...found.values()],
  };
}
