import styles from './MiddleCut.module.css';

/** Letters at the end that always stand. */
const endLetters = 7;

/** An id on one line: where it has no room its middle gives way, since ids differ at their ends as often as at their beginnings. */
export function MiddleCut({ text }: { readonly text: string }) {
  const letters = [...text];
  const start = letters.slice(0, -endLetters).join('');
  return (
    <span className={styles.text} title={text}>
      <span className={styles.start}>{start}</span>
      <span className={styles.end}>{letters.slice(-endLetters).join('')}</span>
    </span>
  );
}
