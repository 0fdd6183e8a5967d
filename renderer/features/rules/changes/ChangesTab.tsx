import { GitCompare } from 'lucide-react';
import { useState } from 'react';
import { useComparedBehaviour } from '../../../stores/behaviour-diff.ts';
import { runCommand } from '../../../stores/commands.ts';
import { runCommandThere } from '../../../stores/run-command-there.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useCurrentEngineId } from '../selection.ts';
import { BehaviourAnswer } from './BehaviourAnswer.tsx';
import styles from './ChangesTab.module.css';
import { CompareWith } from './CompareWith.tsx';
import { type Against, useComparedStates } from './use-compared-states.ts';

const lastSave: Against = { kind: 'saved' };

/** What the edit changes, before it is saved: what it is compared with at the left, what requests get otherwise at the right. */
export function ChangesTab() {
  const [against, setAgainst] = useState<Against>(lastSave);
  const states = useComparedStates(against);
  const { difference, isBusy } = useComparedBehaviour(states);
  return (
    <div className={styles.tab}>
      <div className={styles.controls}>
        <CompareWith against={against} onChange={setAgainst} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list without controls must be scrolled with the keyboard. */}
      <section aria-busy={isBusy} aria-label={t('What changes')} className={styles.answer} tabIndex={0}>
        {states === undefined ? (
          <NothingToCompare against={against} onLastSave={() => setAgainst(lastSave)} />
        ) : difference === undefined ? (
          <p className={styles.quiet}>{t('Comparing…')}</p>
        ) : (
          <BehaviourAnswer difference={difference} isBusy={isBusy} />
        )}
      </section>
    </div>
  );
}

interface NothingToCompareProps {
  readonly against: Against;
  readonly onLastSave: () => void;
}

function NothingToCompare({ against: { kind }, onLastSave }: NothingToCompareProps) {
  const hasEngine = useCurrentEngineId() !== undefined;
  const back = <Button onPress={onLastSave}>{t('Compare with the last save')}</Button>;
  if (kind === 'revision')
    return (
      <EmptyState actions={back} icon={GitCompare} title={t('No revision yet')}>
        {t('Name a commit, branch or tag at the left.')}
      </EmptyState>
    );
  if (kind === 'engine')
    return (
      <EmptyState actions={back} icon={GitCompare} title={t('The same engine')}>
        {t('Open another engine in the list to compare the two.')}
      </EmptyState>
    );
  return (
    <EmptyState
      actions={
        // The drawer is open in other views too, which make no rules, and in projects without an engine for them.
        <Button adds onPress={hasEngine ? () => runCommandThere('rule.new') : () => runCommand('engine.new')}>
          {hasEngine ? t('New rule') : t('New engine')}
        </Button>
      }
      icon={GitCompare}
      title={t('Nothing is edited')}
    >
      {t('Change a rule or a memory: what requests get otherwise is said here before it is saved.')}
    </EmptyState>
  );
}
