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
    const complaint = judgeNode(visit);
    if (complaint !== undefined) return complaint;
    const depth = visit.depth + 1;
    for (const value of childrenOf(visit.value)) stack.push({ value, depth });
  }
  return undefined;
}

function judgeNode({ value, depth }: Visit): Problem | undefined {
  if (typeof value !== 'object' || value === null)
    return isJsonLeaf(value)
      ? undefined
      : problem('not_json', `holds a ${leafName(value)}, which is no JSON`);
  if (depth > maxJsonDepth) return problem('too_deep', `is nested more than ${maxJsonDepth} levels deep`);
  return isJsonContainer(value)
    ? undefined
    : problem('not_json', 'holds an object that is no plain JSON object');
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value : Object.values(value);
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
