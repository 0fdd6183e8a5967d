import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  Button,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
  Text,
} from 'react-aria-components';
import { classNames } from './class-names.ts';
import { addAndFocus } from './focus-added.ts';
import icon from './IconButton.module.css';
import { Kbd } from './Kbd.tsx';
import list from './listbox.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: LucideIcon;
  readonly keys?: string;
  readonly tone?: 'danger';
  readonly disabled?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  /** What the menu is about; the name of its button. */
  readonly name: string;
  readonly entries: readonly (MenuEntry | 'separator')[];
  /** Content of the button; three dots when absent. */
  readonly trigger?: ReactNode;
  readonly triggerClassName?: string;
  /** Each entry adds something: the focus goes into that. */
  readonly adds?: boolean;
}

/** A button that opens a list of things to do. */
export function Menu({ name, entries, trigger, triggerClassName, adds = false }: MenuProps) {
  const adding = (entry: MenuEntry) => ({ ...entry, run: () => addAndFocus(entry.run) });
  return (
    <MenuTrigger>
      <Button
        aria-label={name}
        className={triggerClassName ?? classNames(icon.button, icon.m)}
        {...(adds && { 'data-adds': true })}
      >
        {trigger ?? <Ellipsis aria-hidden size={17} />}
      </Button>
      <Popover className={classNames(list.popover)} offset={4} placement="bottom start">
        <MenuEntries
          entries={adds ? entries.map(entry => (isEntry(entry) ? adding(entry) : entry)) : entries}
          name={name}
        />
      </Popover>
    </MenuTrigger>
  );
}

/** The open list itself, for menus that open elsewhere than at a button. */
export function MenuEntries({
  name,
  entries,
  onClose,
}: Pick<MenuProps, 'name' | 'entries'> & { readonly onClose?: () => void }) {
  return (
    <AriaMenu
      aria-label={name}
      {...(onClose && { autoFocus: 'first', onClose })}
      className={classNames(list.list)}
      onAction={key => entries.find(entry => isEntry(entry) && entry.id === key && run(entry))}
    >
      {entries.map((entry, index) =>
        isEntry(entry) ? (
          <MenuRow entry={entry} key={entry.id} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other identity than their place.
          <Separator className={classNames(list.separator)} key={`separator-${index}`} />
        ),
      )}
    </AriaMenu>
  );
}

function isEntry(entry: MenuEntry | 'separator'): entry is MenuEntry {
  return entry !== 'separator';
}

function run(entry: MenuEntry): true {
  entry.run();
  return true;
}

function MenuRow({ entry }: { readonly entry: MenuEntry }) {
  const Icon = entry.icon;
  return (
    <MenuItem
      className={classNames(list.item, entry.tone === 'danger' && list.danger)}
      id={entry.id}
      isDisabled={entry.disabled ?? false}
      textValue={entry.label}
    >
      {Icon ? <Icon aria-hidden className={classNames(list.icon)} size={15} /> : null}
      <span className={list.texts}>
        <Text className={classNames(list.label)} slot="label">
          {entry.label}
        </Text>
        {entry.description === undefined ? null : (
          <Text className={classNames(list.description)} slot="description">
            {entry.description}
          </Text>
        )}
      </span>
      {entry.keys === undefined ? null : <Kbd keys={entry.keys} />}
    </MenuItem>
  );
}
