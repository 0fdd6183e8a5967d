import { CircleAlert, ListTree, MessagesSquare, Signpost } from 'lucide-react';
import type { Conversation } from '../../../shared/model/conversation.ts';
import { call } from '../../api/call.ts';
import { useProvideCommands } from '../../stores/commands.ts';
import { selectPath, useProject } from '../../stores/project.ts';
import { showError, showToast } from '../../stores/toasts.ts';
import { type Answer, useAnswer } from '../../stores/use-answer.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type TabItem, Tabs } from '../../ui/Tabs.tsx';
import { ArcTab } from './arc/ArcTab.tsx';
import styles from './ConversationsView.module.css';
import {
  type ConversationTab,
  closeDialog,
  openDialog,
  planInput,
  selectReading,
  setConversationsView,
  useConversationNews,
  useConversationsView,
  useKeepConfigured,
  type ConversationsView as View,
} from './conversations-view.ts';
import { ImportDialog } from './dialogs/ImportDialog.tsx';
import { useKeepPlan, usePlan } from './kept-plan.ts';
import { ratioWords, strategyName } from './logic/plan-words.ts';
import { PromptTab } from './prompt/PromptTab.tsx';
import readError from './ReadError.module.css';
import { ShownTab } from './shown/ShownTab.tsx';
import { useConversation } from './use-conversation.ts';

/** What is typed or dragged is asked at once. */
const liveMs = 40;

/** Centre of the conversations view: what of a conversation is shown, the prompt that comes of it, its arc. */
export function ConversationsView() {
  useConversationNews();
  useKeepConfigured(useConversationsView(selectReading));
  useProvideCommands({ 'conversations.import': { run: () => openDialog({ kind: 'import' }) } });
  const { conversation, isEmpty, error } = useConversation();
  return (
    <>
      {error === undefined ? null : <ReadError message={error} />}
      {isEmpty ? <NoConversations /> : null}
      {conversation === undefined ? null : <OneConversation conversation={conversation} />}
      <ConversationDialogs />
    </>
  );
}

/** Says why there is nothing newer, beside what there was before. */
function ReadError({ message }: { readonly message: string }) {
  return (
    <div className={readError.error} role="alert">
      <Notice icon={CircleAlert} title={t('This could not be read')} tone="error">
        {message}
      </Notice>
    </div>
  );
}

function NoConversations() {
  return (
    <EmptyState
      actions={
        <Button onPress={() => openDialog({ kind: 'import' })} variant="primary">
          {t('Import conversations…')}
        </Button>
      }
      icon={MessagesSquare}
      title={t('No conversations yet')}
    >
      {t(
        'Import what was talked about, from a file of messages, an export of ChatGPT or Claude, or a transcript, and see what of it fits into the next turn.',
      )}
    </EmptyState>
  );
}

const selectTab = (view: View) => view.tab;

function OneConversation({ conversation }: { readonly conversation: Conversation }) {
  const tab = useConversationsView(selectTab);
  const reading = useConversationsView(selectReading);
  const path = useProject(selectPath);
  const stored = useAnswer('conversations.get', { conversation_id: conversation.id }, reading, 0);
  const messages = stored.output?.conversation.id === conversation.id ? stored.output.messages : undefined;
  const tabs: TabItem<ConversationTab>[] = [
    {
      id: 'shown',
      label: t('What is shown'),
      icon: MessagesSquare,
      content: <ShownTab conversationId={conversation.id} key={conversation.id} messages={messages} />,
    },
    {
      id: 'prompt',
      label: t('Final prompt'),
      icon: ListTree,
      content: <PromptTab conversationId={conversation.id} key={conversation.id} />,
    },
    {
      id: 'arc',
      label: t('Arc'),
      icon: Signpost,
      content: <ArcTab conversationId={conversation.id} key={conversation.id} />,
    },
  ];
  return (
    <>
      <KeptPlan conversationId={conversation.id} key={`${path} ${conversation.id}`} />
      <PlanFailure conversationId={conversation.id} />
      <Tabs
        end={<Standing conversationId={conversation.id} />}
        label={t('Views of the conversation')}
        onSelect={next => setConversationsView({ tab: next })}
        selected={tab}
        tabs={tabs}
      />
    </>
  );
}

/** Draws nothing. For another conversation, or project, it begins anew, so that no plan is taken for one of another. */
function KeptPlan({ conversationId }: { readonly conversationId: string }) {
  useKeepPlan(conversationId, useAskedPlan(conversationId));
  return null;
}

function useAskedPlan(conversationId: string): Answer<'conversations.assemble'> {
  const view = useConversationsView();
  const policy = view.policy === 'both' ? 'fitted' : view.policy;
  return useAnswer('conversations.assemble', planInput(view, conversationId, policy), view.reading, liveMs);
}

/** Told above all tabs: each of them shows the plan before, or nothing. */
function PlanFailure({ conversationId }: { readonly conversationId: string }) {
  const { failure } = usePlan(conversationId);
  return failure === undefined ? null : <ReadError message={failure} />;
}

/** How much had to go, and what that came to. */
function Standing({ conversationId }: { readonly conversationId: string }) {
  const metadata = usePlan(conversationId).assembled?.metadata;
  if (metadata === undefined) return null;
  const { strategy, ratio, coverage } = metadata;
  const parts = [ratioWords(ratio), formatCounted(coverage.totalMessages, 'message')].filter(Boolean);
  return (
    <span
      className={styles.standing}
      title={t("The strategy, by the conversation's tokens for each token that its arc and its history have")}
    >
      <span className={styles.more}>{t('strategy')} </span>
      <strong>{strategyName(strategy)}</strong>
      <span className={styles.more}> · {parts.join(' · ')}</span>
    </span>
  );
}

const selectDialog = (view: View) => view.dialog;

/** The window over the conversations view, if one is open. */
function ConversationDialogs() {
  const dialog = useConversationsView(selectDialog);
  if (dialog === undefined) return null;
  if (dialog.kind === 'import') return <ImportDialog onClose={closeDialog} />;
  const { id, title } = dialog;
  const remove = () => {
    closeDialog();
    call('conversations.delete', { conversation_id: id }).then(
      () => showToast({ message: t('"{title}" was deleted.', { title }) }),
      showError,
    );
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Delete conversation')}
      onClose={closeDialog}
      onConfirm={remove}
      title={t('Delete "{title}"?', { title })}
    >
      {t(
        'Its messages and the summaries that are kept of it go. Topics and entities that were found in it stay. This cannot be undone; it can be imported again from where it came.',
      )}
    </ConfirmDialog>
  );
}
