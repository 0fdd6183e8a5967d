import type { EvaluationUpdate } from '../worker/protocol.ts';
import type { Told } from './document-changes.ts';
import type { EvaluationResults } from './evaluation-results.ts';

interface AnswerAtOnce {
  /** Loads what evaluates, for who is about to type. */
  readonly prepare: () => Promise<void>;
  /**
   * The answer to an edit of one rule, where that is quick; `results` are those of `told`. Undefined for all other
   * edits, and until what evaluates is there.
   */
  readonly answer: (results: EvaluationResults, told: Told, now: Told) => EvaluationUpdate | undefined;
  /** Answers for nobody, so that the first letter waits for nothing that comes once: samples to read, patterns to compile. */
  readonly rehearse: (results: EvaluationResults, now: Told, engineId: string, ruleId: string) => void;
}

type Part = ReturnType<typeof import('./answer-edit.ts').createAnswerToEdit>;

/** Evaluates an edit on the page itself. What it needs comes when it is needed, so that opening a project waits for none of it. */
export function createAnswerAtOnce(): AnswerAtOnce {
  const part: { answers?: Part; loading?: Promise<void> } = {};
  const load = async () => {
    const { createAnswerToEdit } = await import('./answer-edit.ts');
    part.answers = createAnswerToEdit();
  };
  const prepare = () => {
    part.loading ??= load().catch(() => undefined); // the worker answers as well, a frame later
    return part.loading;
  };
  return {
    prepare,
    answer(results, told, now) {
      // A project that is opened, and a choice of sample, are no edits.
      if (told.saved === now.saved && told.current === now.current) void prepare();
      return part.answers?.toEdit(results, told, now);
    },
    rehearse: (...asked) => part.answers?.rehearse(...asked),
  };
}
