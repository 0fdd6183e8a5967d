import { CircleAlert, Plus, X } from 'lucide-react';
import { memo, useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { edit, useDocuments } from '../../../stores/documents.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import list from '../../../ui/listbox.module.css';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { SectionIcon } from '../../../ui/SectionIcon.tsx';
import { addRuleMemory, removeRuleMemory } from '../edits/memory-edits.ts';
import { MemoryChoice } from '../MemoryChoiceWhenNeeded.tsx';
import styles from './MemoryChips.module.css';
import inspector from './RuleInspector.module.css';

interface MemoryChipsProps {
  readonly at: RuleRef;
  readonly memories: readonly string[];
}

/** The memories a rule adds; a press opens one, the cross takes it off, the last chip adds one. */
export const MemoryChips = memo(function MemoryChips({ at, memories }: MemoryChipsProps) {
  return (
    <section aria-label={t('Memories it adds')} className={inspector.group}>
      <PanelHeader level="label" title={t('Then add')} />
      <ul className={styles.chips}>
        {memories.map(memoryId => (
          <MemoryChip at={at} key={memoryId} memoryId={memoryId} />
        ))}
        <li>
          <AddMemory at={at} />
        </li>
      </ul>
    </section>
  );
});

function MemoryChip({ at, memoryId }: { readonly at: RuleRef; readonly memoryId: string }) {
  const section = useDocuments(state => state.working.memories[memoryId]?.contribution.section);
  return (
    <li className={classNames(styles.chip, section === undefined && styles.unknown)}>
      <button
        className={styles.name}
        onClick={() => showMemory(memoryId)}
        title={section === undefined ? t('No memory has this id') : t('Open {memoryId}', { memoryId })}
        type="button"
      >
        {section === undefined ? <CircleAlert aria-hidden size={14} /> : <SectionIcon section={section} />}
        <span>{memoryId}</span>
      </button>
      <button
        aria-label={t('Remove {memoryId}', { memoryId })}
        className={styles.remove}
        onClick={() => edit(t('remove memory'), draft => removeRuleMemory(draft, at, memoryId))}
        type="button"
      >
        <X aria-hidden size={12} />
      </button>
    </li>
  );
}

function AddMemory({ at }: { readonly at: RuleRef }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const add = (memoryId: string) => {
    edit(t('add memory'), draft => addRuleMemory(draft, at, memoryId));
    close();
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton aria-label={t('Add a memory')} className={classNames(styles.add)} data-adds>
        <Plus aria-hidden size={14} /> {t('memory')}
      </AriaButton>
      <Popover className={classNames(list.popover)} offset={4} placement="bottom start">
        <Dialog aria-label={t('Choose or create a memory')} className={classNames(styles.dialog)}>
          <MemoryChoice at={at} onChoose={add} onClose={close} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
