import type { MemoryStart } from './memory-start.ts';

export const foundDocuments = {
  label: 'Document search',
  description: 'Chunks that match the request.',
  steps: [{ type: 'document_search', alias: 'document_search' }],
} as const satisfies MemoryStart;
