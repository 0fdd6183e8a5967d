import { isJsonEqual } from '../../shared/model/json.ts';
import {
  analyzeDocuments,
  checkContracts,
  emptyAnalysisMemory,
  fixFor,
  statesFor,
  takeDocuments,
} from './analyze-documents.ts';
import type { Analysis, AnalysisAnswer, AnalysisMessage } from './protocol.ts';

/** Analysis waits for a pause in typing; the first one does not. Changes without a pause are analysed after the longer one. */
const pauseMs = 120;
const mostMs = 800;

const memory = emptyAnalysisMemory();
const told: { analysis?: Analysis } = {};
const run: {
  timer?: ReturnType<typeof setTimeout> | undefined;
  checking?: ReturnType<typeof setTimeout> | undefined;
  sinceMs: number;
  isFirst: boolean;
} = { sinceMs: 0, isFirst: true };

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
  const nowMs = performance.now();
  if (run.timer === undefined) run.sinceMs = nowMs;
  clearTimeout(run.timer);
  const waitMs = Math.max(0, Math.min(pauseMs, run.sinceMs + mostMs - nowMs));
  run.timer = setTimeout(analyze, run.isFirst ? 0 : waitMs);
});

function analyze(): void {
  run.isFirst = false;
  run.timer = undefined;
  tell();
  clearTimeout(run.checking);
  check(checkContracts(memory));
}

/** So long it decides contracts before it looks whether somebody asks. */
const turnMs = 15;

/** Decides contracts, a turn at a time, and tells the analysis again where they came out otherwise. */
function check(deciding: Generator<void, boolean>): void {
  const endMs = performance.now() + turnMs;
  do {
    const step = deciding.next();
    if (step.done !== true) continue;
    if (step.value) tell();
    return;
  } while (performance.now() < endMs);
  run.checking = setTimeout(() => check(deciding));
}

/** With most letters nothing changes, and the page has no time to find that out for itself. */
function tell(): void {
  const analysis = analyzeDocuments(memory);
  const { problems, possibleVariables, verdicts } = analysis;
  const isNew = (part: keyof Analysis) => !isJsonEqual(analysis[part], told.analysis?.[part]);
  answer({
    kind: 'analysis',
    analysis: {
      ...(isNew('problems') && { problems }),
      ...(isNew('possibleVariables') && { possibleVariables }),
      ...(isNew('verdicts') && { verdicts }),
    },
  });
  told.analysis = analysis;
}

function answer(message: AnalysisAnswer): void {
  self.postMessage(message);
}
