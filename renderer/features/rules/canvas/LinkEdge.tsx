import { BaseEdge, type EdgeProps, getBezierPath } from '@xyflow/react';
import { classNames } from '../../../ui/class-names.ts';
import type { CanvasEdge } from './build-graph.ts';
import styles from './edges.module.css';

/** A line that means "asks for" or "adds": thick and green when its rule fired, dashed when it is muted. */
export function LinkEdge(props: EdgeProps<CanvasEdge>) {
  const [path] = getBezierPath({ ...props, targetY: props.targetY + (props.data?.row ?? 0) });
  return (
    <BaseEdge
      className={classNames(
        styles.link,
        styles[props.data?.look ?? 'idle'],
        props.selected && styles.selected,
      )}
      interactionWidth={18}
      path={path}
    />
  );
}
