import { Scissors } from 'lucide-react';
import { useState } from 'react';
import type { AssembledContext, ContextItem } from '../../../../shared/model/assembled-context.ts';
import { type Section, sections, sectionTitles } from '../../../../shared/model/section.ts';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { WhyNotButton } from '../../../ui/WhyNotButton.tsx';
import type { BudgetRow } from '../budget/budget-rows.ts';
import { itemNotes } from './item-notes.ts';
import styles from './SectionItems.module.css';

interface SectionItemsProps {
  readonly result: AssembledContext;
  /** Given where the final text stands beside: the heading leads to its place in it. */
  readonly onSection?: (section: Section) => void;
  /** All that reached the budget, in placement order: what was cut is shown where it would stand. */
  readonly rows?: readonly BudgetRow[];
}

const noRows: readonly BudgetRow[] = [];
/** Those that come back first: of thousands nobody reads the rest here. */
const cutsShown = 30;

/** What is in the context, section by section, with cost and source of each item. */
export function SectionItems({ result, onSection, rows = noRows }: SectionItemsProps) {
  const cuts = rows.filter(({ cut }) => cut).length;
  const shown = rows.filter(({ cut }) => !cut || cut.order > cuts - cutsShown);
  const filled = sections.filter(
    section => result.context[section] || shown.some(row => row.cut && row.section === section),
  );
  if (filled.length === 0)
    return <p className={styles.none}>{t('The context is empty: see the trace for what was asked for.')}</p>;
  return (
    <div className={styles.sections}>
      {filled.map(section => (
        <section aria-label={t(sectionTitles[section])} key={section}>
          <h3 className={styles.heading}>
            <SectionIcon section={section} />
            {onSection && result.context[section] ? (
              <TextLink onPress={() => onSection(section)}>{t(sectionTitles[section])}</TextLink>
            ) : (
              t(sectionTitles[section])
            )}
            <span className={styles.tokens}>
              {formatCounted(result.meta.section_tokens[section] ?? 0, 'token')}
            </span>
          </h3>
          <ul>
            {placed(result.context[section] ?? [], shown, section).map(one =>
              'content' in one ? <ItemRow item={one} key={one.id} /> : <CutRow key={one.id} {...one} />,
            )}
          </ul>
        </section>
      ))}
      {cuts > cutsShown ? (
        <p className={styles.none}>
          {t('{count} more {count|item is|items are} cut: see the dropped items.', {
            count: cuts - cutsShown,
          })}
        </p>
      ) : null}
    </div>
  );
}

/** Items of a section, and between them those that were cut, in placement order. */
function placed(
  items: readonly ContextItem[],
  rows: readonly BudgetRow[],
  section: Section,
): readonly (ContextItem | BudgetRow)[] {
  const ofSection = rows.filter(row => row.section === section);
  if (!ofSection.some(({ cut }) => cut)) return items;
  const byId = new Map(items.map(item => [item.id, item]));
  return ofSection.flatMap(row => (row.cut ? row : (byId.get(row.id) ?? [])));
}

/** An item that the budget cut, where it would stand. */
function CutRow({ id, memoryId, text, tokens, cut }: BudgetRow) {
  return (
    <li className={classNames(styles.item, styles.cut)} data-item={id} title={text}>
      <div className={styles.line}>
        <Scissors aria-hidden className={styles.scissors} size={13} />
        <span className={styles.gone}>{id}</span>
        <span className={styles.order}>{t('cut {order}', { order: cut?.order ?? 0 })}</span>
        <WhyNotButton about={id} onPress={() => askWhyNot({ kind: 'memory', memoryId, itemId: id })} />
        <span className={classNames(styles.cost, styles.gone)}>{formatCount(tokens)}</span>
      </div>
    </li>
  );
}

function ItemRow({ item }: { readonly item: ContextItem }) {
  const [isWhole, setWhole] = useState(false);
  const notes = itemNotes(item).join(' · ');
  return (
    <li className={styles.item} data-item={item.id}>
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
