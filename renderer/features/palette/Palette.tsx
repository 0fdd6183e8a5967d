import {
  ChevronRight,
  CircleAlert,
  Disc,
  FileText,
  FlaskConical,
  Library,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  PlaneTakeoff,
  Scale,
  ScrollText,
  Search,
  Settings,
  Workflow,
} from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
} from 'react-aria-components';
import { type FoundThing, type StoredKind, storedKinds } from '../../../shared/contract/project.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { call, errorBody } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { selectWorking, useDocuments } from '../../stores/documents.ts';
import { useAnswer } from '../../stores/use-answer.ts';
import { t } from '../../texts/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { closeAtOnce } from '../../ui/close-at-once.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import list from '../../ui/listbox.module.css';
import styles from './Palette.module.css';
import {
  type PaletteEntry,
  type PaletteGroup,
  type PaletteKind,
  paletteEntries,
  type SettingKey,
  searchEntries,
} from './palette-entries.ts';

const looks = {
  rule: { words: t('Rules'), icon: Workflow },
  engine: { words: t('Engines'), icon: Workflow },
  memory: { words: t('Memories'), icon: Library },
  sample: { words: t('Samples'), icon: FlaskConical },
  contract: { words: t('Contracts'), icon: Scale },
  test: { words: t('Tests'), icon: ListChecks },
  setting: { words: t('Settings'), icon: Settings },
  command: { words: t('Commands'), icon: ChevronRight },
  record: { words: t('Ledger'), icon: ScrollText },
  document: { words: t('Documents'), icon: FileText },
  conversation: { words: t('Conversations'), icon: MessagesSquare },
  session: { words: t('Sessions'), icon: PlaneTakeoff },
  recording: { words: t('Recordings'), icon: Disc },
} as const satisfies Record<PaletteKind, { words: string; icon: LucideIcon }>;

/** Opens what is stored beside the definitions, in its view. */
type OpenStored = (thing: FoundThing) => void;

