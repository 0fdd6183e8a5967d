import { GitCompare } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, errorBody } from '../../../api/call.ts';
import { useComparedBehaviour } from '../../../stores/behaviour-diff.ts';
import { runCommand } from '../../../stores/commands.ts';
import { selectEngines, useDocuments } from '../../../stores/documents.ts';
import { runCommandThere } from '../../../stores/run-command-there.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useCurrentEngineId } from '../selection.ts';
import { BehaviourAnswer } from './BehaviourAnswer.tsx';
import styles from './ChangesTab.module.css';
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

interface CompareWithProps {
  readonly against: Against;
  readonly onChange: (against: Against) => void;
}

/** Chooses what the rules are compared with: the last save, a git revision, another engine. */
function CompareWith({ against, onChange }: CompareWithProps) {
  const engines = useDocuments(selectEngines);
  const current = useCurrentEngineId();
  const others = Object.values(engines).filter(({ id }) => id !== current);
  const options = [
    { value: 'saved', label: t('The last save') },
    { value: 'revision', label: t('A git revision') },
    ...others.map(({ id, name }) => ({
      value: `engine:${id}`,
      label: name,
      description: t('Another engine'),
    })),
  ];
  return (
    <>
      <Select
        label={t('Compared with')}
        onChange={value =>
          onChange(
            value === 'saved'
              ? { kind: 'saved' }
              : value === 'revision'
                ? { kind: 'revision', state: undefined }
                : { kind: 'engine', id: value.slice('engine:'.length) },
          )
        }
        options={options}
        value={against.kind === 'engine' ? `engine:${against.id}` : against.kind}
      />
      {against.kind === 'revision' ? (
        <RevisionField onRead={state => onChange({ kind: 'revision', state })} />
      ) : null}
    </>
  );
}

type ReadState = NonNullable<Extract<Against, { kind: 'revision' }>['state']>;

/** The definitions of a commit, read when it is asked for; a project without git says so. */
function RevisionField({ onRead }: { readonly onRead: (state: ReadState | undefined) => void }) {
  const [revision, setRevision] = useState('HEAD');
  const [isReading, setReading] = useState(false);
  const [said, setSaid] = useState<{ readonly error?: string; readonly read?: string }>({});
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const read = async (event: FormEvent) => {
    event.preventDefault();
    setReading(true);
    try {
      const { commit, engines, memories, problems } = await call('engines.atRevision', { revision });
      const leftOut =
        problems.length === 0 ? '' : t('; {count} of its files cannot be read', { count: problems.length });
      // Something else was chosen while it was read.
      if (!isThere.current) return;
      setSaid({ read: t('Commit {commit}{leftOut}', { commit: commit.slice(0, 10), leftOut }) });
      onRead({ engines, memories });
    } catch (error) {
      if (!isThere.current) return;
      setSaid({ error: errorBody(error).message });
      onRead(undefined);
    }
    setReading(false);
  };
  return (
    // What was refused may be asked again: an error holds no form back.
    <form className={styles.revision} noValidate onSubmit={event => void read(event)}>
      <TextField
        label={t('Commit, branch or tag')}
        mono
        onChange={setRevision}
        value={revision}
        {...(said.error !== undefined && { error: said.error })}
        {...(said.read !== undefined && { description: said.read })}
      />
      <Button disabled={isReading || revision.trim() === ''} type="submit">
        {t('Compare')}
      </Button>
    </form>
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
