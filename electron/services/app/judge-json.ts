import {
  excessReasons,
  maxJsonDepth,
  maxJsonValues,
  maxObjectKeys,
} from '../../../shared/model/json-limits.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Pause } from '../../../shared/stretches.ts';

/** Values between two moments in which others may run. */
const stretch = 4096;

/**
 * Complains about what is no JSON, too deep or too large; undefined when all is well. Asks `pause` now and then.
 * Walks with own stacks, since the depth is what is in doubt; a few shared objects within each other unfold without end.
 */
export async function judgeJson(root: unknown, pause: Pause): Promise<Problem | undefined> {
  const values: unknown[] = [root];
  const depths: number[] = [1];
  for (let count = 1; values.length > 0; count += 1) {
    const value = values.pop();
    const depth = depths.pop() ?? 1;
    const complaint = count > maxJsonValues ? tooLarge : judgeNode(value, depth);
    if (complaint !== undefined) return complaint;
    const children = childrenOf(value);
    if (children === undefined) return tooManyKeys;
    for (const child of children) {
      values.push(child);
      depths.push(depth + 1);
    }
    if (count % stretch !== 0) continue;
    const others = pause();
    if (others !== undefined) await others;
  }
  return undefined;
}

function judgeNode(value: unknown, depth: number): Problem | undefined {
  if (typeof value !== 'object' || value === null)
    return isJsonLeaf(value)
      ? undefined
      : problem('not_json', `holds a ${leafName(value)}, which is no JSON`);
  if (depth > maxJsonDepth) return problem('too_deep', excessReasons.too_deep);
  return isJsonContainer(value)
    ? undefined
    : problem('not_json', 'holds an object that is no plain JSON object');
}

/** Undefined where there are too many keys. Counting them costs a quarter of collecting their values. */
function childrenOf(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value;
  return Object.keys(value).length > maxObjectKeys ? undefined : Object.values(value);
}

function isJsonLeaf(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean';
}

function isJsonContainer(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const leafName = (value: unknown): string =>
  typeof value === 'number' ? `number that is not finite (${value})` : typeof value;

const problem = (code: string, what: string): Problem => ({ code, path: '', message: `the input ${what}` });

const tooLarge = problem('too_large', excessReasons.too_large);

const tooManyKeys = problem('too_large', excessReasons.too_many_keys);
