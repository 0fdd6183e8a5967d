import type { NodeProps } from '@xyflow/react';
import nodes from './nodes.module.css';

/** A frame around rules of which any one is enough. The "or" between them is read out with each rule. */
export function AlternativesNode({
  data,
}: NodeProps & { readonly data: { readonly gaps: readonly number[] } }) {
  return (
    <div aria-hidden className={nodes.alternatives}>
      {data.gaps.map(y => (
        <span className={nodes.or} key={y} style={{ top: y }}>
          or
        </span>
      ))}
    </div>
  );
}
