import type { NodeProps } from '@xyflow/react';
import { classNames } from '../../../ui/class-names.ts';
import { useZoomLevel } from './canvas-view.ts';
import styles from './nodes.module.css';

/** The title of a column. */
export function HeadingNode({ data }: NodeProps & { readonly data: { readonly text: string } }) {
  const level = useZoomLevel();
  return <h3 className={classNames(styles.heading, styles[level])}>{data.text}</h3>;
}
