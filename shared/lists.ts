/** `Map.groupBy`, which Node 20 lacks: programs that have the engine within them may run there. */
export function groupBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): Map<Key, [Value, ...Value[]]> {
  const groups = new Map<Key, [Value, ...Value[]]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Whether two lists have the very same elements at the same places. */
export const areSame = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((element, at) => element === right[at]);
