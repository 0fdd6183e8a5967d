const indexes = new WeakMap<
  readonly { readonly id: string }[],
  ReadonlyMap<string, { readonly id: string }>
>();

/**
 * Definitions by their id; of equal ids the last. Whoever asks with the same list gets the same index: with thousands of
 * definitions, making it would take longer than an assembly. Lists that are asked for here are never changed in place.
 */
export function definitionsById<Value extends { readonly id: string }>(
  definitions: readonly Value[],
): ReadonlyMap<string, Value> {
  // What is kept under a list was made of it.
  const known = indexes.get(definitions) as ReadonlyMap<string, Value> | undefined;
  if (known !== undefined) return known;
  const index = new Map(definitions.map(definition => [definition.id, definition]));
  indexes.set(definitions, index);
  return index;
}
