import {
  analyzeDocuments,
  emptyAnalysisMemory,
  fixFor,
  statesFor,
  takeDocuments,
} from './analyze-documents.ts';
import type { AnalysisAnswer, AnalysisMessage } from './protocol.ts';

/** Analysis waits for a pause in typing; the first one does not. */
const pauseMs = 120;

const memory = emptyAnalysisMemory();
const run: { timer?: ReturnType<typeof setTimeout>; isFirst: boolean } = { isFirst: true };

self.addEventListener('message', ({ data }: MessageEvent<AnalysisMessage>) => {
  if (data.kind === 'fix') {
    answer({ kind: 'fix', number: data.number, fix: fixFor(memory, data) });
    return;
  }
  if (data.kind === 'states') {
    answer({ kind: 'states', number: data.number, states: statesFor(memory, data) });
    return;
  }
  takeDocuments(memory, data.changes);
  clearTimeout(run.timer);
  run.timer = setTimeout(analyze, run.isFirst ? 0 : pauseMs);
});

function analyze(): void {
  run.isFirst = false;
  answer({ kind: 'analysis', analysis: analyzeDocuments(memory) });
}

function answer(message: AnalysisAnswer): void {
  self.postMessage(message);
}
