import { emptyEvaluationMemory, evaluateDocuments } from './evaluate-documents.ts';
import type { DocumentChanges } from './protocol.ts';

const memory = emptyEvaluationMemory();

self.addEventListener('message', (message: MessageEvent<DocumentChanges>) => {
  self.postMessage(evaluateDocuments(memory, message.data));
});
