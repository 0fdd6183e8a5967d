import type { Problem } from '../../shared/model/problem.ts';

/** Deeper values break recursive code, `JSON.stringify` and `structuredClone` among them (T6, T14). */
export const maxJsonDepth = 64;

/** Values in one input; a few shared objects nested in each other would otherwise unfold without end. */
const maxJsonNodes = 2_000_000;

interface Visit {
  readonly value: unknown;
  readonly depth: number;
}

/**
 * Complains about what is no JSON, too deep or too large; undefined when all is well.
 * Walks with an own stack, since the depth is what is in doubt.
 */
export function judgeJson(root: unknown): Problem | undefined {
  const stack: Visit[] = [{ value: root, depth: 1 }];
  let nodes = 0;
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    nodes += 1;
    if (nodes > maxJsonNodes) return problem('too_large', `has more than ${maxJsonNodes} values`);
    const { value, depth } = visit;
    if (typeof value !== 'object' || value === null) {
      if (!isJsonLeaf(value)) return problem('not_json', `holds a ${leafName(value)}, which is no JSON`);
      continue;
    }
    if (depth > maxJsonDepth) return problem('too_deep', `is nested more than ${maxJsonDepth} levels deep`);
    if (!isJsonContainer(value)) return problem('not_json', 'holds an object that is no plain JSON object');
    for (const child of Array.isArray(value) ? value : Object.values(value))
      stack.push({ value: child, depth: depth + 1 });
  }
  return undefined;
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
