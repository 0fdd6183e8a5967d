import { useMemo } from 'react';
import { inNaturalOrder } from '../texts/natural-order.ts';
import { type DocumentsState, useDocuments } from './documents.ts';

interface Named {
  readonly name: string;
}

const inOrder = <Document extends Named>(documents: Readonly<Record<string, Document>>): Document[] =>
  Object.values(documents).toSorted((left, right) => inNaturalOrder(left.name, right.name));

/** The id of the document that takes the place of one which is deleted: the next in that order, or the one before the last. */
export function neighbourByName(
  documents: Readonly<Record<string, Named & { readonly id: string }>>,
  id: string,
): string | undefined {
  const ordered = inOrder(documents);
  const at = ordered.findIndex(document => document.id === id);
  return (ordered[at + 1] ?? ordered[at - 1])?.id;
}

/** Every document of a kind in the working copy, in the order of their names. `select`: the same function each time. */
export function useByName<Document extends Named>(
  select: (state: DocumentsState) => Readonly<Record<string, Document>>,
): readonly Document[] {
  const documents = useDocuments(select);
  return useMemo(() => inOrder(documents), [documents]);
}
