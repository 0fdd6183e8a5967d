import { Handle, type NodeProps, Position } from '@xyflow/react';
import type { DragEvent } from 'react';
import { isMissing } from '../../../../shared/model/json.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { classNames } from '../../../ui/class-names.ts';
import { writeDrag } from '../drag-data.ts';
import { formatActual } from '../values/format-value.ts';
import { domIdOf } from './node-ids.ts';
import nodes from './nodes.module.css';
import { useZoomLevel } from './use-zoom-level.ts';
import styles from './VariableNode.module.css';

type VariableNodeProps = NodeProps & { readonly data: { readonly field: string } };

/** A variable that rules ask for, with its value in the current sample. Dragged onto a rule it becomes a condition. */
export function VariableNode({ id, data: { field }, selected }: VariableNodeProps) {
  const actual = useEvaluations(state => state.variables.get(field));
  const level = useZoomLevel();
  const text = formatActual(actual);
  const drag = {
    onDragStart: (event: DragEvent) => writeDrag(event.dataTransfer, { kind: 'variable', field }),
  };
  return (
    <article
      aria-label={`Variable ${field}`}
      className={classNames(
        nodes.node,
        styles.variable,
        styles[level],
        isMissing(actual) && styles.absent,
        selected && nodes.selected,
        'nopan',
      )}
      data-testid={`variable-${field}`}
      id={domIdOf(id)}
      title={`${field}: ${text}`}
    >
      {/* The handle stays outside: what starts there is a connection, not a native drag. */}
      <div className={styles.grip} draggable {...drag}>
        <span className={styles.variableName}>{field}</span>
        {level === 'near' ? <span className={styles.variableValue}>{text}</span> : null}
      </div>
      <Handle
        className={classNames(nodes.handle, nodes.source)}
        id="value"
        position={Position.Right}
        title="Drag to a rule to add a condition"
        type="source"
      />
    </article>
  );
}
