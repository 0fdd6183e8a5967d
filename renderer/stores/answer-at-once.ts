import type { EvaluationUpdate } from '../worker/protocol.ts';
import { type EditedRule, onlyEditedRule, type Told } from './document-changes.ts';
import type { EvaluationResults } from './evaluation-results.ts';

export interface AnswerAtOnce {
  /** Loads what evaluates, for who is about to type. */
  readonly prepare: () => Promise<void>;
  /**
   * The answer to an edit of one rule, where that is quick; `results` are those of `told`. Undefined for all other
   * edits, and until what evaluates is there.
   */
  readonly answer: (results: EvaluationResults, told: Told, now: Told) => EvaluationUpdate | undefined;
}

type Evaluate = ReturnType<typeof import('../worker/evaluate-at-once.ts').createAtOnce>;

/** Evaluates an edit on the page itself. What it needs comes when it is needed, so that opening a project waits for none of it. */
export function createAnswerAtOnce(): AnswerAtOnce {
  const part: { evaluate?: Evaluate; loading?: Promise<void> } = {};
  const load = async () => {
    const { createAtOnce } = await import('../worker/evaluate-at-once.ts');
    part.evaluate = createAtOnce();
  };
  const prepare = () => {
    part.loading ??= load().catch(() => undefined); // the worker answers as well, a frame later
    return part.loading;
  };
  return {
    prepare,
    answer(results, told, now) {
      const edited = onlyEditedRule(told, now);
      if (!edited) return undefined;
      void prepare();
      return part.evaluate && answerOf(part.evaluate, results, now, edited);
    },
  };
}

function answerOf(
  evaluate: Evaluate,
  { engines, sampleIds }: EvaluationResults,
  { working, current: currentId }: Told,
  { engineId, rule }: EditedRule,
): EvaluationUpdate | undefined {
  const outcome = engines[engineId];
  const row = outcome?.rows.get(rule.id);
  // Two rules of one id are in one row: which of them it shows is the worker's to say.
  if (!row || outcome?.order.length !== outcome?.rows.size) return undefined;
  const samples = sampleIds.flatMap(id => working.samples[id] ?? []);
  const current = samples.findIndex(({ id }) => id === currentId);
  if (samples.length !== sampleIds.length || current < 0) return undefined;
  const update = evaluate({ rule, samples, current, saved: row.saved });
  return update && { engines: { [engineId]: update } };
}
