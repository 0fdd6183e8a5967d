import { ArchiveRestore, ShieldCheck, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Backup, DamagedTable, DamageReport } from '../../../../shared/contract/backups.ts';
import { backupReasons } from '../../../../shared/model/backup-reasons.ts';
import { type ProjectState, useProject } from '../../../stores/project.ts';
import { t } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import { formatDayTime } from '../../../ui/format-time.ts';
import { SettingsGroup, SettingsRow } from '../SettingsGroup.tsx';
import styles from './Backups.module.css';
import { outcomeOf, rowWords, soughtIn, tableName, tornTables } from './backup-words.ts';
import { acknowledgeDamage, backUpNow, backupsReading, restoreBackup, useBackups } from './backups-store.ts';

const selectDamage = (state: ProjectState) => state.info?.unseen_damage ?? 0;

/** Copies of the database, the way back to them, and what became of damage. */
export function BackupSettings() {
  backupsReading.useLive();
  const { listed, isBusy } = useBackups();
  const [asked, setAsked] = useState<Backup>();
  const damage = useProject(selectDamage);
  const place = useRef<HTMLDivElement>(null);
  const isThere = listed !== undefined;
  // Whoever comes here while damage stands comes for that.
  useEffect(() => {
    const section = place.current;
    if (!isThere || damage === 0 || !section?.parentElement) return;
    // What stands beside it may still be read, which moves all below it; who scrolls goes where they like.
    const grown = new ResizeObserver(() => section.scrollIntoView({ block: 'start' }));
    grown.observe(section.parentElement);
    const stop = () => grown.disconnect();
    for (const sign of ['wheel', 'pointerdown', 'keydown'])
      window.addEventListener(sign, stop, { once: true });
    return () => {
      stop();
      for (const sign of ['wheel', 'pointerdown', 'keydown']) window.removeEventListener(sign, stop);
    };
  }, [isThere, damage]);
  if (listed === undefined) return null;
  const { backups, folder } = listed;
  const bytes = backups.reduce((sum, one) => sum + one.bytes, 0);
  const last = backups.find(({ reason }) => reason === 'restore');
  return (
    <div ref={place}>
      <SettingsGroup title={t('Backups')}>
        {listed.damage.map(report => (
          <DamageRow key={report.kept_in} report={report} />
        ))}
        <SettingsRow
          below={backups.length === 0 ? null : <BackupTable backups={backups} onRestore={setAsked} />}
          label={
            backups.length === 0
              ? t('No copies yet')
              : t('{copys} kept, {size}', {
                  copys: formatCounted(backups.length, 'copy', 'copies'),
                  size: formatBytes(bytes),
                })
          }
          note={t(
            'What is stored beside the project’s files is copied to {folder} while Weft runs and before anything replaces it.',
            { folder },
          )}
        >
          <Button disabled={isBusy} icon={ArchiveRestore} onPress={() => void backUpNow()}>
            {t('Back up now')}
          </Button>
        </SettingsRow>
        {last === undefined ? null : (
          <SettingsRow
            label={t('Undo the last restore')}
            note={t('Brings back what was there before it, as of {created_at}.', {
              created_at: formatDayTime(last.created_at),
            })}
          >
            <Button disabled={isBusy} icon={Undo2} onPress={() => setAsked(last)}>
              {t('Undo restore…')}
            </Button>
          </SettingsRow>
        )}
      </SettingsGroup>
      {asked === undefined ? null : <RestoreDialog backup={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

/** As many are shown at first. */
const firstRows = 6;

interface BackupTableProps {
  /** The newest first. */
  readonly backups: readonly Backup[];
  readonly onRestore: (backup: Backup) => void;
}

/** The copies that are kept. */
function BackupTable({ backups, onRestore }: BackupTableProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? backups : backups.slice(0, firstRows);
  const more = backups.length - shown.length;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('Made')}</th>
            <th>{t('Why')}</th>
            <th className={styles.number}>{t('Size')}</th>
            <th>{t('Looked through')}</th>
            <th aria-label={t('Restore')} />
          </tr>
        </thead>
        <tbody>
          {shown.map(backup => (
            <BackupRow backup={backup} key={backup.name} onRestore={onRestore} />
          ))}
        </tbody>
      </table>
      {more === 0 ? null : (
        <Button onPress={() => setWhole(true)} variant="quiet">
          {t('Show {more} more', { more })}
        </Button>
      )}
    </>
  );
}

interface BackupRowProps {
  readonly backup: Backup;
  readonly onRestore: (backup: Backup) => void;
}

function BackupRow({ backup, onRestore }: BackupRowProps) {
  const isBusy = useBackups(state => state.isBusy);
  return (
    <tr>
      <th scope="row" title={backup.name}>
        {formatDayTime(backup.created_at)}
      </th>
      <td>{t(backupReasons[backup.reason])}</td>
      <td className={styles.number}>{formatBytes(backup.bytes)}</td>
      <td>
        <span
          className={styles.sound}
          title={t('Every row was looked through before the copy got its name.')}
        >
          <ShieldCheck aria-hidden size={14} />
          {t('sound')}
        </span>
      </td>
      <td className={styles.action}>
        <Button disabled={isBusy} onPress={() => onRestore(backup)}>
          {t('Restore…')}
        </Button>
      </td>
    </tr>
  );
}

/** What damage took and what came back, until its user has seen it and after. */
function DamageRow({ report }: { readonly report: DamageReport }) {
  const isBusy = useBackups(state => state.isBusy);
  const { seen_at } = report;
  return (
    <SettingsRow
      below={<Tables isOpen={seen_at === undefined} report={report} />}
      label={t('Damage found on {found_at}', { found_at: formatDayTime(report.found_at) })}
      note={soughtIn(report)}
    >
      {seen_at === undefined ? (
        <Button disabled={isBusy} onPress={() => void acknowledgeDamage()}>
          {t('Acknowledge')}
        </Button>
      ) : (
        <Badge>{t('acknowledged on {seen_at}', { seen_at: formatDayTime(seen_at) })}</Badge>
      )}
    </SettingsRow>
  );
}

function Tables({ report, isOpen }: { readonly report: DamageReport; readonly isOpen: boolean }) {
  const torn = tornTables(report);
  if (torn.length === 0) return <p className={styles.outcome}>{t('All of it came back.')}</p>;
  return torn.map(table => (
    <details className={styles.torn} key={table.table} open={isOpen && table.gone.length > 0}>
      <summary>
        {tableName(table.table)}
        <span className={styles.outcome}>{outcomeOf(table)}</span>
      </summary>
      <Gone gone={table.gone} />
    </details>
  ));
}

/** More rows are counted only; the report beside the damaged file has up to ten thousand. */
const mostShown = 200;

function Gone({ gone }: Pick<DamagedTable, 'gone'>) {
  if (gone.length === 0)
    return (
      <p className={styles.outcome}>
        {t('Nothing names what was on the damaged pages and did not come back.')}
      </p>
    );
  const named = gone.slice(0, mostShown).map(rowWords);
  const more = gone.length - named.length;
  return (
    <ul aria-label={t('Rows that are gone')} className={styles.gone}>
      {[...new Set(named)].map(row => (
        <li key={row}>{row}</li>
      ))}
      {more === 0 ? null : <li>{t('and {more} more', { more })}</li>}
    </ul>
  );
}

interface RestoreDialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

/** Says what a restore takes away and what it leaves, and that it can be undone. */
function RestoreDialog({ backup, onClose }: RestoreDialogProps) {
  const restore = () => {
    onClose();
    void restoreBackup(backup);
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Restore')}
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
