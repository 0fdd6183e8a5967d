import { Handle, type NodeProps, Position } from '@xyflow/react';
import { isMissing } from '../../../../shared/model/json.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatActual } from '../values/format-value.ts';
import { useZoomLevel } from './canvas-view.ts';
import { domIdOf } from './node-ids.ts';
import nodes from './nodes.module.css';
import { PinMark } from './PinMark.tsx';
import { shortenStart } from './shorten.ts';
import styles from './VariableNode.module.css';

type VariableNodeProps = NodeProps & { readonly data: { readonly field: string; readonly pinned?: true } };

/** From far away a name begins before its card, beside which nothing stands; one that was put somewhere else stays in it. */
const farLetters = { inColumn: 26, pinned: 8 } as const;

/** A variable that rules ask for, with its value in the current sample. Let go over a rule it becomes a condition. */
export function VariableNode({ id, data: { field, pinned }, selected }: VariableNodeProps) {
  const actual = useEvaluations(state => state.variables.get(field));
  const level = useZoomLevel();
  const text = formatActual(actual);
  return (
    <article
      aria-label={t('Variable {field}', { field })}
      className={classNames(
        nodes.node,
        styles.variable,
        styles[level],
        isMissing(actual) && styles.absent,
        selected && nodes.selected,
      )}
      data-testid={`variable-${field}`}
      id={domIdOf(id)}
      title={`${field}: ${text}`}
    >
      <div className={styles.grip}>
        <span className={styles.variableName}>
          {level === 'far' ? shortenStart(field, farLetters[pinned ? 'pinned' : 'inColumn']) : field}
        </span>
        {level === 'near' ? <span className={styles.variableValue}>{text}</span> : null}
      </div>
      {pinned ? <PinMark id={id} /> : null}
      <Handle
        className={classNames(nodes.handle, nodes.source)}
        id="value"
        position={Position.Right}
        title={t('Drag to a rule to add a condition')}
        type="source"
      />
    </article>
  );
}
