import { ArrowDown, ArrowUp, PencilLine, Trash2 } from 'lucide-react';
import { memo, useMemo } from 'react';
import { isMissing } from '../../../../shared/model/json.ts';
import type { DraftCondition } from '../../../../shared/model/layout.ts';
import { variableTypeOf } from '../../../../shared/model/variable-type.ts';
import { lackOf } from '../../../../shared/rules/draft-condition.ts';
import { openDialog } from '../../../stores/dialogs.ts';
import { type DocumentsState, edit, useDocumentsAtOnce } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { rulePlace } from '../../../stores/places.ts';
import { shownRule } from '../../../stores/rules-of-engine.ts';
import { useSeenValues } from '../../../stores/seen-values.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FieldPlace } from '../../../ui/field-place.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { OperatorSelect } from '../../../ui/OperatorSelect.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { type ConditionRef, moveCondition, removeCondition } from '../edits/condition-edits.ts';
import { type DraftRef, draftsOf, removeDraft } from '../edits/draft-edits.ts';
import { addConditionFocus, conditionFocus, requestFocus } from '../focus-request.ts';
import { findMismatch } from '../values/find-mismatch.ts';
import { ConditionOutcome, ConditionReason } from './ConditionOutcome.tsx';
import styles from './ConditionRow.module.css';
import { isDraftRef, useConditionEdits } from './condition-row-edits.ts';
import { FieldControl } from './FieldControl.tsx';
import { FixLine } from './FixLine.tsx';
import { ValueControl } from './ValueControl.tsx';
import type { ValueControlProps } from './value-control-props.ts';

interface ConditionMenuProps {
  readonly at: ConditionRef | DraftRef;
  readonly index: number;
  readonly field: string;
  /** How many conditions the rule has. */
  readonly count: number;
}

/** What can be done to a condition as a whole; one that is only begun has no place among the others yet. */
const ConditionMenu = memo(function ConditionMenu({ at, index, field, count }: ConditionMenuProps) {
  const move = (by: -1 | 1) =>
    !isDraftRef(at) && edit(t('move condition'), draft => moveCondition(draft, at, by));
  const isFixed = isDraftRef(at);
  return (
    <Menu
      entries={[
        {
          id: 'up',
          label: t('Move up'),
          icon: ArrowUp,
          disabled: isFixed || index === 0,
          run: () => move(-1),
        },
        {
          id: 'down',
          label: t('Move down'),
          icon: ArrowDown,
          disabled: isFixed || index === count - 1,
          run: () => move(1),
        },
        'separator',
        {
          id: 'rename',
          label: t('Rename the variable everywhere…'),
          icon: PencilLine,
          disabled: field === '',
          run: () => openDialog({ kind: 'renameVariable', field }),
        },
        {
          id: 'remove',
          label: t('Remove condition'),
          icon: Trash2,
          tone: 'danger',
          run: () =>
            edit(t('remove condition'), draft =>
              isDraftRef(at) ? removeDraft(draft, at) : removeCondition(draft, at),
            ),
        },
      ]}
      name={t('More for condition {index}', { index: index + 1 })}
    />
  );
});

interface ConditionRowProps {
  readonly rule: RuleRef;
  readonly index: number;
  readonly condition: DraftCondition;
  /** How many conditions the rule has. */
  readonly count: number;
}

/** What a field has room for beside its operator, in the inspector as wide as it is by itself. */
const fieldLetters = 15;

/**
 * One condition: field, operator, value, and at the right end what the sample has and how it ended. Its parts are told
 * the same things while only the value is typed, so that only the value is drawn again. Behind the conditions stand
 * those that are only begun: the same row, so that the focus stays where it is when one is complete.
 */
