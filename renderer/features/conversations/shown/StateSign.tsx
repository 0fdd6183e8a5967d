import type { ShownAs } from '../logic/shown-rows.ts';
import styles from './StateSign.module.css';

/** The coloured bar before a message, and in the legend; its word stands beside it. */
export function StateSign({ as }: { readonly as: ShownAs }) {
  return <span aria-hidden className={styles.sign} data-as={as} />;
}
