import { useState } from 'react';
import type { AssembledContext, ContextItem } from '../../../../shared/model/assembled-context.ts';
import { type Section, sections, sectionTitles } from '../../../../shared/model/section.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { itemNotes } from './item-notes.ts';
import styles from './SectionItems.module.css';

interface SectionItemsProps {
  readonly result: AssembledContext;
  /** Given where the final text stands beside: the heading leads to its place in it. */
  readonly onSection?: (section: Section) => void;
}

/** What is in the context, section by section, with cost and source of each item. */
export function SectionItems({ result, onSection }: SectionItemsProps) {
  const filled = sections.filter(section => (result.context[section] ?? []).length > 0);
  if (filled.length === 0)
    return <p className={styles.none}>{t('The context is empty: see the trace for what was asked for.')}</p>;
  return (
    <div className={styles.sections}>
      {filled.map(section => (
        <section aria-label={t(sectionTitles[section])} key={section}>
          <h3 className={styles.heading}>
            <SectionIcon section={section} />
            {onSection ? (
              <TextLink onPress={() => onSection(section)}>{t(sectionTitles[section])}</TextLink>
            ) : (
              t(sectionTitles[section])
            )}
            <span className={styles.tokens}>
              {formatCounted(result.meta.section_tokens[section] ?? 0, 'token')}
            </span>
          </h3>
          <ul>
            {(result.context[section] ?? []).map(item => (
              <ItemRow item={item} key={item.id} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ItemRow({ item }: { readonly item: ContextItem }) {
  const [isWhole, setWhole] = useState(false);
  const notes = itemNotes(item).join(' · ');
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <TextLink onPress={() => showMemory(item.memory_id)}>{item.id}</TextLink>
        <span className={styles.notes}>{notes}</span>
        <span className={styles.cost}>{formatCount(item.tokens)}</span>
      </div>
      <button
        aria-expanded={isWhole}
        className={classNames(styles.content, isWhole && styles.whole)}
        onClick={() => setWhole(!isWhole)}
        type="button"
      >
        {item.content}
      </button>
    </li>
  );
}
