import { closeDialog, type WhyNotQuestion } from '../../stores/dialogs.ts';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import { findRule } from '../../stores/history.ts';
import { selectSampleId, useWorkspace } from '../../stores/workspace.ts';
import { rich, t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MemoryWhyNot } from './MemoryWhyNot.tsx';
import { RuleWhyNot } from './RuleWhyNot.tsx';
import styles from './WhyNotDialog.module.css';

/** Why a rule, a memory or an item is not there in the current sample, and the smallest change that puts it there. */
export function WhyNotDialog({ about }: { readonly about: WhyNotQuestion }) {
  const sampleId = useWorkspace(selectSampleId);
  const name = useDocuments(state => nameOf(state, about));
  const sample = useDocuments(state =>
    sampleId === undefined ? undefined : state.working.samples[sampleId]?.name,
  );
  return (
    <Dialog
      actions={<Button onPress={closeDialog}>{t('Close')}</Button>}
      onClose={closeDialog}
      title={t('Why not {name}?', { name })}
    >
      <div className={styles.body}>
        {sampleId === undefined || sample === undefined ? (
          <p>{t('Pick a sample first: the answer depends on what is asked.')}</p>
        ) : (
          <>
            <p className={styles.sample}>{rich('In the sample {sample}', { sample: <b>{sample}</b> })}</p>
            {about.kind === 'rule' ? (
              <RuleWhyNot engineId={about.engineId} ruleId={about.ruleId} sampleId={sampleId} />
            ) : (
              <MemoryWhyNot itemId={about.itemId} memoryId={about.memoryId} sampleId={sampleId} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function nameOf({ working }: DocumentsState, about: WhyNotQuestion): string {
  if (about.kind === 'memory')
    return about.itemId ?? working.memories[about.memoryId]?.label ?? about.memoryId;
  const rule = findRule(working, about);
  return `“${rule?.name ?? about.ruleId}”`;
}
