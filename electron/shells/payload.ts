/** True when the texts, keys and values of `root` come to more than `limit` units; also for a value that contains itself. */
export function isLargerThan(root: unknown, limit: number): boolean {
  // Iterative: what is judged here may be deeper than the stack.
  const pending: unknown[] = [root];
  let units = 0;
  while (pending.length > 0 && units <= limit) {
    const value = pending.pop();
    units += typeof value === 'string' ? value.length + 1 : 1;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) for (const key of Object.keys(value)) units += key.length;
    for (const child of Object.values(value)) pending.push(child);
  }
  return units > limit;
}
