import { Handle, type NodeProps, Position } from '@xyflow/react';
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
  return (
    <article
      className={classNames(
        nodes.node,
        styles.variable,
        styles[level],
        isMissing(actual) && styles.absent,
        selected && nodes.selected,
        'nopan',
      )}
      id={domIdOf(id)}
      aria-label={`Variable ${field}`}
      data-testid={`variable-${field}`}
      draggable
      onDragStart={event => writeDrag(event.dataTransfer, { kind: 'variable', field })}
      title={`${field}: ${text}`}
    >
      <span className={styles.variableName}>{field}</span>
      {level === 'near' ? <span className={styles.variableValue}>{text}</span> : null}
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
