import { ViewportPortal } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { CanvasEdge, CanvasNode } from './build-graph.ts';
import { bundleEdges } from './bundle-edges.ts';
import styles from './edges.module.css';

interface EdgeBundlesProps {
  readonly nodes: readonly CanvasNode[];
  readonly edges: readonly CanvasEdge[];
}

/** Edges that are too many to be drawn one by one, below everything else; nothing of them is done while the view moves. */
export const EdgeBundles = memo(function EdgeBundles({ nodes, edges }: EdgeBundlesProps) {
  const bundles = useMemo(() => bundleEdges(nodes, edges), [nodes, edges]);
  return (
    <ViewportPortal>
      <svg aria-hidden className={styles.bundles}>
        {bundles.map(({ id, look, path }) => (
          <path className={classNames(styles.bundle, styles[look])} d={path} key={id} />
        ))}
      </svg>
    </ViewportPortal>
  );
});
