import { type ReactNode, useState } from 'react';
import type { ReadStatus } from '../../../stores/use-answer.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ItemList, type ListItem } from '../../../ui/ItemList.tsx';
import { ListNone } from '../../../ui/ListPanel.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import {
  type ConversationsView,
  type Selection,
  select,
  selectSelection,
  useConversationsView,
} from '../conversations-view.ts';
import styles from './ListGroup.module.css';

interface ListGroupProps {
  readonly title: string;
  readonly kind: Selection['kind'];
  readonly items: readonly ListItem[];
  readonly status: ReadStatus;
  readonly actions?: ReactNode;
  /** Stands in the place of rows. */
  readonly empty: string;
}

/** More are a press away, so that the groups below stay in reach. */
const shownAtOnce = 4;
const selectIsSearched = (view: ConversationsView) => view.search !== '';

/** Topics, entities or bundles: the first few, all when asked or searched; the chosen one is in the inspector. */
export function ListGroup({ title, kind, items, status, actions, empty }: ListGroupProps) {
  const selection = useConversationsView(selectSelection);
  const isSearched = useConversationsView(selectIsSearched);
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || isSearched ? items : items.slice(0, shownAtOnce);
  const rest = items.length - shown.length;
  return (
    <div className={styles.group}>
      <PanelHeader actions={actions} title={title} />
      <ItemList
        empty={<ListNone status={status}>{isSearched ? t('None matches.') : empty}</ListNone>}
        items={shown}
        label={title}
        onSelect={id => select({ kind, id })}
        selectedId={selection?.kind === kind ? selection.id : undefined}
      />
      {rest > 0 || (showsAll && items.length > shownAtOnce && !isSearched) ? (
        <Button onPress={() => setShowsAll(!showsAll)} variant="quiet">
          {rest > 0 ? t('Show {rest} more', { rest }) : t('Show fewer')}
        </Button>
      ) : null}
    </div>
  );
}
