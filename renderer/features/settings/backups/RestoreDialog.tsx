import type { Backup } from '../../../../shared/contract/backups.ts';
import { t } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { formatDayTime } from '../../../ui/format-time.ts';
import { restoreBackup } from './backups-store.ts';

interface RestoreDialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

/** Says what a restore takes away and what it leaves, and that it can be undone. */
export function RestoreDialog({ backup, onClose }: RestoreDialogProps) {
  const restore = () => {
    onClose();
    void restoreBackup(backup);
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Restore')}
      danger
      onClose={onClose}
      onConfirm={restore}
      title={t('Restore the copy of {created_at}?', { created_at: formatDayTime(backup.created_at) })}
    >
      {t(
        'It takes the place of all that the database holds: documents, keys, events, graph, ledger, handoff, health and conversations. Rules, memories, samples and settings are files and stay as they are. What is there now is backed up first, so this can be undone.',
      )}
    </ConfirmDialog>
  );
}
