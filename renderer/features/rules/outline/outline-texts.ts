import { unreachable } from '../../../../shared/contract/errors.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { maxConditions } from '../../../../shared/model/rule-defaults.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { operators, saying } from '../../../../shared/rules/operators.ts';
import { type Documents, findRule, type RuleRef } from '../../../stores/history.ts';
import { longestName } from '../../../stores/next-name.ts';
import { t, told } from '../../../texts/texts.ts';
import { addCondition, type ConditionRef, findCondition } from '../edits/condition-edits.ts';
import { beginCondition, changeDraft, draftsOf, removeDraft } from '../edits/draft-edits.ts';
import { describeEngine } from '../edits/engine-edits.ts';
import { addRuleMemory, swapRuleMemory } from '../edits/memory-edits.ts';
import { renameRule } from '../edits/rule-edits.ts';
import { formatCell, readConditionText, type Typed, typeBeside } from '../values/condition-text.ts';
import type { OutlineRow } from './outline-rows.ts';

/** What stands in the field when a row is edited; it reads as the row again. */
export function editedText({ engines, layouts }: Documents, row: OutlineRow, typeOf: Typed): string {
  switch (row.kind) {
    case 'engine':
      return engines[row.engineId]?.name ?? '';
    case 'rule':
      return findRule({ engines, layouts }, row)?.name ?? '';
    case 'memory':
      return row.memoryId;
    case 'new':
      return '';
    case 'condition': {
      const condition = findRule({ engines }, row)?.when[row.index];
      return condition ? conditionText(condition, typeBeside([condition], typeOf(condition.field))) : '';
    }
    case 'draft': {
      const begun = draftsOf(layouts[row.engineId], row.ruleId)[row.draft];
      // Without a variable in front its operator would be read as one.
      return begun?.field ? `${fieldText(begun.field)} ${told(operators[begun.operator].label)} ` : '';
    }
    default:
      return unreachable(row);
  }
}

const conditionText = ({ field, ...condition }: Condition, type: VariableType): string =>
  `${fieldText(field)} ${formatCell([condition], type)}`;

const fieldText = (field: string): string => (/\s/.test(field) ? JSON.stringify(field) : field);

interface WritingOptions {
  readonly typeOf: Typed;
  readonly known: readonly string[];
  /** As all was when the row's field was opened. */
  readonly seen: Documents;
}

/** Writes what was typed into a row, where it differs from what stood there. Says why it cannot; everything is as it was, then. */
export function writeRow(
  draft: Documents,
  row: OutlineRow,
  text: string,
  options: WritingOptions,
): string | undefined {
  const [before, now] = [options.seen, draft].map(documents => editedText(documents, row, options.typeOf));
  if (text === before) return undefined;
  if (now !== before && now !== undefined)
    return t('It became “{now}” elsewhere meanwhile. Enter replaces that.', { now });
  return putText(draft, row, text, options);
}

const tooLong = (): string => t('A name has at most {count} letters.', { count: longestName });

type ReadingOptions = Omit<WritingOptions, 'seen'>;

function putText(
  draft: Documents,
  row: OutlineRow,
  text: string,
  options: ReadingOptions,
): string | undefined {
  switch (row.kind) {
    case 'engine': {
      const engine = draft.engines[row.engineId];
      if (text.trim() === '') return t('An engine has a name.');
      if (text.trim().length > longestName) return tooLong();
      if (engine) describeEngine(draft, row.engineId, { name: text.trim(), description: engine.description });
      return undefined;
    }
    case 'rule':
      if (text.length > longestName) return tooLong();
      renameRule(draft, row, text);
      return undefined;
    case 'memory':
      return writeMemory(draft, text, id => swapRuleMemory(draft, row, row.memoryId, id));
    case 'condition':
      return writeCondition(draft, row, text, besideCondition(draft, row, options), conditions =>
        putCondition(draft, row, conditions),
      );
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

/** What is written in the place of a condition is read as that one was. */
function besideCondition(draft: Documents, at: ConditionRef, options: ReadingOptions): ReadingOptions {
  const before = findCondition(draft, at);
  const typeOf = (field: string) =>
    typeBeside(before?.field === field ? [before] : [], options.typeOf(field));
  return { ...options, typeOf };
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
  { typeOf, known }: ReadingOptions,
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
