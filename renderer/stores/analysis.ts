import { create } from 'zustand';
import type { RuleFix } from '../../shared/model/rule-fix.ts';
import type {
  Analysis,
  AnalysisAnswer,
  AnalysisMessage,
  FixQuestion,
  RuleState,
  StatesQuestion,
} from '../worker/protocol.ts';
import { followDocuments } from './follow-documents.ts';
import { shareUnchanged } from './share-unchanged.ts';
import { settling } from './use-settled.ts';

/** Null when the worker has gone. */
type AnswerToOne = Exclude<AnalysisAnswer, { readonly kind: 'analysis' }> | null;

/** Without problems is also what nobody has judged. */
interface Judged extends Analysis {
  readonly isJudged?: true;
}

const nothing: Judged = { problems: [], possibleVariables: [], verdicts: {} };

/** What is said about definitions without running them; a moment behind the last edit. */
export const useAnalysis = create<Judged>()(() => nothing);

type Ask<Question, Answer> = (question: Omit<Question, 'number'>) => Promise<Answer | null>;
interface Askers {
  readonly fix?: Ask<FixQuestion, RuleFix>;
  readonly states?: Ask<StatesQuestion, readonly RuleState[]>;
}
const useAskers = create<Askers>()(() => ({}));

/** Starts the worker that analyses, beside the one that evaluates; returns how to stop. */
export function followAnalysis(): () => void {
  const worker = new Worker(new URL('../worker/analyze.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (answer: AnswerToOne) => void>();
  const post = (message: AnalysisMessage) => worker.postMessage(message);
  worker.addEventListener('message', ({ data }: MessageEvent<AnalysisAnswer>) => {
    if (data.kind === 'analysis') {
      useAnalysis.setState(before => shareUnchanged(before, { ...before, ...data.analysis, isJudged: true }));
      return;
    }
    waiting.get(data.number)?.(data);
    waiting.delete(data.number);
  });
  const questions = { asked: 0 };
  const ask = (toMessage: (number: number) => AnalysisMessage): Promise<AnswerToOne> =>
    new Promise(resolve => {
      questions.asked += 1;
      following.catchUp();
      waiting.set(questions.asked, resolve);
      post(toMessage(questions.asked));
    });
  // The worker that evaluates comes first: this one waits for a pause anyway.
  const following = followDocuments(changes => post({ kind: 'changes', changes }), settling.later);
  useAskers.setState({
    fix: async question => {
      const answer = await ask(number => ({ kind: 'fix', number, ...question }));
      return answer?.kind === 'fix' ? answer.fix : null;
    },
    states: async question => {
      const answer = await ask(number => ({ kind: 'states', number, ...question }));
      return answer?.kind === 'states' ? answer.states : null;
    },
  });
  return () => {
    following.stop();
    settling.forget(following.catchUp);
    worker.terminate();
    for (const answer of waiting.values()) answer(null); // nobody else will
    useAskers.setState({}, true);
    useAnalysis.setState(nothing, true);
  };
}

/** The smallest change of a sample that makes a rule fire; null when nobody can tell. */
export async function askRuleFix(question: Omit<FixQuestion, 'number'>): Promise<RuleFix | null> {
  return (await useAskers.getState().fix?.(question)) ?? null;
}

/** Asks how a rule ends in samples; undefined while nobody can tell. */
export const useRuleStatesAsker = (): Askers['states'] => useAskers(state => state.states);
