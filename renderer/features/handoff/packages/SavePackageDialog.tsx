import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Input, Output } from '../../../../shared/contract/contract.ts';
import {
  type PackagePriority,
  packagePriorities,
  packageTypes,
} from '../../../../shared/model/package-words.ts';
import { call } from '../../../api/call.ts';
import { useSubmitting } from '../../../stores/use-submitting.ts';
import { t, told } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { choose, type HandoffState, handoffReading, useHandoff, useHandoffChoice } from '../handoff-store.ts';
import { emptyDraft, type PackageForm, packageDraft, summaryLimit } from '../logic/package-draft.ts';
import { priorityLooks, typeWords } from '../looks.ts';
import { useAgents } from '../use-agents.ts';
import styles from './SavePackageDialog.module.css';

const selectAll = (state: HandoffState) => state;
const asOption = (value: string) => ({ value });

/** Leaves a package for agents, as an agent would. */
export function SavePackageDialog({ onClose }: { readonly onClose: () => void }) {
  const { session } = useHandoff(selectAll);
  const [form, setForm] = useState<PackageForm>(() => ({
    ...emptyDraft,
    sessionId: session?.session_id ?? '',
    groupId: useHandoffChoice.getState().groupId ?? '',
  }));
  const { failure, submit } = useSubmitting(onClose);
  const draft = packageDraft(form);
  const change = (part: Partial<PackageForm>) => setForm(before => ({ ...before, ...part }));
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!draft} type="submit" variant="primary">
        {t('Save package')}
      </Button>
    </>
  );
  return (
    <Dialog
      actions={actions}
      onClose={onClose}
      onSubmit={() =>
        draft && submit(save(draft), ({ id, session_id: sessionId }) => choose({ packageId: id, sessionId }))
      }
      title={t('Save package')}
    >
      <Where change={change} form={form} />
      <What change={change} form={form} />
      <ForWhom change={change} form={form} />
      {failure === undefined ? null : (
        <Notice icon={CircleAlert} title={t('It was not saved')} tone="error">
          {failure}
        </Notice>
      )}
    </Dialog>
  );
}

async function save(draft: Input<'packages.save'>): Promise<Output<'packages.save'>> {
  const saved = await call('packages.save', draft);
  handoffReading.again();
  return saved;
}

interface PartProps {
  readonly form: PackageForm;
  readonly change: (part: Partial<PackageForm>) => void;
}

function Where({ form, change }: PartProps) {
  const { sessions, session } = useHandoff(selectAll);
  return (
    <div className={styles.pair}>
      <ComboBox
        label={t('Session')}
        // What it takes the place of is of the same session.
        onChange={sessionId => change({ sessionId, supersedes: '' })}
        options={sessions.map(({ session_id }) => asOption(session_id))}
        value={form.sessionId}
      />
      <ComboBox
        description={t('Empty is the whole session.')}
        label={t('Group')}
        onChange={groupId => change({ groupId })}
        options={(session?.groups ?? []).map(asOption)}
        value={form.groupId}
      />
    </div>
  );
}

function What({ form, change }: PartProps) {
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('Type')}
          onChange={type => change({ type })}
          options={packageTypes.map(value => ({ value, label: typeWords[value] }))}
          value={form.type}
        />
        <Select<PackagePriority>
          label={t('Priority')}
          onChange={priority => change({ priority })}
          options={packagePriorities.map(value => ({
            value,
            label: told(value),
            icon: priorityLooks[value].icon,
          }))}
          value={form.priority}
        />
      </div>
      <TextField
        label={t('File')}
        mono
        onChange={filePath => change({ filePath })}
        placeholder={t('research/retry-queue.md')}
        value={form.filePath}
      />
      <TextField
        description={t('One line of at most {summaryLimit} characters; {count} so far.', {
          summaryLimit,
          count: form.summary.length,
        })}
        error={form.summary.length > summaryLimit ? t('It is too long.') : undefined}
        label={t('Summary')}
        onChange={summary => change({ summary })}
        value={form.summary}
      />
      <TextArea
        label={t('Content')}
        onChange={content => change({ content })}
        rows={4}
        value={form.content}
      />
    </>
  );
}

function ForWhom({ form, change }: PartProps) {
  const { packages } = useHandoff(selectAll);
  const agents = useAgents();
  const replaceable = packages.filter(one => !one.superseded && one.session_id === form.sessionId);
  return (
    <>
      <div className={styles.pair}>
        <ComboBox
          label={t('From')}
          onChange={producer => change({ producer })}
          options={agents.map(asOption)}
          value={form.producer}
        />
        <Select
          disabled={replaceable.length === 0}
          label={t('Takes the place of')}
          onChange={supersedes => change({ supersedes })}
          options={[
            { value: '', label: t('None') },
            ...replaceable.map(({ id, file_path }) => ({ value: String(id), label: `#${id} ${file_path}` })),
          ]}
          value={form.supersedes}
        />
      </div>
      <TagField
        label={t('For')}
        onChange={consumers => change({ consumers })}
        placeholder={t('developer, qa_expert')}
        suggestions={agents}
        values={form.consumers}
      />
    </>
  );
}
