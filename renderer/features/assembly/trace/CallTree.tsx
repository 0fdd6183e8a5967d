import { memo, useEffect, useMemo, useState } from 'react';
import { type Key, Tree } from 'react-aria-components';
import type { MemoryCall, Trace } from '../../../../shared/model/assembled-context.ts';
import { t, told } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { useGrowing } from '../../../ui/use-growing.tsx';
import { CallItem, Times, timesOf } from './CallItem.tsx';
import styles from './CallTree.module.css';
import type { RuleNames } from './filter-calls.ts';

interface CallTreeProps {
  readonly calls: readonly MemoryCall[];
  readonly ruleNames: RuleNames;
  readonly missing: Trace['missing_variables'];
  /** True when a filter hides calls. */
  readonly filtered: boolean;
  readonly onClearFilter: () => void;
}

/** A drawer of its first height shows seven calls; more come as somebody scrolls or makes it taller. */
const callsAtOnce = 8;

/** Every memory that was asked for, with its steps beneath; a tree for the arrow keys. */
export const CallTree = memo(function CallTree(props: CallTreeProps) {
  const { calls, ruleNames, missing, filtered, onClearFilter } = props;
  const [expanded, setExpanded] = useState<ReadonlySet<Key>>(new Set());
  const nameOfStep = useStepNames(expanded.size > 0);
  const { shown, end } = useGrowing(calls, callsAtOnce, 'div');
  const toggle = (id: string) =>
    setExpanded(before =>
      before.has(id) ? new Set([...before].filter(key => key !== id)) : new Set([...before, id]),
    );
  const times = useMemo(() => timesOf(shown), [shown]);
  if (calls.length === 0) return <NoCalls filtered={filtered} onClearFilter={onClearFilter} />;
  return (
    <Times value={times}>
      <Tree
        aria-label={t('Memory calls')}
        className={styles.tree ?? ''}
        expandedKeys={expanded}
        onExpandedChange={setExpanded}
        selectionMode="none"
      >
        {shown.map(call => (
          <CallItem
            call={call}
            key={call.memory_id}
            missing={missing.filter(variable => variable.needed_by.includes(call.memory_id))}
            nameOfStep={nameOfStep}
            onToggle={toggle}
            ruleNames={ruleNames}
          />
        ))}
      </Tree>
      {end}
    </Times>
  );
});

type NameOf = (type: string) => string;

/** What step types are called; the table of them is loaded when somebody looks into the first call. */
function useStepNames(isNeeded: boolean): NameOf {
  const [nameOf, setNameOf] = useState<NameOf>(() => (type: string) => type);
  useEffect(() => {
    if (!isNeeded) return;
    const loading = import('../../../../shared/pipeline/step-kinds.ts');
    loading.then(
      ({ isStepType, stepKinds }) =>
        setNameOf(() => (type: string) => (isStepType(type) ? told(stepKinds[type].label) : type)),
      // Types can be read as well.
      () => undefined,
    );
  }, [isNeeded]);
  return nameOf;
}

function NoCalls({ filtered, onClearFilter }: Pick<CallTreeProps, 'filtered' | 'onClearFilter'>) {
  if (!filtered)
    return (
      <p className={styles.none}>{t('No rule fired and no memory is explicit, so none was asked for.')}</p>
    );
  return (
    <p className={styles.none}>
      {t('No memory call fits the filter.')}
      <Button onPress={onClearFilter} variant="quiet">
        {t('Clear filter')}
      </Button>
    </p>
  );
}
