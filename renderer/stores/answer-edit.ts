import type { ContextRule } from '../../shared/model/rule.ts';
import { createAtOnce } from '../worker/evaluate-at-once.ts';
import type { EvaluationUpdate } from '../worker/protocol.ts';
import type { Told } from './document-changes.ts';
import type { EvaluationResults } from './evaluation-results.ts';
import { findRule } from './history.ts';

interface EditedRule {
  readonly engineId: string;
  readonly rule: ContextRule;
}

/** The one rule that differs, where nothing else does and it stands where it stood; undefined else. */
export function onlyEditedRule(told: Told, now: Told): EditedRule | undefined {
  const { engines, memories, samples } = told.working;
  if (memories !== now.working.memories || samples !== now.working.samples) return undefined;
  if (told.saved !== now.saved || told.current !== now.current) return undefined;
  const changed = Object.entries(now.working.engines).filter(([id, engine]) => engines[id] !== engine);
  const [[engineId, after] = ['', undefined], ...others] = changed;
  const before = engines[engineId];
  if (!after?.enabled || !before?.enabled || others.length > 0) return undefined;
  if (Object.keys(engines).length !== Object.keys(now.working.engines).length) return undefined;
  if (before.rules.length !== after.rules.length) return undefined;
  const [rule, ...more] = after.rules.filter((one, place) => before.rules[place] !== one);
  const old = rule && before.rules[after.rules.indexOf(rule)];
  const isInPlace = old?.id === rule?.id && old?.priority === rule?.priority;
  return rule && isInPlace && more.length === 0 ? { engineId, rule } : undefined;
}

/** What the page answers itself. */
export function createAnswerToEdit(evaluate = createAtOnce()) {
  return {
    /** `results` are those of `told`. */
    toEdit(results: EvaluationResults, told: Told, now: Told): EvaluationUpdate | undefined {
      const edited = onlyEditedRule(told, now);
      return edited && answerOf(evaluate, results, now, edited);
    },
    /** With the rule that was chosen, or any where none was. */
    rehearse(results: EvaluationResults, now: Told, engineId: string, ruleId: string): void {
      const chosen = findRule(now.working, { engineId, ruleId });
      const edited = chosen ? { engineId, rule: chosen } : anyRule(now);
      if (!edited) return;
      answerOf(evaluate, results, now, edited);
      answerOf(evaluate, results, now, { ...edited, rule: withAnotherLetter(edited.rule) });
    },
  };
}

function anyRule({ working: { engines } }: Told): EditedRule | undefined {
  const engine = Object.values(engines).find(({ enabled, rules }) => enabled && rules.length > 0);
  const rule = engine?.rules[0];
  return rule && { engineId: engine.id, rule };
}

/** A letter on, a condition mostly fails, and to say why is a work of its own. */
const withAnotherLetter = (rule: ContextRule): ContextRule => ({
  ...rule,
  when: rule.when.map(condition =>
    typeof condition.value === 'string' ? { ...condition, value: `${condition.value}x` } : condition,
  ),
});

function answerOf(
  evaluate: ReturnType<typeof createAtOnce>,
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
