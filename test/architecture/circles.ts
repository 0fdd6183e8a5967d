import type { Edge } from './source-tree.ts';

/** Sets of files that lead to each other, each sorted: one for every circle, however many ways there are round it. */
export function findCircles(edges: readonly Edge[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const targetsOf = (path: string) =>
    (next.get(path) ?? []).flatMap(({ target }) => ('file' in target ? [target.file] : []));
  const reached = new Map([...next.keys()].map(path => [path, reachedFrom(path, targetsOf)]));
  const inCircle = [...reached].filter(([path, all]) => all.has(path));
  const circles = inCircle.map(([path, all]) =>
    [...all].filter(other => reached.get(other)?.has(path)).sort(),
  );
  return [...new Map(circles.map(members => [members.join(), members])).values()];
}

/** All that can be reached; the file itself only where a way leads back. */
function reachedFrom(path: string, targetsOf: (path: string) => readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = targetsOf(path).slice();
  for (let target = open.pop(); target !== undefined; target = open.pop()) {
    if (reached.has(target)) continue;
    reached.add(target);
    open.push(...targetsOf(target));
  }
  return reached;
}
