import { freeId } from './free-id.ts';
import { copyName } from './next-name.ts';

/** A copy to vary, under a free id and a name that says so; undefined when there is nothing to copy. */
export function copyOf<Document extends { readonly id: string; readonly name: string }>(
  documents: Readonly<Record<string, Document>>,
  documentId: string,
): Document | undefined {
  const document = documents[documentId];
  if (!document) return undefined;
  const copy: Document = JSON.parse(JSON.stringify(document));
  const id = freeId(`${documentId.slice(0, 59)}-copy`, Object.keys(documents));
  return { ...copy, id, name: copyName(document.name) };
}
