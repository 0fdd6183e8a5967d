import { Handle, type NodeProps, Position } from '@xyflow/react';
import { ChevronRight } from 'lucide-react';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useZoomLevel } from './canvas-view.ts';
import styles from './GroupNode.module.css';
import { columns, groupHeight } from './geometry.ts';
import type { GroupCard } from './group-card.ts';
import { toggle } from './group-rules.ts';
import { domIdOf } from './node-ids.ts';
import nodes from './nodes.module.css';
import { fillCard } from './shorten.ts';

type GroupNodeProps = NodeProps & { readonly data: GroupCard & { readonly engineId: string } };

/** What sign and margins leave for the name, from far away. */
const farRoom = { width: columns.rule.width - 64, height: groupHeight - 8 } as const;

/** Several rules as one card: what they have in common, how many they are, how many of them fire. */
export function GroupNode({ id, data, selected }: GroupNodeProps) {
  const { engineId, key, title, summary, isLive, isOpen } = data;
  const level = useZoomLevel();
  const far = level === 'far' ? fillCard(title, farRoom.width, farRoom.height) : undefined;
  return (
    <article
      aria-label={title}
      className={classNames(
        nodes.node,
        styles.group,
        styles[level],
        isLive && styles.fired,
        isOpen && styles.open,
        selected && nodes.selected,
      )}
      data-testid={`group-${key}`}
      id={domIdOf(id)}
    >
      <button
        aria-expanded={isOpen}
        aria-label={isOpen ? t('Close the group') : t('Open the group')}
        className={styles.toggle}
        onClick={event => {
          event.stopPropagation();
          toggle(engineId, key);
        }}
        tabIndex={-1}
        type="button"
      >
        <ChevronRight aria-hidden size={level === 'far' ? 36 : 18} />
      </button>
      <span className={styles.words}>
        <span
          className={styles.title}
          dir="auto"
          title={title}
          {...(far && { style: { fontSize: far.size } })}
        >
          {far?.text ?? title}
        </span>
        {far ? null : <span className={styles.summary}>{summary}</span>}
      </span>
      <Handle
        className={classNames(nodes.cardTarget)}
        id="card"
        isConnectable={false}
        position={Position.Left}
        type="target"
      />
      <Handle
        className={classNames(nodes.handle)}
        id="adds"
        isConnectable={false}
        position={Position.Right}
        type="source"
      />
    </article>
  );
}
