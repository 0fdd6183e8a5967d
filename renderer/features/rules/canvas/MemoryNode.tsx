import { Handle, type NodeProps, Position } from '@xyflow/react';
import { CircleAlert } from 'lucide-react';
import { type Section, sectionTitles } from '../../../../shared/model/section.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { inSentence, t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-number.ts';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import { useTokens } from '../use-rule.ts';
import { useConnectingFrom, useZoomLevel } from './canvas-view.ts';
import styles from './MemoryNode.module.css';
import { domIdOf } from './node-ids.ts';
import nodes from './nodes.module.css';
import { PinMark } from './PinMark.tsx';
import { shortenEnd } from './shorten.ts';

type MemoryNodeProps = NodeProps & {
  readonly data: { readonly memoryId: string; readonly fired: boolean; readonly pinned?: true };
};

/** From far away a name goes on beyond its card, beside which nothing stands; one that was put somewhere else stays in it. */
const farLetters = { inColumn: 28, pinned: 8 } as const;

/** A memory that rules add, with what it costs in the current sample. */
export function MemoryNode({ id, data: { memoryId, fired, pinned }, selected }: MemoryNodeProps) {
  const contribution = useDocuments(state => state.working.memories[memoryId]?.contribution);
  const tokens = useTokens(memoryId);
  const level = useZoomLevel();
  const takesConnection = useConnectingFrom() === 'rule';
  const about = contribution
    ? `${inSentence(t(sectionTitles[contribution.section]))} · ${told(contribution.priority)}`
    : t('no memory has this id');
  return (
    <article
      aria-label={memoryId}
      className={classNames(
        nodes.node,
        styles.memory,
        styles[level],
        fired ? styles.wanted : styles.unwanted,
        !contribution && styles.unknown,
        selected && nodes.selected,
      )}
      id={domIdOf(id)}
      data-testid={`memory-${memoryId}`}
      title={`${memoryId}: ${about}${tokens === undefined ? '' : t(', {tokens} tokens', { tokens })}`}
    >
      {level === 'far' ? null : <MemorySign section={contribution?.section} />}
      <span className={styles.memoryName}>
        {level === 'far' ? shortenEnd(memoryId, farLetters[pinned ? 'pinned' : 'inColumn']) : memoryId}
      </span>
      {level === 'near' && tokens !== undefined ? (
        <span className={styles.tokens}>{formatCount(tokens)}</span>
      ) : null}
      {level === 'near' ? <span className={styles.about}>{about}</span> : null}
      {pinned ? <PinMark id={id} /> : null}
      <Handle
        className={classNames(nodes.cardTarget, takesConnection && nodes.taking)}
        id="card"
        isConnectableStart={false}
        position={Position.Left}
        type="target"
      />
    </article>
  );
}

function MemorySign({ section }: { readonly section: Section | undefined }) {
  return section === undefined ? <CircleAlert aria-hidden size={15} /> : <SectionIcon section={section} />;
}
