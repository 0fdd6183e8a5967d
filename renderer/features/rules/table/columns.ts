import { isJsonEqual } from '../../../../shared/model/json.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { isRuleEnabled, maxConditions, rulePriority } from '../../../../shared/model/rule-defaults.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { type Documents, findRule, type RuleRef } from '../../../stores/history.ts';
import { isDraft } from '../../../stores/layouts.ts';
import { t } from '../../../texts/texts.ts';
import { splitList } from '../../../ui/split-list.ts';
import { addCondition } from '../edits/condition-edits.ts';
import { conditionsOn, renameRule, setRuleMuted, setRulePriority, setRuleTags } from '../edits/rule-edits.ts';
import { type CellCondition, formatCell, parseCell, typeBeside } from '../values/condition-text.ts';

/** A column of the table: what its cells say of a rule, and what writing into one does. */
export interface Column {
  readonly id: string;
  readonly title: string;
  /** The variable it is about. */
  readonly field?: string;
  readonly read: (rule: ContextRule) => string;
  /** What is sorted by instead of the text. */
  readonly rank?: (rule: ContextRule) => number;
  /** Says why the text cannot be read; the rule is as it was, then. */
  readonly write: (draft: Documents, at: RuleRef, text: string) => string | undefined;
}

const ownColumns = {
  name: {
    title: t('Rule'),
    read: ({ name }) => name,
    write: (draft, at, text) => {
      if (text.length > 300) return t('A name has at most 300 letters.');
      renameRule(draft, at, text);
      return undefined;
    },
  },
  priority: {
    title: t('Priority'),
    read: rule => String(rulePriority(rule)),
    rank: rulePriority,
    write: (draft, at, text) => {
      const priority = text.trim() === '' ? 0 : numericValue(text);
      if (priority === undefined) return t('“{text}” is no number.', { text });
      setRulePriority(draft, at, priority);
      return undefined;
    },
  },
  state: {
    title: t('State'),
    read: rule => t(isDraft(rule) ? 'draft' : isRuleEnabled(rule) ? 'on' : 'muted'),
    write: (draft, at, text) => {
      const state = text.trim().toLowerCase();
      const isOn = ['on', t('on')].includes(state);
      if (!isOn && !['muted', 'draft', t('muted'), t('draft').toLowerCase()].includes(state))
        return t('A rule is “on” or “muted”, not “{text}”.', { text });
      setRuleMuted(draft, at, !isOn);
      return undefined;
    },
  },
  memories: {
    title: t('Adds'),
    read: rule => rule.then.add_memories.join(', '),
    write: (draft, at, text) => {
      const ids = [...new Set(splitList(text))];
      const known = new Set([
        ...Object.keys(draft.memories),
        ...(findRule(draft, at)?.then.add_memories ?? []),
      ]);
      const unknown = ids.find(id => !known.has(id));
      if (unknown !== undefined) return t('No memory has the id “{unknown}”.', { unknown });
      const rule = findRule(draft, at);
      if (rule) rule.then.add_memories = ids;
      return undefined;
    },
  },
  tags: {
    title: t('Tags'),
    read: rule => rule.tags?.join(', ') ?? '',
    write: (draft, at, text) => {
      setRuleTags(draft, at, [...new Set(splitList(text))]);
      return undefined;
    },
  },
} as const satisfies Record<string, Omit<Column, 'id'>>;

/** What every rule has, then one column for each variable that the rules ask for, the most asked for first, then the rest. */
export function columnsOf(engine: ContextRuleEngine, typeOf: (field: string) => VariableType): Column[] {
  const own = (id: keyof typeof ownColumns): Column => ({ id, ...ownColumns[id] });
  return [
    own('name'),
    own('priority'),
    own('state'),
    ...fieldsOf(engine).map(([field, asked]) => fieldColumn(field, typeBeside(asked, typeOf(field)))),
    own('memories'),
    own('tags'),
  ];
}

function fieldsOf({ rules }: ContextRuleEngine): [field: string, asked: readonly Condition[]][] {
  const conditions = rules.flatMap(rule => rule.when);
  const asked = Map.groupBy(conditions, ({ field }) => field);
  return [...asked].sort((left, right) => right[1].length - left[1].length);
}

function fieldColumn(field: string, type: VariableType): Column {
  return {
    id: `field:${field}`,
    title: field.replace(/^(?:addVar|scope)\./, ''),
    field,
    read: rule => formatCell(conditionsOn(rule, field), type),
    write: (draft, at, text) => {
      const parsed = parseCell(text, type);
      if (!parsed.ok) return parsed.reason;
      const rule = findRule(draft, at);
      if (!rule) return t('The rule is gone.');
      const before = conditionsOn(rule, field);
      if (rule.when.length - before.length + parsed.conditions.length > maxConditions)
        return t('A rule has at most {maxConditions} conditions.', { maxConditions });
      const kept = parsed.conditions.map((said, index) => {
        const replaced = before[index];
        const isGone = replaced && !parsed.conditions.some(other => saysSame(replaced, other));
        const { value: _value, ...others } = isGone ? replaced : {};
        return before.find(other => saysSame(other, said)) ?? { ...others, field, ...said };
      });
      const place = rule.when.findIndex(condition => condition.field === field);
      const [first] = kept;
      // The first condition of a draft makes it a rule that is heard.
      if (place < 0 && isDraft(rule) && first) {
        addCondition(draft, at, first);
        rule.when.push(...kept.slice(1));
        return undefined;
      }
      const others = rule.when.filter(condition => condition.field !== field);
      const at0 = place < 0 ? others.length : place;
      rule.when = [...others.slice(0, at0), ...kept, ...others.slice(at0)];
      return undefined;
    },
  };
}

const saysSame = (one: CellCondition, other: CellCondition): boolean =>
  one.operator === other.operator && isJsonEqual(one.value, other.value);

/** A text for a cell. */
export interface CellText {
  readonly ruleId: string;
  readonly column: Column;
  readonly text: string;
  /** What the cell said when somebody began to type into it. */
  readonly seen?: string;
}

export interface RefusedCell extends CellText {
  readonly reason: string;
}

/** Writes cells; those that cannot be read, or became others than was seen, stay as they are and are told. */
export function writeCells(draft: Documents, engineId: string, cells: readonly CellText[]): RefusedCell[] {
  return cells.flatMap(cell => {
    const at = { engineId, ruleId: cell.ruleId };
    const rule = findRule(draft, at);
    const { seen, text } = cell;
    const now = rule && cell.column.read(rule);
    if (now === undefined || now === text || seen === text) return [];
    const reason =
      seen === undefined || seen === now
        ? cell.column.write(draft, at, text)
        : t('It became “{now}” elsewhere meanwhile. Enter replaces that.', { now });
    return reason === undefined ? [] : [{ ...cell, reason }];
  });
}
