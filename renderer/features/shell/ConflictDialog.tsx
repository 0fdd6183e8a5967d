import { FileWarning } from 'lucide-react';
import { useState } from 'react';
import { closeDialog } from '../../stores/dialogs.ts';
import { type DocumentsState, settleOutside, useDocuments } from '../../stores/documents.ts';
import { conflictKey, conflictsOf, type OutsideVersion } from '../../stores/outside-changes.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConflictChoice } from './ConflictChoice.tsx';

const words = {
  engines: 'Engine',
  memories: 'Memory',
  samples: 'Sample',
  layouts: 'Canvas layout',
} as const satisfies Record<OutsideVersion['kind'], string>;
const selectOutside = (state: DocumentsState) => state.outside;

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
    outside.length === 1 && one ? `${words[one.kind]} "${one.id}" changed on disk` : 'Files changed on disk';
  const actions = (
    <>
      <Button onPress={closeDialog}>Keep editing</Button>
      <Button disabled={outside.length === 0} type="submit" variant="primary">
        {then ? 'Use these and save' : 'Use these'}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} onSubmit={settleAll} role="alertdialog" title={title}>
      <Notice icon={FileWarning} title="Both of you changed the same places" tone="missing">
        Everything else was merged. Choose what stands; undo brings the other version back.
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
    <section aria-label={`${words[version.kind]} ${version.id}`}>
      {showName ? (
        <h3>
          {words[version.kind]} "{version.id}"
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
