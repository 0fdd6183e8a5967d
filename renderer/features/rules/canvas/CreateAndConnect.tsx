import { useRef } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { edit } from '../../../stores/documents.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import list from '../../../ui/listbox.module.css';
import { addRuleMemory } from '../edits/memory-edits.ts';
import { MemoryChoice } from '../MemoryChoiceWhenNeeded.tsx';
import styles from './Canvas.module.css';

/** A connection from a rule ended in the empty, at this point of the window. */
export interface ConnectRequest {
  readonly at: RuleRef;
  readonly x: number;
  readonly y: number;
}

interface CreateAndConnectProps {
  readonly request: ConnectRequest;
  readonly onClose: () => void;
}

/** Asks which memory the rule shall add, where the connection was dropped. */
export function CreateAndConnect({ request: { at, x, y }, onClose }: CreateAndConnectProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const add = (memoryId: string) => {
    edit(t('add memory'), draft => addRuleMemory(draft, at, memoryId));
    onClose();
  };
  return (
    <>
      <span className={styles.anchor} ref={anchor} style={{ left: x, top: y }} />
      <Popover
        className={classNames(list.popover)}
        isOpen
        onOpenChange={open => !open && onClose()}
        placement="bottom start"
        triggerRef={anchor}
      >
        <Dialog aria-label={t('Choose or create a memory')} className={classNames(styles.dialog)}>
          <MemoryChoice at={at} onChoose={add} onClose={onClose} />
        </Dialog>
      </Popover>
    </>
  );
}
