import { classNames } from './class-names.ts';
import styles from './Figures.module.css';

interface FiguresProps {
  /** A figure, and the words that say of what. */
  readonly figures: readonly (readonly [figure: string, words: string])[];
  /** What they stand on: a panel has room for two beside each other. */
  readonly on: 'page' | 'panel';
}

/** What something comes to, in a few large figures. */
export function Figures({ figures, on }: FiguresProps) {
  return (
    <div className={classNames(styles.figures, styles[on])}>
      {figures.map(([figure, words]) => (
        <span className={styles.figure} key={words}>
          <strong>{figure}</strong>
          {words}
        </span>
      ))}
    </div>
  );
}
