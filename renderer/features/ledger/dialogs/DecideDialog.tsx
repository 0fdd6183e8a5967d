import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Input } from '../../../../shared/contract/contract.ts';
import { confidences } from '../../../../shared/model/ledger-words.ts';
import { call } from '../../../api/call.ts';
import { useAnswer } from '../../../stores/use-answer.ts';
import { useSubmitting } from '../../../stores/use-submitting.ts';
import { rich, t, told } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { selectReading, selectRecord, useLedgerView } from '../ledger-view.ts';
import { AlternativesField } from './AlternativesField.tsx';
import styles from './dialogs.module.css';
import { RecordsField, useSummary } from './RecordsField.tsx';
import { ScopeField } from './ScopeField.tsx';
import { summaryError } from './summary-error.ts';

const mostHints = 3;

/** What the decision would contradict, and what is decided nearby, while it is written. */
function DecisionHints({ draft }: { readonly draft: Input<'ledger.decide'> }) {
  const isTold =
    [draft.domain, draft.summary].every(text => text.trim() !== '') && !summaryError(draft.summary);
  // What it replaces does not stand against it.
  const input = isTold ? { ...draft, rationale: draft.rationale || '-', dry_run: true } : undefined;
  const { output } = useAnswer('ledger.decide', input, 0);
  if (!output) return null;
  const conflicts = output.conflicts.filter(({ older }) => older.id !== draft.supersedes);
  const hints = output.hints.filter(({ id }) => id !== draft.supersedes);
  if (conflicts.length > 0)
    return (
      <Notice icon={TriangleAlert} title={t('It contradicts what is decided')} tone="missing">
        {conflicts.map(({ older, similarity }) => (
          <span className={styles.fact} key={older.id}>
            {t('{summary} ({similarity}% of the words are the same)', {
              summary: older.summary,
              similarity: Math.round(similarity * 100),
            })}
          </span>
        ))}
        <span className={styles.fact}>{t('It would be provisional, and a warning would name both.')}</span>
      </Notice>
    );
  if (hints.length === 0) return null;
  return (
    <Notice icon={Info} title={t('Already decided in this domain and scope')}>
      {hints.slice(0, mostHints).map(({ id, summary }) => (
        <span className={styles.fact} key={id}>
          {summary}
        </span>
      ))}
      {hints.length > mostHints ? (
        <span className={styles.fact}>{t('and {count} more', { count: hints.length - mostHints })}</span>
      ) : null}
    </Notice>
  );
}

type DecisionDraft = Input<'ledger.decide'>;

interface DecideDialogProps {
  readonly draft: Partial<DecisionDraft>;
  readonly onClose: () => void;
}

const confidenceOptions = confidences.map(value => ({ value, label: told(value) }));

/** A decision with its reasons; what it contradicts is shown while it is written. */
export function DecideDialog({ draft: given, onClose }: DecideDialogProps) {
  const chosenScope = useLedgerView(view => view.filter.scope);
  const [draft, setDraft] = useState<DecisionDraft>({
    domain: '',
    summary: '',
    rationale: '',
    scope: chosenScope ?? 'project',
    ...given,
  });
  const { failure, submit } = useSubmitting(onClose);
  const change = (more: Partial<DecisionDraft>) => setDraft(before => ({ ...before, ...more }));
  const isReady =
    [draft.domain, draft.summary, draft.rationale].every(text => text.trim() !== '') &&
    summaryError(draft.summary) === undefined;
  const record = () => {
    if (!isReady) return;
    return submit(call('ledger.decide', draft), ({ id }) => selectRecord(id));
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={!isReady} type="submit" variant="primary">
        {t('Record decision')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={record} size="l" title={t('Record a decision')}>
      <Reasons change={change} draft={draft} />
      <Reach change={change} draft={draft} />
      <AlternativesField
        alternatives={draft.alternatives ?? []}
        onChange={alternatives => change({ alternatives })}
      />
      {draft.supersedes === undefined ? null : <Superseded id={draft.supersedes} />}
      {failure === undefined ? null : <Notice title={failure} tone="error" />}
    </Dialog>
  );
}

/** What it replaces is called by what it says. */
function Superseded({ id }: { readonly id: string }) {
  const summary = useSummary(id);
  return (
    <p className={styles.note}>
      {rich('It takes the place of the decision {supersedes}, which becomes superseded.', {
        supersedes: <b>{summary}</b>,
      })}
    </p>
  );
}

interface PartProps {
  readonly draft: DecisionDraft;
  readonly change: (more: Partial<DecisionDraft>) => void;
}

function Reasons({ draft, change }: PartProps) {
  return (
    <>
      <TextField
        autoFocus
        error={summaryError(draft.summary)}
        label={t('Summary')}
        onChange={summary => change({ summary })}
        placeholder={t('What is decided, in one line')}
        value={draft.summary}
      />
      <div className={styles.pair}>
        <DomainField onChange={domain => change({ domain })} value={draft.domain} />
        <ScopeField onChange={scope => change({ scope })} value={draft.scope ?? ''} />
      </div>
      <DecisionHints draft={draft} />
      <div className={styles.pair}>
        <TextArea
          label={t('Rationale')}
          onChange={rationale => change({ rationale })}
          placeholder={t('Why this')}
          rows={3}
          value={draft.rationale}
        />
        <TextArea
          label={t('Context')}
          onChange={context => change({ context })}
          placeholder={t('What made it necessary')}
          rows={3}
          value={draft.context ?? ''}
        />
      </div>
    </>
  );
}

function Reach({ draft, change }: PartProps) {
  return (
    <>
      <div className={styles.pair}>
        <TagField
          label={t('Affected files')}
          onChange={affected_files => change({ affected_files })}
          values={draft.affected_files ?? []}
        />
        <TagField
          label={t('Constraints')}
          onChange={constraints => change({ constraints })}
          values={draft.constraints ?? []}
        />
      </div>
      <RecordsField
        decisionsOnly
        label={t('Depends on')}
        onChange={depends_on => change({ depends_on })}
        values={draft.depends_on ?? []}
      />
      <div className={styles.pair}>
        <div>
          <PanelHeader level="label" title={t('Confidence')} />
          <Segmented
            label={t('Confidence')}
            onChange={confidence => change({ confidence })}
            options={confidenceOptions}
            value={draft.confidence ?? 'medium'}
          />
        </div>
        <Switch
          label={t('Can be taken back')}
          on={draft.reversible ?? true}
          onChange={reversible => change({ reversible })}
        />
      </div>
    </>
  );
}

interface DomainFieldProps {
  readonly value: string;
  readonly onChange: (domain: string) => void;
}

/** What a decision is about; decisions of one domain can contradict each other. */
function DomainField({ value, onChange }: DomainFieldProps) {
  const reading = useLedgerView(selectReading);
  const { output } = useAnswer('ledger.facets', {}, reading, 0);
  const options = (output?.domains ?? [])
    .filter(({ name }) => name !== '')
    .map(({ name }) => ({ value: name }));
  return (
    <ComboBox
      label={t('Domain')}
      onChange={onChange}
      options={options}
      placeholder={t('architecture')}
      value={value}
    />
  );
}
