import type { EvaluationUpdate } from '../worker/protocol.ts';
import { onlyEditedRule, type Told } from './document-changes.ts';
import type { EvaluationResults } from './evaluation-results.ts';

type AnswerAtOnce = (results: EvaluationResults, told: Told, now: Told) => EvaluationUpdate | undefined;

type Evaluate = ReturnType<typeof import('../worker/evaluate-at-once.ts').createAtOnce>;

/**
 * Evaluates an edit of one rule on the page, where that is quick. `results` are those of `told`. What evaluates comes
 * with the first edit, so that opening a project does not wait for it; until then, and for all other edits, the answer
 * is undefined.
 */
export function createAnswerAtOnce(): AnswerAtOnce {
  const part: { isAsked: boolean; evaluate?: Evaluate } = { isAsked: false };
  const load = async () => {
    part.isAsked = true;
    const { createAtOnce } = await import('../worker/evaluate-at-once.ts');
    part.evaluate = createAtOnce();
  };
  return (results, told, now) => {
    const edited = onlyEditedRule(told, now);
    if (!edited) return undefined;
    if (!part.isAsked) load().catch(() => undefined); // the worker answers as well, a frame later
    const { engineId, rule } = edited;
    const outcome = results.engines[engineId];
    const row = outcome?.rows.get(rule.id);
    // Two rules of one id are in one row: which of them it shows is the worker's to say.
    if (!part.evaluate || !row || outcome?.order.length !== outcome?.rows.size) return undefined;
    const samples = results.sampleIds.flatMap(id => now.working.samples[id] ?? []);
    const current = samples.findIndex(({ id }) => id === now.current);
    if (samples.length !== results.sampleIds.length || current < 0) return undefined;
    const update = part.evaluate({ rule, samples, current, saved: row.saved });
    return update && { engines: { [engineId]: update } };
  };
}
