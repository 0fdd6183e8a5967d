import { useMemo } from 'react';
import type { DraftCondition } from '../../../../shared/model/layout.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { maxConditions } from '../../../../shared/model/rule-defaults.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';
import { edit, editLetter } from '../../../stores/documents.ts';
import { showToast } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import {
  type ConditionRef,
  setConditionField,
  setConditionOperator,
  setConditionValue,
} from '../edits/condition-edits.ts';
import { changeDraft, completeDraft, type DraftRef, settleDraft } from '../edits/draft-edits.ts';
import { addConditionFocus, conditionFocus, requestFocus } from '../focus-request.ts';
import { answerOf } from '../rule-actions.ts';

/** Whether it is only begun. */
export const isDraftRef = (at: ConditionRef | DraftRef): at is DraftRef => 'draft' in at;

/** What the row's controls do; the same functions as long as it is the same condition. */
export function useConditionEdits(at: ConditionRef | DraftRef, index: number) {
  return useMemo(
    () => (isDraftRef(at) ? draftEdits(at, index) : { ...conditionEdits(at), settle: undefined }),
    [at, index],
  );
}

/** Only what is begun takes whole conditions. */
const nothing = (_conditions: readonly Condition[], _isEnter: boolean): void => {};

function conditionEdits(at: ConditionRef) {
  const key = `${at.engineId}/${at.ruleId}/${at.index}`;
  const setField = (next: string) =>
    edit(t('change field'), draft => setConditionField(draft, at, next), `field/${key}`);
  return {
    setField,
    chooseField: setField,
    setConditions: nothing,
    setOperator: (next: Operator) =>
      edit(t('change operator'), draft => setConditionOperator(draft, at, next)),
    setValue: (next: unknown) =>
      editLetter(t('change value'), draft => setConditionValue(draft, at, next), `value/${key}`),
  };
}

/** What is said of a draft makes it no condition yet: leaving it, Enter and choosing do. */
function draftEdits(at: DraftRef, index: number) {
  const key = `draft/${at.engineId}/${at.ruleId}/${at.draft}`;
  const place = index - at.draft;
  // A control may tell a value once more after it was chosen: by then it is that of a condition.
  const complete: { edits?: ReturnType<typeof conditionEdits> } = {};
  const change = (next: Partial<DraftCondition>) =>
    edit(t('change condition'), draft => changeDraft(draft, at, next), key);
  const settle = () => {
    if (complete.edits || !answerOf(t('complete condition'), draft => settleDraft(draft, at), key)) return;
    complete.edits = conditionEdits({ ...at, index: place });
    // It stands before other drafts now, and the focus goes with it.
    if (at.draft > 0 && rowOf(document.activeElement) === index) requestFocus(conditionFocus(place, 'value'));
  };
  return {
    setField(field: string) {
      if (complete.edits) return complete.edits.setField(field);
      change({ field });
      settle();
    },
    chooseField(field: string) {
      if (complete.edits) return complete.edits.setField(field);
      change({ field });
      settle();
      requestFocus(complete.edits ? addConditionFocus : conditionFocus(index, 'value'));
    },
    setConditions(conditions: readonly Condition[], isEnter: boolean) {
      const added = answerOf(t('add condition'), draft => completeDraft(draft, at, conditions), key) ?? 0;
      if (added < conditions.length)
        showToast({ kind: 'error', message: tooMany(conditions.length - added) });
      if (isEnter) requestFocus(addConditionFocus);
    },
    setOperator(operator: Operator) {
      if (complete.edits) return complete.edits.setOperator(operator);
      change({ operator });
      settle();
    },
    setValue: (value: unknown) =>
      complete.edits
        ? complete.edits.setValue(value)
        : editLetter(t('change condition'), draft => changeDraft(draft, at, { value }), key),
    settle,
  };
}

const tooMany = (left: number): string =>
  t('A rule has at most {count} conditions: {left} of these had no room.', { count: maxConditions, left });

/** Which row of the list an element stands in. */
const rowOf = (element: Element | null): number =>
  Number(element?.closest('[data-testid^="condition-"]')?.getAttribute('data-testid')?.slice(10));
