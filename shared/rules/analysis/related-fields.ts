import { isJsonObject } from '../../model/json.ts';

/** Fields in groups that can influence each other: an object and what lies in it. */
export function relatedFields(fields: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const field of [...new Set(fields)].sort()) {
    const group = groups.find(([root]) => root !== undefined && isWithin(field, root));
    if (group) group.push(field);
    else groups.push([field]);
  }
  return groups;
}

/** True when `field` names something inside the object `ancestor`. */
export function isWithin(field: string, ancestor: string): boolean {
  return field.startsWith(`${ancestor}.`);
}

/** What a field must be because an object above it says so; undefined when no such object holds its path. */
export function forcedValue(
  field: string,
  chosen: ReadonlyMap<string, unknown>,
): { readonly value: unknown } | undefined {
  for (const [ancestor, value] of chosen) {
    if (!isWithin(field, ancestor)) continue;
    const inside = valueAt(value, field.slice(ancestor.length + 1));
    if (inside) return inside;
  }
  return undefined;
}

/** The value at a dotted path; keys may have dots themselves. */
function valueAt(value: unknown, path: string): { readonly value: unknown } | undefined {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return { value: value[path] };
  for (const [key, child] of Object.entries(value)) {
    if (!path.startsWith(`${key}.`)) continue;
    const inside = valueAt(child, path.slice(key.length + 1));
    if (inside) return inside;
  }
  return undefined;
}
