import { sectionTitles } from '../../../../shared/model/section.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
import { inSentence, t, told } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import { useUncostedWords } from '../use-memories.ts';
import styles from './Catalog.module.css';
import { type CatalogEntry, isInSample } from './catalog-entry.ts';
import { WhyNotThere } from './WhyNotThere.tsx';

export function CatalogCards({ entries }: { readonly entries: readonly CatalogEntry[] }) {
  const uncosted = useUncostedWords();
  return (
    <div className={styles.cards}>
      {entries.map(entry => (
        <Card entry={entry} key={entry.memory.id} uncosted={uncosted} />
      ))}
    </div>
  );
}

interface CardProps {
  readonly entry: CatalogEntry;
  /** What stands in place of a cost where there is none. */
  readonly uncosted: string;
}

function Card({ entry, uncosted }: CardProps) {
  const { memory, cost, uses } = entry;
  const { section, priority } = memory.contribution;
  return (
    <div className={styles.card} data-opens>
      <span className={styles.head}>
        <SectionIcon section={section} />
        <button
          className={styles.name}
          onClick={() => setWorkspace({ memoryId: memory.id })}
          title={memory.label}
          type="button"
        >
          {memory.id}
        </button>
        <span className={styles.figure} title={t('Tokens in the current sample')}>
          {cost?.tokens ? formatCounted(cost.tokens, 'token') : cost ? t('nothing') : uncosted}
        </span>
      </span>
      <span className={styles.description}>{memory.description ?? memory.label}</span>
      <span className={styles.foot}>
        <span>
          {inSentence(t(sectionTitles[section]))} · {told(priority)}
        </span>
        <span title={uses.join(', ')}>
          {uses.length === 0 ? t('unused') : formatCounted(uses.length, 'rule')}
        </span>
        {memory.inputs_scope.length === 0 ? null : (
          <span>{t('reads {inputs_scope}', { inputs_scope: memory.inputs_scope.join(', ') })}</span>
        )}
        {isInSample(entry) ? (
          <Badge tone="fired">{t('in this sample')}</Badge>
        ) : (
          <WhyNotThere memoryId={memory.id} />
        )}
        {memory.status === 'deprecated' ? <Badge tone="missing">{t('deprecated')}</Badge> : null}
      </span>
    </div>
  );
}
