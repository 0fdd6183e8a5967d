import { isJsonEqual, isJsonObject } from '../../shared/model/json.ts';

/**
 * The value with each part that equals its counterpart in `known` being that very part, so that whoever compares the two
 * later looks at what differs and at nothing else. Entries of lists are told by their id, others by their place.
 */
export function shareEqual(value: unknown, known: unknown): unknown {
  if (isJsonEqual(value, known)) return known;
  if (Array.isArray(value) && Array.isArray(known)) {
    const byId = new Map(known.map(entry => [idOf(entry), entry]));
    return value.map((entry, at) => {
      const id = idOf(entry);
      return shareEqual(entry, id === undefined ? known[at] : byId.get(id));
    });
  }
  if (!isJsonObject(value) || !isJsonObject(known)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shareEqual(part, known[key])]));
}

const idOf = (entry: unknown): unknown => (isJsonObject(entry) ? entry.id : undefined);
