import { fixedTexts } from './fixed-texts.ts';
import { foundDocuments } from './found-documents.ts';
import type { MemoryStart } from './memory-start.ts';
import { storedKeys } from './stored-keys.ts';

/** What the studio offers when a memory type is made, in its order; the first one is proposed. */
export const memoryStarts: Readonly<Record<string, MemoryStart>> = {
  fixed_texts: fixedTexts,
  found_documents: foundDocuments,
  stored_keys: storedKeys,
};
