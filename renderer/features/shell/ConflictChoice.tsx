import type { MergeConflict } from '../../../shared/rules/merge-engines.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import styles from './ConflictChoice.module.css';
import { placeInWords, valueInWords } from './conflict-words.ts';

interface ConflictChoiceProps {
  readonly conflict: MergeConflict;
  readonly takesOutside: boolean;
  readonly onChange: (takesOutside: boolean) => void;
}

const sides = [
  { value: 'mine', label: 'Mine' },
  { value: 'theirs', label: 'On disk' },
] as const;

/** One place that both changed: both values, and which of them stands. */
export function ConflictChoice({ conflict, takesOutside, onChange }: ConflictChoiceProps) {
  const place = placeInWords(conflict);
  return (
    <div className={styles.conflict}>
      <div className={styles.heading}>
        <strong>{place}</strong>
        <Segmented
          label={`${place}: which version stands`}
          onChange={side => onChange(side === 'theirs')}
          options={sides}
          value={takesOutside ? 'theirs' : 'mine'}
        />
      </div>
      <div className={styles.versions}>
        <Version isChosen={!takesOutside} label="Mine" value={conflict.mine} />
        <Version isChosen={takesOutside} label="On disk" value={conflict.theirs} />
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
