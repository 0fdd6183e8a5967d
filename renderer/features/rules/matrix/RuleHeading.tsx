// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a grid cannot be a table; its roles say what they are.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.
import { memo } from 'react';
import { useDocuments } from '../../../stores/documents.ts';
import { classNames } from '../../../ui/class-names.ts';
import { alternativesOf } from '../alternatives.ts';
import { ruleNodeId } from '../canvas/node-ids.ts';
import { isAdding } from '../canvas/use-box-selection.ts';
import { ruleOfEngine } from '../rules-of-engine.ts';
import { selectRule, toggleSelected } from '../selection.ts';
import styles from './Matrix.module.css';

interface RuleHeadingProps {
  readonly engineId: string;
  readonly ruleId: string;
  readonly isCurrent: boolean;
  /** Among those that are selected together. */
  readonly isSelected: boolean;
}

/** Name of a row's rule; a press selects it, with Shift or Mod it comes to what is selected or leaves it. */
export const RuleHeading = memo(function RuleHeading({
  engineId,
  ruleId,
  isCurrent,
  isSelected,
}: RuleHeadingProps) {
  const name = useDocuments(state => ruleOfEngine(state.working.engines[engineId], ruleId)?.name ?? ruleId);
  // In the order in which they were linked all but the first are an "or" of those before.
  const isOr = useDocuments(
    state => alternativesOf(state.working.layouts[engineId], ruleId).indexOf(ruleId) > 0,
  );
  return (
    <div
      aria-selected={isCurrent || isSelected}
      className={classNames(
        styles.ruleName,
        isCurrent && styles.currentName,
        isSelected && styles.selectedName,
      )}
      role="rowheader"
    >
      <button
        {...(isCurrent && { 'aria-current': true })}
        onClick={event => {
          if (isAdding(event)) toggleSelected(engineId, ruleNodeId(ruleId));
          else selectRule({ engineId, ruleId });
        }}
        tabIndex={-1}
        title={name}
        type="button"
      >
        {isOr ? <i className={styles.or}>or </i> : null}
        {name || ruleId}
      </button>
    </div>
  );
});
