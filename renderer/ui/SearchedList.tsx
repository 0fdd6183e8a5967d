import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { inSentence, t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
import { ItemList, type ListItem } from './ItemList.tsx';
import { ListNote, ListPanel } from './ListPanel.tsx';
import { PanelHeader } from './PanelHeader.tsx';
import { TextField } from './TextField.tsx';

interface SearchedListProps {
  /** "Contracts". */
  readonly title: string;
  readonly actions: ReactNode;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Where it is more than the names that are searched; a placeholder is shorter. */
  readonly searches?: { readonly label: string; readonly placeholder: string };
  /** Said where there is nothing at all. */
  readonly none: string;
  readonly items: readonly ListItem[];
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Below the list. */
  readonly children?: ReactNode;
}

/** The list at the left of a view of documents: what it lists, a search in it, and the one that is chosen. */
export function SearchedList(props: SearchedListProps) {
  const { title, actions, search, onSearch, none, items, selectedId, onSelect, children } = props;
  const plain = t('Search {title}', { title: inSentence(title) });
  const { label, placeholder } = props.searches ?? { label: plain, placeholder: plain };
  return (
    <ListPanel label={title}>
      <PanelHeader actions={actions} title={title} />
      <TextField
        icon={Search}
        label={label}
        labelHidden
        onChange={onSearch}
        placeholder={placeholder}
        value={search}
      />
      <ItemList
        empty={search === '' ? <ListNote>{none}</ListNote> : <NothingMatches clear={() => onSearch('')} />}
        items={items}
        label={title}
        onSelect={onSelect}
        selectedId={selectedId}
      />
      {children}
    </ListPanel>
  );
}

function NothingMatches({ clear }: { readonly clear: () => void }) {
  return (
    <ListNote>
      {t('Nothing matches.')}{' '}
      <Button onPress={clear} variant="quiet">
        {t('Clear search')}
      </Button>
    </ListNote>
  );
}
