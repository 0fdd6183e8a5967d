import { emptyEvaluationMemory, evaluateDocuments } from './evaluate-documents.ts';
import type { EvaluationChanges } from './protocol.ts';

const memory = emptyEvaluationMemory();

self.addEventListener('message', (message: MessageEvent<EvaluationChanges>) => {
  self.postMessage(evaluateDocuments(memory, message.data));
});