/** Goes to anything by a few letters of its name: what the page holds at once, what the host holds a moment later. */
export function Palette({ onOpenStored }: { readonly onOpenStored: OpenStored }) {
  const working = useDocuments(selectWorking);
  const settings = useSettingKeys();
  const [query, setQuery] = useState('');
  const entries = useMemo(() => paletteEntries(working, settings), [working, settings]);
  const here = useMemo(() => searchEntries(entries, query), [entries, query]);
  const search = useStoredSearch(query);
  const groups = useMemo(
    () => [...here, ...storedGroups(search, onOpenStored)],
    [here, search, onOpenStored],
  );
  const run = (id: unknown) => {
    closeDialog();
    groups
      .flatMap(group => group.entries)
      .find(entry => entry.id === id)
      ?.run();
    keepFocus();
  };
  return (
    <ModalOverlay
      className={classNames(styles.veil)}
      isDismissable
      isOpen
      onOpenChange={open => !open && closeDialog()}
    >
      <Modal className={classNames(styles.modal)}>
        <Dialog aria-label={t('Go to')} className={classNames(styles.dialog)}>
          <div className={classNames(styles.content)} onKeyDownCapture={closeAtOnce(closeDialog)}>
            <Autocomplete inputValue={query} onInputChange={setQuery}>
              <SearchField aria-label={t('Go to anything')} autoFocus className={classNames(styles.field)}>
                <Search aria-hidden size={16} />
                <Input
                  className={classNames(styles.input)}
                  maxLength={200}
                  placeholder={t('Go to anything: a rule, a record, a setting, a command…')}
                />
              </SearchField>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus stays in the field, so the list must be reachable to scroll. */}
              <section aria-label={t('Results')} className={styles.results} tabIndex={0}>
                <Menu
                  className={classNames(list.list, styles.list)}
                  items={groups}
                  onAction={run}
                  renderEmptyState={() => <Nothing query={query} search={search} />}
                >
                  {group => <PaletteSection group={group} />}
                </Menu>
              </section>
            </Autocomplete>
            <SearchStatus search={search} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const framesToCome = 10;

/** What had the focus may be gone with its view: keys go on where one has gone to, unless something there took it. */
function keepFocus(frames = framesToCome): void {
  requestAnimationFrame(() => {
    if (frames > 0) return keepFocus(frames - 1);
    if (document.activeElement !== document.body) return;
    const editor = document.querySelector<HTMLElement>('[data-region="Editor"]');
    editor?.setAttribute('tabindex', '-1');
    editor?.focus();
  });
}

const nothingAsked = {};

/** Keys of the configuration, as their schema tells them. */
function useSettingKeys(): readonly SettingKey[] {
  const { output } = useAnswer('config.schema', nothingAsked, 0, 0);
  return useMemo(() => {
    const read = (value: unknown, name: string) => (isJsonObject(value) ? value[name] : undefined);
    const file = read(read(output?.schema, 'properties'), 'context_engineering');
    return Object.entries(Object(read(file, 'properties'))).map(([key, schema]) => ({
      key,
      meaning: String(read(schema, 'description') ?? ''),
    }));
  }, [output]);
}

function storedGroups(search: StoredSearch, open: OpenStored): PaletteGroup[] {
  return storedKinds.flatMap(kind => {
    const answer = search[kind];
    if (answer.state !== 'found' || answer.found.length === 0) return [];
    const entries = answer.found.map(thing => ({
      id: `${kind} ${thing.collection ?? ''} ${thing.id}`,
      kind,
      title: thing.title,
      detail: thing.detail,
      run: () => open(thing),
    }));
    return [{ id: kind, kind, entries, more: 0 }];
  });
}

function PaletteSection({ group }: { readonly group: PaletteGroup }) {
  const { kind, entries, more } = group;
  const { words } = looks[kind];
  return (
    <MenuSection className={classNames(styles.group)} id={kind}>
      <Header className={classNames(styles.heading)}>
        {words}
        {more > 0 ? <span className={styles.more}>{t('{more} more', { more })}</span> : null}
      </Header>
      <Collection items={entries}>{entry => <PaletteRow entry={entry} />}</Collection>
    </MenuSection>
  );
}

function PaletteRow({ entry }: { readonly entry: PaletteEntry }) {
  const { words, icon: Icon } = looks[entry.kind];
  return (
    <MenuItem className={classNames(list.item)} id={entry.id} textValue={`${words} ${entry.title}`}>
      <Icon aria-hidden className={classNames(list.icon)} size={15} strokeWidth={1.75} />
      <Text className={classNames(styles.title)} slot="label">
        {entry.title}
      </Text>
      <Text className={classNames(styles.detail)} slot="description">
        {entry.detail}
      </Text>
      {entry.keys === undefined ? null : <Kbd keys={entry.keys} />}
    </MenuItem>
  );
}

function Nothing({ query, search }: { readonly query: string; readonly search: StoredSearch }) {
  if (kindsIn(search, 'asked').length > 0) return <p className={styles.empty}>{t('Searching…')}</p>;
  return <p className={styles.empty}>{t('Nothing is named “{query}”.', { query })}</p>;
}

const kindsIn = (search: StoredSearch, state: 'asked' | 'failed'): StoredKind[] =>
  storedKinds.filter(kind => search[kind].state === state);
const namesOf = (kinds: readonly StoredKind[]) => kinds.map(kind => looks[kind].words).join(', ');

/** Where the search still goes on, and where it failed and why. */
function SearchStatus({ search }: { readonly search: StoredSearch }) {
  const asked = kindsIn(search, 'asked');
  const failed = kindsIn(search, 'failed');
  const [first] = failed.map(kind => search[kind]);
  if (asked.length === 0 && failed.length === 0) return null;
  return (
    <div className={styles.status} role="status">
      {asked.length === 0 ? null : <span>{t('Still searching: {kinds}', { kinds: namesOf(asked) })}</span>}
      {first?.state === 'failed' ? (
        <span className={styles.failed}>
          <CircleAlert aria-hidden size={14} />
          {t('Could not be searched: {kinds}. {why}', { kinds: namesOf(failed), why: first.message })}
        </span>
      ) : null}
    </div>
  );
}

/** How far the search in what only the host holds has come, kind by kind. */
type StoredSearch = Readonly<Record<StoredKind, StoredAnswer>>;

type StoredAnswer =
  | { readonly state: 'idle' | 'asked' }
  | { readonly state: 'found'; readonly found: readonly FoundThing[] }
  | { readonly state: 'failed'; readonly message: string };

const typingMs = 120;
const mostOfKind = 6;

const everyKind = (answer: StoredAnswer): StoredSearch => ({
  record: answer,
  document: answer,
  conversation: answer,
  session: answer,
  recording: answer,
});

/** Asks the host for each kind by itself, after a pause in typing, so that a slow or a failing one holds up no other. */
function useStoredSearch(query: string): StoredSearch {
  const [search, setSearch] = useState<StoredSearch>(() => everyKind({ state: 'idle' }));
  const asked = query.trim().slice(0, 200);
  useEffect(() => {
    if (asked === '') return setSearch(everyKind({ state: 'idle' }));
    const wanted = { is: true };
    setSearch(everyKind({ state: 'asked' }));
    const put = (kind: StoredKind, answer: StoredAnswer) =>
      wanted.is && setSearch(before => ({ ...before, [kind]: answer }));
    const ask = (kind: StoredKind) =>
      call('project.find', { query: asked, kinds: [kind], limit: mostOfKind }).then(
        ({ found }) => put(kind, { state: 'found', found }),
        error => put(kind, { state: 'failed', message: errorBody(error).message }),
      );
    const timer = setTimeout(() => {
      for (const kind of storedKinds) void ask(kind);
    }, typingMs);
    return () => {
      wanted.is = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return search;
}
