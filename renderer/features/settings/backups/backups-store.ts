import { create } from 'zustand';
import type { Backup } from '../../../../shared/contract/backups.ts';
import type { Output } from '../../../../shared/contract/contract.ts';
import { call } from '../../../api/call.ts';
import { keepRead, liveReading } from '../../../stores/live-reading.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { formatDayTime } from '../../../ui/format-time.ts';

interface BackupsState {
  readonly listed?: Output<'backup.list'>;
  /** While one is made or restored nothing else is begun. */
  readonly isBusy: boolean;
}

export const useBackups = create<BackupsState>()(() => ({ isBusy: false }));

export const backupsReading = liveReading(async () => {
  try {
    keepRead(useBackups, { listed: await call('backup.list', {}) });
  } catch (error) {
    showError(error);
  }
}, ['backups']);

export const backUpNow = (): Promise<void> =>
  working(async () => {
    const made = await call('backup.create', {});
    showToast({
      message: t('Backed up, as of {created_at}.', { created_at: formatDayTime(made.created_at) }),
    });
  });

/** What was there is backed up first, so that the way back is one press. */
export const restoreBackup = ({ name }: Pick<Backup, 'name'>): Promise<void> =>
  working(async () => {
    const { restored, undo } = await call('backup.restore', { name });
    showToast({
      message: t('The database holds what it held on {created_at}.', {
        created_at: formatDayTime(restored.created_at),
      }),
      action: { label: t('Undo'), run: () => void restoreBackup(undo) },
    });
  });

export const acknowledgeDamage = (): Promise<void> =>
  working(async () => {
    await call('backup.acknowledge', {});
  });

async function working(work: () => Promise<void>): Promise<void> {
  if (useBackups.getState().isBusy) return;
  useBackups.setState({ isBusy: true });
  try {
    await work();
  } catch (error) {
    showError(error);
  }
  useBackups.setState({ isBusy: false });
  backupsReading.again();
}
