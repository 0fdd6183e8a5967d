import { useState } from 'react';
import type { Input } from '../../../../shared/contract/contract.ts';
import { confidences } from '../../../../shared/model/ledger-words.ts';
import { call, errorBody } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { selectRecord, useLedgerView } from '../ledger-view.ts';
import { AlternativesField } from './AlternativesField.tsx';
import { DecisionHints } from './DecisionHints.tsx';
import { DomainField } from './DomainField.tsx';
import styles from './dialogs.module.css';
import { ScopeField } from './ScopeField.tsx';
import { summaryError } from './summary-error.ts';

export type DecisionDraft = Input<'ledger.decide'>;

interface DecideDialogProps {
  readonly draft: Partial<DecisionDraft>;
  readonly onClose: () => void;
}

const confidenceOptions = confidences.map(value => ({ value, label: value }));

/** A decision with its reasons; what it contradicts is shown while it is written (L3). */
export function DecideDialog({ draft: given, onClose }: DecideDialogProps) {
  const chosenScope = useLedgerView(view => view.filter.scope);
  const [draft, setDraft] = useState<DecisionDraft>({
    domain: '',
    summary: '',
    rationale: '',
    scope: chosenScope ?? 'project',
    ...given,
  });
  const [failure, setFailure] = useState<string>();
  const change = (more: Partial<DecisionDraft>) => setDraft(before => ({ ...before, ...more }));
  const isReady =
    [draft.domain, draft.summary, draft.rationale].every(text => text.trim() !== '') &&
    summaryError(draft.summary) === undefined;
  const record = () => {
    if (!isReady) return;
    call('ledger.decide', draft).then(
      ({ id }) => {
        selectRecord(id);
        onClose();
      },
      (reason: unknown) => setFailure(errorBody(reason).message),
    );
  };
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button disabled={!isReady} type="submit" variant="primary">
        Record decision
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={record} size="l" title="Record a decision">
      <Reasons change={change} draft={draft} />
      <Reach change={change} draft={draft} />
      <AlternativesField
        alternatives={draft.alternatives ?? []}
        onChange={alternatives => change({ alternatives })}
      />
      {draft.supersedes === undefined ? null : (
        <p className={styles.note}>
          It takes the place of the decision <code>{draft.supersedes}</code>, which becomes superseded.
        </p>
      )}
      {failure === undefined ? null : <Notice title={failure} tone="error" />}
    </Dialog>
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
        label="Summary"
        onChange={summary => change({ summary })}
        placeholder="What is decided, in one line"
        value={draft.summary}
      />
      <div className={styles.pair}>
        <DomainField onChange={domain => change({ domain })} value={draft.domain} />
        <ScopeField onChange={scope => change({ scope })} value={draft.scope ?? ''} />
      </div>
      <DecisionHints draft={draft} />
      <div className={styles.pair}>
        <TextArea
          label="Rationale"
          onChange={rationale => change({ rationale })}
          placeholder="Why this"
          rows={3}
          value={draft.rationale}
        />
        <TextArea
          label="Context"
          onChange={context => change({ context })}
          placeholder="What made it necessary"
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
          label="Affected files"
          onChange={affected_files => change({ affected_files })}
          values={draft.affected_files ?? []}
        />
        <TagField
          label="Constraints"
          onChange={constraints => change({ constraints })}
          values={draft.constraints ?? []}
        />
      </div>
      <div className={styles.pair}>
        <div>
          <PanelHeader level="label" title="Confidence" />
          <Segmented
            label="Confidence"
            onChange={confidence => change({ confidence })}
            options={confidenceOptions}
            value={draft.confidence ?? 'medium'}
          />
        </div>
        <Switch
          label="Can be taken back"
          on={draft.reversible ?? true}
          onChange={reversible => change({ reversible })}
        />
      </div>
    </>
  );
}
