import { documentRefusal } from '../../content/import-documents.ts';
import type { ImportReader } from '../import-reader.ts';

/** What lies in every repository, for people who come to it. */
const paper = /(?:^|\/)(?:readme|changelog|licen[cs]e|contributing|code_of_conduct|security)(?:[.-][^/]*)?$/i;

export const document = {
  read({ path, text, isNamed }, found, source) {
    if (!isNamed && paper.test(path)) {
      found.left.papers.push(path);
      return;
    }
    const content = { kind: 'document', document: { path, text } } as const;
    const reason = documentRefusal(content.document);
    if (reason !== undefined) found.refused.push({ file: path, reason });
    else
      found.candidates.push({ id: `document:${path}`, source, file: path, name: path, notes: [], content });
  },
} as const satisfies ImportReader;