export const ConditionRow = memo(function ConditionRow({ rule, index, condition, count }: ConditionRowProps) {
  const { field = '', operator, value } = condition;
  const isBegun = index >= count;
  // A draft behind others stands before them once it is complete.
  const isLast = index >= count - 1 && index <= count;
  const at = useMemo(
    () => (isBegun ? { ...rule, draft: index - count } : { ...rule, index }),
    [rule, index, count, isBegun],
  );
  const actual = useEvaluations(state => state.variables.get(field));
  const known = usePossibleVariables().find(variable => variable.name === field);
  const type =
    known && known.type !== 'unknown' ? known.type : isMissing(actual) ? 'unknown' : variableTypeOf(actual);
  const seen = useSeenValues()(field);
  const mismatch = isBegun ? undefined : findMismatch({ operator, value, actual, type });
  const { setField, chooseField, setConditions, setOperator, setValue, settle } = useConditionEdits(
    at,
    index,
  );
  return (
    <li
      aria-label={
        isBegun
          ? t('Condition {index}, draft', { index: index + 1 })
          : t('Condition {index}', { index: index + 1 })
      }
      className={classNames(
        styles.condition,
        field.length > fieldLetters && styles.long,
        isBegun && styles.begun,
      )}
      data-testid={`condition-${index}`}
    >
      <div className={styles.field} data-focus={conditionFocus(index, 'field')}>
        <FieldControl
          field={field}
          isBegun={isBegun}
          // What was typed into a draft is gone with it, and with that the list of names that its text would open.
          key={String(isBegun)}
          onChange={setField}
          onChoose={chooseField}
          onConditions={setConditions}
          type={type}
        />
      </div>
      <div className={styles.operator}>
        <OperatorSelect onChange={setOperator} operator={operator} type={type} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the controls within are what is used. */}
      <div
        className={styles.value}
        data-focus={conditionFocus(index, 'value')}
        onBlur={settle}
        onKeyDown={event => {
          if (event.key !== 'Enter' || isChoosing(event)) return;
          settle?.();
          if (!isLast || !isTyping(event) || lackOf(condition) !== undefined) return;
          event.preventDefault();
          requestFocus(addConditionFocus);
        }}
      >
        <TypedValue
          actual={actual}
          at={at}
          isBegun={isBegun}
          onChange={setValue}
          onSettle={settle}
          operator={operator}
          seen={seen}
          type={type}
        />
      </div>
      {isDraftRef(at) ? <DraftMark /> : <ConditionOutcome actual={actual} at={at} />}
      <div className={styles.menu}>
        <ConditionMenu at={at} count={count} field={field} index={index} />
      </div>
      {mismatch ? (
        <FixLine
          fixLabel={mismatch.fixLabel}
          message={mismatch.message}
          onFix={() => setValue(mismatch.fixed)}
        />
      ) : isDraftRef(at) ? (
        <p className={styles.reason}>{lackWords[lackOf(condition) ?? 'nothing']}</p>
      ) : (
        <ConditionReason actual={actual} at={at} field={field} operator={operator} />
      )}
    </li>
  );
});

const lackWords = {
  field: t(
    'Choose the variable, or type the whole condition. Until then the rule does without this condition.',
  ),
  value: t('Give a value. Until then the rule does without this condition.'),
  nothing: t('Press Enter to let it count.'),
} as const;

/** What it is instead of an outcome. */
function DraftMark() {
  return (
    <span className={styles.outcome}>
      <StateWord icon={PencilLine} tone="neutral">
        {t('draft')}
      </StateWord>
    </span>
  );
}

/** Enter on a button presses it. */
const isTyping = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof HTMLInputElement;

/** True while Enter means an option of the open list. */
const isChoosing = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof HTMLElement && target.hasAttribute('aria-activedescendant');

/** The value as it is typed: of all that shows a condition only this is drawn with the key. */
function TypedValue({
  at,
  ...control
}: Omit<ValueControlProps, 'value'> & { readonly at: ConditionRef | DraftRef }) {
  const value = useDocumentsAtOnce(state => conditionOf(state, at)?.value);
  const place = `${rulePlace(at)} ${isDraftRef(at) ? `draft ${at.draft}` : at.index}`;
  return (
    <FieldPlace value={{ at: place, moves: true }}>
      <ValueControl {...control} value={value} />
    </FieldPlace>
  );
}

function conditionOf({ working }: DocumentsState, at: ConditionRef | DraftRef): DraftCondition | undefined {
  if (isDraftRef(at)) return draftsOf(working.layouts[at.engineId], at.ruleId)[at.draft];
  return shownRule(working, at)?.when[at.index];
}
