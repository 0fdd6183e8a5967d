import { useState } from 'react';
import type { Input } from '../../../../shared/contract/contract.ts';
import { entryTypes } from '../../../../shared/model/ledger-words.ts';
import { call } from '../../../api/call.ts';
import { useSubmitting } from '../../../stores/use-submitting.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { selectRecord, useLedgerView } from '../ledger-view.ts';
import { recordLooks } from '../record-looks.ts';
import styles from './dialogs.module.css';
import { RecordsField } from './RecordsField.tsx';
import { ScopeField } from './ScopeField.tsx';
import { longestSummary, summaryError } from './summary-error.ts';

type Draft = Input<'ledger.post'>;

interface PostDialogProps {
  readonly draft: Partial<Draft>;
  readonly onClose: () => void;
}

const typeOptions = entryTypes.map(value => ({
  value,
  label: recordLooks[value].label,
  icon: recordLooks[value].icon,
}));

/** An entry for the blackboard. */
export function PostDialog({ draft: given, onClose }: PostDialogProps) {
  const chosenScope = useLedgerView(view => view.filter.scope);
  const [draft, setDraft] = useState<Draft>({
    entry_type: 'finding',
    summary: '',
    scope: chosenScope ?? 'project',
    ...given,
  });
  const { failure, submit } = useSubmitting(onClose);
  const change = (more: Partial<Draft>) => setDraft(before => ({ ...before, ...more }));
  const error = summaryError(draft.summary);
  const isReady = draft.summary.trim() !== '' && error === undefined;
  const post = () => {
    if (!isReady) return;
    return submit(call('ledger.post', draft), ({ id }) => selectRecord(id));
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isReady} type="submit" variant="primary">
        {t('Post entry')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={post} title={t('Post an entry')}>
      <div className={styles.pair}>
        <Select
          label={t('Kind')}
          onChange={entry_type => change({ entry_type })}
          options={typeOptions}
          value={draft.entry_type}
        />
        <ScopeField onChange={scope => change({ scope })} value={draft.scope ?? ''} />
      </div>
      <TextField
        autoFocus
        description={t('One line, at most {longestSummary} characters.', { longestSummary })}
        error={error}
        label={t('Summary')}
        onChange={summary => change({ summary })}
        value={draft.summary}
      />
      <TextArea label={t('Detail')} onChange={detail => change({ detail })} value={draft.detail ?? ''} />
      <TagField label={t('Tags')} onChange={tags => change({ tags })} values={draft.tags ?? []} />
      <RecordsField
        label={t('Relates to')}
        onChange={relates_to => change({ relates_to })}
        values={draft.relates_to ?? []}
      />
      {draft.entry_type === 'answer' ? (
        <p className={styles.note}>{t('An answer resolves the questions and needs that it relates to.')}</p>
      ) : null}
      {failure === undefined ? null : <Notice title={failure} tone="error" />}
    </Dialog>
  );
}
