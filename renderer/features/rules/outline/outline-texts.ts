import { unreachable } from '../../../../shared/contract/errors.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { maxConditions } from '../../../../shared/model/rule-defaults.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { isKnownField, suggestField } from '../../../../shared/rules/field-name.ts';
import { operators, saying } from '../../../../shared/rules/operators.ts';
import type { Documents } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { addCondition, type ConditionRef, findCondition } from '../edits/condition-edits.ts';
import { beginCondition, changeDraft, draftsOf, removeDraft } from '../edits/draft-edits.ts';
import { describeEngine } from '../edits/engine-edits.ts';
import { addRuleMemory, swapRuleMemory } from '../edits/memory-edits.ts';
import { findRule, type RuleRef, renameRule } from '../edits/rule-edits.ts';
import { formatCell, parseCell } from '../table/cell-text.ts';
import type { OutlineRow } from './outline-rows.ts';

type Typed = (field: string) => VariableType;

/** What stands in the field when a row is edited; it reads as the row again. */
export function editedText({ engines, layouts }: Documents, row: OutlineRow, typeOf: Typed): string {
  switch (row.kind) {
    case 'engine':
      return engines[row.engineId]?.name ?? '';
    case 'rule':
      return findRule({ engines }, row)?.name ?? '';
    case 'memory':
      return row.memoryId;
    case 'new':
      return '';
    case 'condition': {
      const condition = findRule({ engines }, row)?.when[row.index];
      return condition ? conditionText(condition, typeOf(condition.field)) : '';
    }
    case 'draft': {
      const begun = draftsOf(layouts[row.engineId], row.ruleId)[row.draft];
      return begun ? `${begun.field ?? ''} ${operators[begun.operator].label} `.trimStart() : '';
    }
    default:
      return unreachable(row);
  }
}

const conditionText = ({ field, ...condition }: Condition, type: VariableType): string =>
  `${/\s/.test(field) ? JSON.stringify(field) : field} ${formatCell([condition], type)}`;

export type ReadCondition =
  | { readonly ok: true; readonly field: string; readonly conditions: readonly Condition[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a condition in one line: its variable, then what a cell of the table says of it. The prefix may be left out
 * where `known` has one variable of that name; a variable alone is a condition that is begun.
 */
export function readConditionText(text: string, typeOf: Typed, known: readonly string[]): ReadCondition {
  const [, quoted, bare, rest = ''] = /^\s*(?:("(?:[^"\\]|\\.)*")|(\S+))\s*(.*)$/s.exec(text) ?? [];
  const named = quoted === undefined ? bare : nameIn(quoted);
  if (named === undefined) return { ok: false, reason: t('A condition begins with its variable.') };
  const field = fullName(named, known);
  const parsed = parseCell(rest, typeOf(field));
  if (!parsed.ok) return { ok: false, reason: parsed.reason };
  return { ok: true, field, conditions: parsed.conditions.map(condition => ({ field, ...condition })) };
}

function nameIn(quoted: string): string | undefined {
  try {
    const name: unknown = JSON.parse(quoted);
    return typeof name === 'string' && name.trim() !== '' ? name : undefined;
  } catch {
    // It only looks quoted.
    return undefined;
  }
}

function fullName(name: string, known: readonly string[]): string {
  if (isKnownField(name)) return name;
  const ends = known.filter(field => field.endsWith(`.${name}`));
  return (ends.length === 1 ? ends[0] : undefined) ?? suggestField(name);
}

interface WritingOptions {
  readonly typeOf: Typed;
  readonly known: readonly string[];
}

/** Writes what was typed into a row. Says why it cannot; everything is as it was, then. */
export function writeRow(
  draft: Documents,
  row: OutlineRow,
  text: string,
  options: WritingOptions,
): string | undefined {
  switch (row.kind) {
    case 'engine': {
      const engine = draft.engines[row.engineId];
      if (text.trim() === '') return t('An engine has a name.');
      if (engine) describeEngine(draft, row.engineId, { name: text.trim(), description: engine.description });
      return undefined;
    }
    case 'rule':
      if (text.length > 300) return t('A name has at most {count} letters.', { count: 300 });
      renameRule(draft, row, text);
      return undefined;
    case 'memory':
      return writeMemory(draft, text, id => swapRuleMemory(draft, row, row.memoryId, id));
    case 'condition':
      return writeCondition(draft, row, text, options, conditions => putCondition(draft, row, conditions));
    case 'draft':
      return writeCondition(
        draft,
        row,
        text,
        options,
        conditions => {
          removeDraft(draft, row);
          addConditions(draft, row, conditions);
        },
        field => changeDraft(draft, row, { field }),
      );
    case 'new':
      if (row.what === 'memory') return writeMemory(draft, text, id => addRuleMemory(draft, row, id));
      return writeCondition(
        draft,
        row,
        text,
        options,
        conditions => addConditions(draft, row, conditions),
        field => void beginCondition(draft, row, { field, operator: saying.equal }),
      );
    default:
      return unreachable(row);
  }
}

/** In the place of one; what others keep in it stays. */
function putCondition(draft: Documents, at: ConditionRef, [first, ...more]: readonly Condition[]): void {
  const before = findCondition(draft, at);
  if (!before || !first) return;
  const { value: _value, ...kept } = before;
  findRule(draft, at)?.when.splice(at.index, 1, { ...kept, ...first }, ...more);
}

function addConditions(draft: Documents, at: RuleRef, conditions: readonly Condition[]): void {
  for (const condition of conditions) addCondition(draft, at, condition);
}

function writeMemory(draft: Documents, text: string, put: (id: string) => void): string | undefined {
  const id = text.trim();
  if (draft.memories[id] === undefined) return t('No memory has the id “{id}”.', { id });
  put(id);
  return undefined;
}

function writeCondition(
  draft: Documents,
  at: RuleRef,
  text: string,
  { typeOf, known }: WritingOptions,
  put: (conditions: readonly Condition[]) => void,
  begin?: (field: string) => void,
): string | undefined {
  const read = readConditionText(text, typeOf, known);
  if (!read.ok) return read.reason;
  // What can be begun stands beside the conditions, all else in the place of one.
  const others = (findRule(draft, at)?.when.length ?? 0) - (begin ? 0 : 1);
  if (others + read.conditions.length > maxConditions)
    return t('A rule has at most {count} conditions.', { count: maxConditions });
  if (read.conditions.length > 0) put(read.conditions);
  else if (begin) begin(read.field);
  else return t('A condition says something of its variable: “is planning”, “exists”, “>= 3”.');
  return undefined;
}
