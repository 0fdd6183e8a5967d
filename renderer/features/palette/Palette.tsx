import { ChevronRight, FlaskConical, Library, type LucideIcon, Search, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
} from 'react-aria-components';
import { closeDialog } from '../../stores/dialogs.ts';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import { classNames } from '../../ui/class-names.ts';
import { closeAtOnce } from '../../ui/close-at-once.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import list from '../../ui/listbox.module.css';
import styles from './Palette.module.css';
import { type PaletteEntry, type PaletteKind, paletteEntries, searchEntries } from './palette-entries.ts';

const looks = {
  rule: { word: 'Rule', icon: Workflow },
  engine: { word: 'Engine', icon: Workflow },
  memory: { word: 'Memory', icon: Library },
  sample: { word: 'Sample', icon: FlaskConical },
  command: { word: 'Command', icon: ChevronRight },
} as const satisfies Record<PaletteKind, { word: string; icon: LucideIcon }>;

const selectWorking = (state: DocumentsState) => state.working;

/** Goes to anything by a few letters of its name. */
export function Palette() {
  const working = useDocuments(selectWorking);
  const [query, setQuery] = useState('');
  const entries = useMemo(() => paletteEntries(working), [working]);
  const found = useMemo(() => searchEntries(entries, query), [entries, query]);
  const run = (id: unknown) => {
    closeDialog();
    entries.find(entry => entry.id === id)?.run();
  };
  return (
    <ModalOverlay
      className={classNames(styles.veil)}
      isDismissable
      isOpen
      onOpenChange={open => !open && closeDialog()}
    >
      <Modal className={classNames(styles.modal)}>
        <Dialog aria-label="Go to" className={classNames(styles.dialog)}>
          <div className={classNames(styles.content)} onKeyDownCapture={closeAtOnce(closeDialog)}>
            <Autocomplete inputValue={query} onInputChange={setQuery}>
              <SearchField
                aria-label="Go to rule, memory, sample or command"
                autoFocus
                className={classNames(styles.field)}
              >
                <Search aria-hidden size={16} />
                <Input
                  className={classNames(styles.input)}
                  placeholder="Go to rule, memory, sample or command"
                />
              </SearchField>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus stays in the field, so the list must be reachable to scroll. */}
              <section aria-label="Results" className={styles.results} tabIndex={0}>
                <Menu
                  className={classNames(list.list, styles.list)}
                  items={found}
                  onAction={run}
                  renderEmptyState={() => <p className={styles.empty}>Nothing is named “{query}”.</p>}
                >
                  {entry => <PaletteRow entry={entry} />}
                </Menu>
              </section>
            </Autocomplete>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteRow({ entry }: { readonly entry: PaletteEntry }) {
  const { word, icon: Icon } = looks[entry.kind];
  return (
    <MenuItem className={classNames(list.item)} id={entry.id} textValue={`${word} ${entry.title}`}>
      <Icon aria-hidden className={classNames(list.icon)} size={15} strokeWidth={1.75} />
      <Text className={classNames(styles.title)} slot="label">
        {entry.title}
      </Text>
      <Text className={classNames(styles.detail)} slot="description">
        {entry.kind === 'command' ? entry.detail : `${word} · ${entry.detail}`}
      </Text>
      {entry.keys === undefined ? null : <Kbd keys={entry.keys} />}
    </MenuItem>
  );
}
