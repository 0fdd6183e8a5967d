import { Copy, Scissors, ShieldAlert, ShieldX, TextQuote } from 'lucide-react';
import type { DroppedItem, DropReason } from '../../../../shared/model/assembled-context.ts';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useGrowing } from '../../../ui/use-growing.tsx';
import styles from './DroppedList.module.css';
import { type DropFacts, type DroppedSentence, droppedSentence } from './dropped-sentence.ts';

const icons = {
  budget: Scissors,
  duplicate: Copy,
  max_items: TextQuote,
  redaction_failed: ShieldX,
  authority: ShieldAlert,
} as const satisfies Record<DropReason, typeof Copy>;

interface DroppedListProps {
  readonly dropped: readonly DroppedItem[];
  readonly facts: (item: DroppedItem) => DropFacts;
}

/** A context that cuts thousands is rarely read to its end. */
const drawnAtOnce = 100;

/** Items that are not in the context, each with its reason in words; more of them as they are scrolled to. */
export function DroppedList({ dropped, facts }: DroppedListProps) {
  const { shown, end } = useGrowing(dropped, drawnAtOnce);
  if (dropped.length === 0) return null;
  return (
    <ul aria-label={t('Dropped items')} className={styles.list}>
      {shown.map(item => (
        <DroppedRow item={item} key={item.item_id} sentence={droppedSentence(item, facts(item))} />
      ))}
      {end}
    </ul>
  );
}

function DroppedRow({ item, sentence }: { readonly item: DroppedItem; readonly sentence: DroppedSentence }) {
  const Icon = icons[item.reason];
  return (
    <li className={styles.row} title={item.preview}>
      <Icon aria-hidden className={styles.icon} size={14} strokeWidth={1.75} />
      <span className={styles.text}>
        <strong>{sentence.itemId}</strong> {sentence.words}{' '}
        {sentence.survivor === undefined ? null : <Survivor id={sentence.survivor} />}
      </span>
      <Button
        onPress={() => askWhyNot({ kind: 'memory', memoryId: item.memory_id, itemId: item.item_id })}
        variant="quiet"
      >
        {t('Why not?')}
      </Button>
    </li>
  );
}

function Survivor({ id }: { readonly id: string }) {
  return <TextLink onPress={() => showMemory(id.slice(0, id.lastIndexOf('#')))}>{id}</TextLink>;
}
