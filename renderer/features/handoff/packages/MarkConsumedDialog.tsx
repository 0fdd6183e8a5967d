import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useSubmitting } from '../../../stores/use-submitting.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { type ListedPackage, useHandoffChoice } from '../handoff-store.ts';
import { useAgents } from '../use-agents.ts';
import styles from './SavePackageDialog.module.css';

interface MarkConsumedDialogProps {
  readonly chosen: ListedPackage;
  readonly onClose: () => void;
}

/** Notes that an agent has read a package in an iteration, so that it is not given again in it. */
export function MarkConsumedDialog({ chosen, onClose }: MarkConsumedDialogProps) {
  const agents = useAgents();
  const [agent, setAgent] = useState(() => useHandoffChoice.getState().agent);
  const [iteration, setIteration] = useState(() => useHandoffChoice.getState().iteration);
  const { failure, submit } = useSubmitting(onClose);
  const mark = () => {
    if (agent.trim() === '') return;
    const asked = { package_ids: [chosen.id], agent_type: agent.trim(), iteration };
    return submit(call('packages.markConsumed', asked));
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={agent.trim() === ''} type="submit" variant="primary">
        {t('Mark as read')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={mark} size="s" title={t('Mark as read')}>
      <p>
        {t('{file_path} is not given to the agent again in this iteration.', { file_path: chosen.file_path })}
      </p>
      <div className={styles.pair}>
        <ComboBox
          label={t('Agent')}
          onChange={setAgent}
          options={agents.map(value => ({ value }))}
          value={agent}
        />
        <NumberField
          label={t('Iteration')}
          limits={{ min: 0, step: 1, isWhole: true }}
          onChange={next => setIteration(next ?? 0)}
          value={iteration}
        />
      </div>
      {failure === undefined ? null : <Notice title={failure} tone="error" />}
    </Dialog>
  );
}
