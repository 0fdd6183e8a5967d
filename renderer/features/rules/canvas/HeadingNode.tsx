import type { NodeProps } from '@xyflow/react';
import styles from './nodes.module.css';

/** The title of a column. */
export function HeadingNode({ data }: NodeProps & { readonly data: { readonly text: string } }) {
  return <h3 className={styles.heading}>{data.text}</h3>;
}
