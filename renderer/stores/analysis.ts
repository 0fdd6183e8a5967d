import { create } from 'zustand';
import type { RuleFix } from '../../shared/model/rule-fix.ts';
import type { Analysis, AnalysisAnswer, AnalysisMessage, FixQuestion } from '../worker/protocol.ts';
import { followDocuments } from './follow-documents.ts';
import { shareUnchanged } from './share-unchanged.ts';
import { settling } from './use-settled.ts';

const nothing: Analysis = { problems: [], possibleVariables: [] };

/** What is said about definitions without running them; a moment behind the last edit. */
export const useAnalysis = create<Analysis>()(() => nothing);

type Ask = (question: Omit<FixQuestion, 'number'>) => Promise<RuleFix | null>;
const useAsker = create<{ readonly ask?: Ask }>()(() => ({}));

/** Starts the worker that analyses, beside the one that evaluates; returns how to stop. */
export function followAnalysis(): () => void {
  const worker = new Worker(new URL('../worker/analyze.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (fix: RuleFix | null) => void>();
  const post = (message: AnalysisMessage) => worker.postMessage(message);
  worker.addEventListener('message', ({ data }: MessageEvent<AnalysisAnswer>) => {
    if (data.kind === 'analysis') {
      useAnalysis.setState(before => shareUnchanged(before, data.analysis));
      return;
    }
    waiting.get(data.number)?.(data.fix);
    waiting.delete(data.number);
  });
  const questions = { asked: 0 };
  const ask: Ask = question =>
    new Promise(resolve => {
      questions.asked += 1;
      following.catchUp();
      waiting.set(questions.asked, resolve);
      post({ kind: 'fix', number: questions.asked, ...question });
    });
  // The worker that evaluates comes first: this one waits for a pause anyway.
  const following = followDocuments(changes => post({ kind: 'changes', changes }), settling.later);
  useAsker.setState({ ask });
  return () => {
    following.stop();
    settling.forget(following.catchUp);
    worker.terminate();
    for (const answer of waiting.values()) answer(null); // nobody else will
    useAsker.setState({}, true);
    useAnalysis.setState(nothing);
  };
}

/** The smallest change of a sample that makes a rule fire (R9); null when nobody can tell. */
export async function askRuleFix(question: Omit<FixQuestion, 'number'>): Promise<RuleFix | null> {
  return (await useAsker.getState().ask?.(question)) ?? null;
}
