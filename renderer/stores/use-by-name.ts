import { useMemo } from 'react';
import { inNaturalOrder } from '../texts/natural-order.ts';
import { type DocumentsState, useDocuments } from './documents.ts';

/** Every document of a kind in the working copy, in the order of their names. `select`: the same function each time. */
export function useByName<Document extends { readonly name: string }>(
  select: (state: DocumentsState) => Readonly<Record<string, Document>>,
): readonly Document[] {
  const documents = useDocuments(select);
  return useMemo(
    () => Object.values(documents).toSorted((left, right) => inNaturalOrder(left.name, right.name)),
    [documents],
  );
}
