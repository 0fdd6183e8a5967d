import { FileWarning } from 'lucide-react';
import { useState } from 'react';
import type { MergeConflict } from '../../../shared/rules/merge-engines.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { nameOf } from '../../stores/document-names.ts';
import { selectOutside, useDocuments } from '../../stores/documents.ts';
import { conflictKey, conflictsOf, type OutsideVersion } from '../../stores/outside-changes.ts';
import { settleOutside } from '../../stores/settle-outside.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import styles from './ConflictChoice.module.css';
import { placeInWords, valueInWords } from './conflict-words.ts';

interface ConflictChoiceProps {
  readonly conflict: MergeConflict;
  readonly takesOutside: boolean;
  readonly onChange: (takesOutside: boolean) => void;
}

const sides = [
  { value: 'mine', label: t('Mine') },
  { value: 'theirs', label: t('On disk') },
] as const;

/** One place that both changed: both values, and which of them stands. */
function ConflictChoice({ conflict, takesOutside, onChange }: ConflictChoiceProps) {
  const place = placeInWords(conflict);
  return (
    <div className={styles.conflict}>
      <div className={styles.heading}>
        <strong>{place}</strong>
        <Segmented
          label={t('{place}: which version stands', { place })}
          onChange={side => onChange(side === 'theirs')}
          options={sides}
          value={takesOutside ? 'theirs' : 'mine'}
        />
      </div>
      <div className={styles.versions}>
        <Version isChosen={!takesOutside} label={t('Mine')} value={conflict.mine} />
        <Version isChosen={takesOutside} label={t('On disk')} value={conflict.theirs} />
      </div>
    </div>
  );
}

function Version({ label, value, isChosen }: { label: string; value: unknown; isChosen: boolean }) {
  return (
    <figure className={styles.version} data-chosen={isChosen}>
      <figcaption>{label}</figcaption>
      <pre>{valueInWords(value)}</pre>
    </figure>
  );
}

const words = {
  engines: t('Engine'),
  memories: t('Memory'),
  samples: t('Sample'),
  layouts: t('Canvas layout'),
  contracts: t('Contract'),
  tests: t('Test'),
} as const satisfies Record<OutsideVersion['kind'], string>;

/** Where the user chose the version on disk; everywhere else the own one stays. */
type Choices = ReadonlySet<string>;

/** Somebody else changed what is being edited: both versions of each place, and one of them to choose. */
export function ConflictDialog({ then }: { readonly then?: () => void }) {
  const outside = useDocuments(selectOutside);
  const [chosen, setChosen] = useState<Choices>(new Set());
  const choose = (key: string, isOutside: boolean) => {
    const others = [...chosen].filter(other => other !== key);
    setChosen(new Set(isOutside ? [...others, key] : others));
  };
  const settleAll = () => {
    closeDialog();
    for (const version of outside) settleOutside(version, keysWithin(version, chosen));
    then?.();
  };
  const [one] = outside;
  const title =
    outside.length === 1 && one
      ? t('{words} "{name}" changed on disk', { words: words[one.kind], name: nameOf(one) })
      : t('Files changed on disk');
  const actions = (
    <>
      <Button onPress={closeDialog}>{t('Keep editing')}</Button>
      <Button disabled={outside.length === 0} type="submit" variant="primary">
        {then ? t('Use these and save') : t('Use these')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={settleAll} role="alertdialog" title={title}>
      <Notice icon={FileWarning} title={t('Both of you changed the same places')} tone="missing">
        {t('Everything else was merged. Choose what stands; undo brings the other version back.')}
      </Notice>
      {outside.map(version => (
        <FileConflicts
          choose={choose}
          chosen={chosen}
          key={`${version.kind}/${version.id}`}
          showName={outside.length > 1}
          version={version}
        />
      ))}
    </Dialog>
  );
}

interface FileConflictsProps {
  readonly version: OutsideVersion;
  readonly showName: boolean;
  readonly chosen: Choices;
  readonly choose: (key: string, isOutside: boolean) => void;
}

function FileConflicts({ version, showName, chosen, choose }: FileConflictsProps) {
  const conflicts = conflictsOf(useDocuments.getState(), version);
  return (
    <section aria-label={`${words[version.kind]} ${nameOf(version)}`}>
      {showName ? (
        <h3>
          {words[version.kind]} "{nameOf(version)}"
        </h3>
      ) : null}
      {conflicts.map(conflict => {
        const key = choiceKey(version, conflictKey(conflict.path));
        return (
          <ConflictChoice
            conflict={conflict}
            key={key}
            onChange={isOutside => choose(key, isOutside)}
            takesOutside={chosen.has(key)}
          />
        );
      })}
    </section>
  );
}

const choiceKey = ({ kind, id }: OutsideVersion, key: string): string => `${kind}/${id} ${key}`;

/** The choices of one file, by the keys of its own conflicts. */
function keysWithin(version: OutsideVersion, chosen: Choices): Set<string> {
  const prefix = choiceKey(version, '');
  return new Set([...chosen].flatMap(key => (key.startsWith(prefix) ? key.slice(prefix.length) : [])));
}
