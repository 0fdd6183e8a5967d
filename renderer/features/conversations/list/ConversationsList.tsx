import { FolderInput, Search, Trash2 } from 'lucide-react';
import type { Conversation } from '../../../../shared/model/conversation.ts';
import { useProvideCommands } from '../../../stores/commands.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusSearch } from '../../../ui/focus-search.ts';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ItemList } from '../../../ui/ItemList.tsx';
import { ListNote, ListPanel } from '../../../ui/ListPanel.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import {
  type ConversationsView,
  openDialog,
  setConversationsView,
  useConversationsView,
} from '../conversations-view.ts';
import { filterList } from '../logic/filter-list.ts';
import { useConversation } from '../use-conversation.ts';
import { Bundles } from './Bundles.tsx';
import { Deriving } from './Deriving.tsx';
import { Entities } from './Entities.tsx';
import { FoundMessages } from './FoundMessages.tsx';
import { Topics } from './Topics.tsx';

const selectSearch = (view: ConversationsView) => view.search;

/** Left list of the conversations view: conversations, what they are about, who is in them, what is compiled of that. */
export function ConversationsList() {
  const search = useConversationsView(selectSearch);
  const { conversations, conversation } = useConversation();
  useProvideCommands({ 'edit.find': { run: () => focusSearch('Conversations') } });
  return (
    <ListPanel label="Conversations">
      <PanelHeader actions={<Actions chosen={conversation} />} title="Conversations" />
      <TextField
        icon={Search}
        label="Search conversations, messages, topics and entities"
        labelHidden
        onChange={next => setConversationsView({ search: next })}
        placeholder="Search"
        value={search}
      />
      <ItemList
        empty={<None isSearched={search !== ''} />}
        items={filterList(conversations, search, ({ id, title }) => [id, title]).map(listItem)}
        label="Conversations"
        onSelect={id => setConversationsView({ conversationId: id, selection: undefined })}
        selectedId={conversation?.id}
      />
      <Deriving />
      <FoundMessages />
      <Topics />
      <Entities />
      <Bundles />
    </ListPanel>
  );
}

function listItem({ id, title, messages, tokens }: Conversation) {
  return {
    id,
    title: title === '' ? id : title,
    subtitle: `${formatCounted(messages, 'message')} · ${formatCount(tokens)} tokens`,
  };
}

function Actions({ chosen }: { readonly chosen: Conversation | undefined }) {
  return (
    <>
      <Menu
        entries={[
          {
            id: 'delete',
            label: 'Delete conversation…',
            icon: Trash2,
            tone: 'danger',
            disabled: chosen === undefined,
            run: () => chosen && openDialog({ kind: 'delete', id: chosen.id, title: chosen.title }),
          },
        ]}
        name="Actions for conversations"
      />
      <IconButton
        icon={FolderInput}
        name="Import conversations"
        onPress={() => openDialog({ kind: 'import' })}
      />
    </>
  );
}

function None({ isSearched }: { readonly isSearched: boolean }) {
  if (!isSearched) return <ListNote>None yet. Import the first with the button above.</ListNote>;
  return (
    <ListNote>
      No conversation matches.{' '}
      <Button onPress={() => setConversationsView({ search: '' })} variant="quiet">
        Clear search
      </Button>
    </ListNote>
  );
}
