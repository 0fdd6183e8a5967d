/** Keys and entries of tables whose keys are known, as TypeScript knows them and `Object` forgets. */

/** The keys of a table, in its order. */
export const keysOf = <Table extends object>(table: Table): Extract<keyof Table, string>[] =>
  Object.keys(table) as Extract<keyof Table, string>[]; // a table has no other keys than its type says

/** What stands in a table of foreign keys under one of its own; undefined for `toString` and its like. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** A table with one value for each key. */
export function tableOf<Key extends string, Value>(
  keys: readonly Key[],
  valueFor: (key: Key) => Value,
): Record<Key, Value> {
  // One entry for each key.
  return Object.fromEntries(keys.map(key => [key, valueFor(key)])) as Record<Key, Value>;
}

/** What is left of a value without the keys that have no value. */
export function withoutUndefined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  // Entries of an object have its keys.
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}

/** The record with this entry, or without it. */
export function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  id: string,
  value: Value | undefined,
): Record<string, Value> {
  const { [id]: _old, ...rest } = record;
  return value === undefined ? rest : { ...record, [id]: value };
}
