import { isContractBegun, isTestBegun } from '../../shared/model/begun.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import { type DocumentKind, type Documents, documentKinds } from './history.ts';

export interface UnsavedDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly change: 'created' | 'changed' | 'deleted';
}

interface KnownUnsaved {
  readonly working: Documents;
  readonly saved: Documents;
  readonly unsaved: readonly UnsavedDocument[];
}

/** What would be written by saving now, without what is only begun. Of kinds that are as they were `before`, what was said then still holds. */
export function unsavedDocuments(
  working: Documents,
  saved: Documents,
  before?: KnownUnsaved,
): UnsavedDocument[] {
  return documentKinds.flatMap(kind => {
    if (before && working[kind] === before.working[kind] && saved[kind] === before.saved[kind])
      return before.unsaved.filter(document => document.kind === kind);
    const ids = new Set([...Object.keys(working[kind]), ...Object.keys(saved[kind])]);
    return [...ids].flatMap(id => {
      const change = changeOf(working[kind][id], saved[kind][id]);
      return change && !(change === 'created' && isBegun(working, kind, id)) ? [{ kind, id, change }] : [];
    });
  });
}

/** Of lists by kind, those of kinds in which something is not saved: all else a server has. */
export function withUnsaved<Lists extends Partial<Record<DocumentKind, unknown>>>(
  lists: Lists,
  unsaved: readonly UnsavedDocument[],
): Partial<Lists> {
  const rest = { ...lists };
  for (const kind of documentKinds) if (!unsaved.some(one => one.kind === kind)) delete rest[kind];
  return rest;
}

function isBegun({ contracts, tests }: Documents, kind: DocumentKind, id: string): boolean {
  if (kind === 'contracts') return contracts[id] !== undefined && isContractBegun(contracts[id]);
  return kind === 'tests' && tests[id] !== undefined && isTestBegun(tests[id]);
}

function changeOf(working: unknown, saved: unknown): UnsavedDocument['change'] | undefined {
  if (working === saved) return undefined;
  if (saved === undefined) return 'created';
  if (working === undefined) return 'deleted';
  return isJsonEqual(working, saved) ? undefined : 'changed';
}
