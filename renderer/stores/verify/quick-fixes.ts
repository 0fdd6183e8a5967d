import { freshMemory } from '../../../shared/memory-starts/memory-start.ts';
import { isId } from '../../../shared/model/id-name.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Condition, ContextRule } from '../../../shared/model/rule.ts';
import { isRuleEnabled, maxConditions } from '../../../shared/model/rule-defaults.ts';
import type { PossibleVariable } from '../../../shared/model/variable.ts';
import { undelimited } from '../../../shared/rules/delimited-pattern.ts';
import { isKnownField, suggestField } from '../../../shared/rules/field-name.ts';
import { numericValue } from '../../../shared/rules/numeric-value.ts';
import { insteadOfNull, operators, saying } from '../../../shared/rules/operators.ts';
import { capitalized } from '../../../shared/words.ts';
import { t, told } from '../../texts/texts.ts';
import { deleteRules } from '../delete-rules.ts';
import { type Documents, findRule, type RuleRef } from '../history.ts';
import type { StudioProblem } from '../problems.ts';

/** One way to mend a problem, as one undoable step. */
export interface QuickFix {
  /** Names the button and the undo step. */
  readonly label: string;
  readonly recipe: (draft: Documents) => void;
  /** The rule that goes by it: what names that is said first. */
  readonly deletes?: RuleRef;
}

type VariableType = PossibleVariable['type'];
type Types = ReadonlyMap<string, VariableType>;

/** What one press can do about a problem, the likeliest first. None where only the author can know. */
export function quickFixes(problem: StudioProblem, documents: Documents, types: Types): QuickFix[] {
  if (problem.kind !== 'engines' || problem.ruleId === undefined) return [];
  const at: RuleRef = { engineId: problem.id, ruleId: problem.ruleId };
  const rule = findRule(documents, at);
  if (!rule) return [];
  const condition = problem.condition === undefined ? undefined : rule.when[problem.condition];
  switch (problem.code) {
    case 'duplicate':
    case 'subsumed':
    case 'never-fires':
      return [...muting(at, rule), deleting(at)];
    case 'unknown-memory':
      return (problem.memories ?? []).flatMap(id => [
        ...creatingMemory(id, documents),
        removingMemory(at, id),
      ]);
    default:
      return condition && problem.condition !== undefined
        ? conditionFixes(problem.code, { ...at, condition, index: problem.condition }, rule, types)
        : [];
  }
}

interface ConditionPlace extends RuleRef {
  readonly condition: Condition;
  readonly index: number;
}

function conditionFixes(code: string, at: ConditionPlace, rule: ContextRule, types: Types): QuickFix[] {
  const { field, operator, value } = at.condition;
  switch (code) {
    case 'fires-on-missing':
      return rule.when.length < maxConditions ? [askingForExistence(at)] : [];
    case 'unknown-field': {
      const meant = isKnownField(field) ? 'input.text' : suggestField(field);
      return [{ label: t('Write {meant}', { meant }), recipe: changing(at, { field: meant }) }];
    }
    case 'delimited-pattern':
      return writingPattern(at);
    case 'null-constant': {
      const verdict = operators[operator].constant?.(value ?? null);
      if (!verdict) return [];
      const instead = insteadOfNull(verdict);
      const recipe = changing(at, { operator: instead, value: undefined });
      return [{ label: t('Use {operators}', { operators: told(operators[instead].label) }), recipe }];
    }
    case 'type-mismatch': {
      const meant = constantOfType(value, types.get(field) ?? 'unknown');
      return meant ? [{ label: meant.label, recipe: changing(at, { value: meant.value }) }] : [];
    }
    default:
      return [];
  }
}

function writingPattern(at: ConditionPlace): QuickFix[] {
  const { value } = at.condition;
  const meant = typeof value === 'string' ? undelimited(value) : undefined;
  return meant === undefined
    ? []
    : [{ label: t('Write {meant}', { meant }), recipe: changing(at, { value: meant }) }];
}

/** The rule then fires only where the variable is there; the question stands before the one it makes safe. */
function askingForExistence(at: ConditionPlace): QuickFix {
  const { field } = at.condition;
  return {
    label: t('Add "{field} exists"', { field }),
    recipe: draft => {
      const rule = findRule(draft, at);
      if (isUnchanged(rule, at)) rule?.when.splice(at.index, 0, { field, operator: saying.given });
    },
  };
}

function muting(at: RuleRef, rule: ContextRule): QuickFix[] {
  if (!isRuleEnabled(rule)) return [];
  const recipe = (draft: Documents) => {
    const muted = findRule(draft, at);
    if (muted) muted.enabled = false;
  };
  return [{ label: t('Mute rule'), recipe }];
}

function deleting(at: RuleRef): QuickFix {
  return {
    label: t('Delete rule'),
    deletes: { engineId: at.engineId, ruleId: at.ruleId },
    recipe: draft => deleteRules(draft, at.engineId, [at.ruleId]),
  };
}

function creatingMemory(id: string, documents: Documents): QuickFix[] {
  const taken = Object.keys(documents.memories).some(known => known.toLowerCase() === id.toLowerCase());
  if (!isId(id) || taken) return [];
  return [
    {
      label: t('Create memory {id}', { id }),
      recipe: draft => {
        draft.memories[id] = emptyMemory(id);
      },
    },
  ];
}

/** With a text of its own to fill in. */
function emptyMemory(id: string): PersistentMemory {
  const words = id.replace(/[-_]+/g, ' ').trim();
  const label = capitalized(words);
  return freshMemory(id, label, [{ type: 'static', params: { items: [] } }]);
}

function removingMemory(at: RuleRef, id: string): QuickFix {
  return {
    label: t('Remove {id} from the rule', { id }),
    recipe: draft => {
      const rule = findRule(draft, at);
      if (rule) rule.then.add_memories = rule.then.add_memories.filter(memory => memory !== id);
    },
  };
}

/** Changes the condition that the problem spoke of, if it is still there. */
function changing(
  at: ConditionPlace,
  change: { field?: string; operator?: Condition['operator']; value?: unknown },
): QuickFix['recipe'] {
  return draft => {
    const rule = findRule(draft, at);
    const condition = rule?.when[at.index];
    if (!condition || !isUnchanged(rule, at)) return;
    Object.assign(condition, change);
    if (condition.value === undefined) delete condition.value;
  };
}

function isUnchanged(rule: ContextRule | undefined, { condition, index }: ConditionPlace): boolean {
  const now = rule?.when[index];
  return now?.field === condition.field && now.operator === condition.operator;
}

interface MeantConstant {
  readonly label: string;
  readonly value: unknown;
}

const typeWords: Partial<Record<VariableType, readonly [one: string, many: string]>> = {
  number: [t('Make it a number'), t('Make them numbers')],
  string: [t('Make it a text'), t('Make them texts')],
  boolean: [t('Make it true or false'), t('Make them true or false')],
};

/** The constant in the type its variable has, where nothing that was written is lost; 5 is not "5". */
export function constantOfType(value: unknown, type: VariableType): MeantConstant | undefined {
  const label = typeWords[type];
  if (!label) return undefined;
  if (!Array.isArray(value)) {
    const meant = scalarOfType(value, type);
    return meant === undefined ? undefined : { label: label[0], value: meant };
  }
  const meant = value.map(element => scalarOfType(element, type));
  return meant.includes(undefined) ? undefined : { label: label[1], value: meant };
}

function scalarOfType(value: unknown, type: VariableType): unknown {
  if (type === 'number') return numericValue(value);
  if (type === 'string') return typeof value === 'object' || value === undefined ? undefined : String(value);
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
