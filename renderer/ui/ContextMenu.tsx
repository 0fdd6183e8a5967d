import { useRef } from 'react';
import { Popover } from 'react-aria-components';
import styles from './ContextMenu.module.css';
import { classNames } from './class-names.ts';
import list from './listbox.module.css';
import { MenuEntries, type MenuEntry } from './Menu.tsx';

interface ContextMenuProps {
  /** What the menu is about. */
  readonly name: string;
  readonly entries: readonly (MenuEntry | 'separator')[];
  /** Where the pointer was, in the window. */
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
}

/** A menu under the pointer. Mount it to open it. Whatever it offers must be reachable elsewhere too. */
export function ContextMenu({ name, entries, x, y, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span className={styles.anchor} ref={anchor} style={{ left: x, top: y }} />
      <Popover
        className={classNames(list.popover)}
        isOpen
        offset={2}
        onOpenChange={open => !open && onClose()}
        placement="bottom start"
        triggerRef={anchor}
      >
        <MenuEntries entries={entries} name={name} onClose={onClose} />
      </Popover>
    </>
  );
}
