import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, errorBody } from '../../../api/call.ts';
import { selectEngines, useDocuments } from '../../../stores/documents.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useCurrentEngineId } from '../selection.ts';
import styles from './ChangesTab.module.css';
import type { Against } from './use-compared-states.ts';

interface CompareWithProps {
  readonly against: Against;
  readonly onChange: (against: Against) => void;
}

/** Chooses what the rules are compared with: the last save, a git revision, another engine. */
export function CompareWith({ against, onChange }: CompareWithProps) {
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
