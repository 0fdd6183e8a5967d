import { call } from '../../../api/call.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { type ConversationsView, closeDialog, useConversationsView } from '../conversations-view.ts';
import { ImportDialog } from './ImportDialog.tsx';

const selectDialog = (view: ConversationsView) => view.dialog;

/** The window over the conversations view, if one is open. */
export function ConversationDialogs() {
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
      danger
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
