import type { ContextItem } from '../../../../shared/model/assembled-context.ts';

/** Where an item comes from, as named fields in a fixed order. Absent ones are left out. */
export function provenanceFields({ id, memory_id, source }: ContextItem): [string, string][] {
  const fields: [string, string | undefined][] = [
    ['id', id],
    ['memory', memory_id],
    ['source', source.kind],
    ['ref', source.ref],
    ['title', source.title],
    ['timestamp', source.timestamp],
    ['trust', source.trust],
  ];
  return fields.filter((field): field is [string, string] => field[1] !== undefined);
}
