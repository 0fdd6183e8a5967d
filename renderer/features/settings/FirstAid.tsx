import { BrushCleaning, CircleAlert, CircleCheck, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Output } from '../../../shared/contract/contract.ts';
import { call } from '../../api/call.ts';
import { keepRead, liveReading } from '../../stores/live-reading.ts';
import { openProject } from '../../stores/project.ts';
import { showError, showToast } from '../../stores/toasts.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatCounted } from '../../ui/format-number.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { SettingsGroup, SettingsRow } from './SettingsGroup.tsx';
import styles from './SettingsView.module.css';

type Diagnostics = Output<'diagnostics.get'>;
type Sizes = Output<'storage.info'>;

interface FirstAidState {
  readonly diagnostics?: Diagnostics;
  readonly sizes?: Sizes;
}

const useFirstAid = create<FirstAidState>()(() => ({}));

const reading = liveReading(async () => {
  try {
    const [diagnostics, sizes] = await Promise.all([call('diagnostics.get', {}), call('storage.info', {})]);
    keepRead(useFirstAid, { diagnostics, sizes });
  } catch (error) {
    showError(error);
  }
}, ['backups', 'config', 'documents', 'conversations', 'ledger']);

/** What is wrong here and what to do, what the environment sets, and what the disk holds. */
export function FirstAid() {
  reading.useLive();
  const { diagnostics, sizes } = useFirstAid();
  if (diagnostics === undefined || sizes === undefined) return null;
  return (
    <>
      <Storage sizes={sizes} />
      <Environment variables={diagnostics.environment} />
      <SettingsGroup title={t('First aid')}>
        {diagnostics.findings.map(finding => (
          <FindingRow finding={finding} key={finding.check} />
        ))}
        <SettingsRow
          below={<Log lines={diagnostics.log} />}
          label={t('Diagnostics')}
          note={t('Versions, findings, variables and the last lines of the log. Secrets are taken out.')}
        >
          <Button icon={RotateCw} onPress={reading.again}>
            {t('Look again')}
          </Button>
          <CopyButton
            label={t('Copy diagnostics')}
            onError={showError}
            text={() => inMarkdown(diagnostics)}
          />
        </SettingsRow>
      </SettingsGroup>
    </>
  );
}

const checkWords = {
  project: t('Project'),
  socket: t('Meeting place of programs'),
  host: t('Host'),
  writer: t('Who writes'),
  trust: t('Trust'),
  files: t('Files of the project'),
  configuration: t('Configuration'),
  database: t('Database'),
} as const satisfies Record<Diagnostics['findings'][number]['check'], string>;

function FindingRow({ finding }: { readonly finding: Diagnostics['findings'][number] }) {
  const { check, says, todo } = finding;
  const isWell = todo === undefined;
  return (
    <SettingsRow
      label={checkWords[check]}
      note={says}
      problem={todo === undefined ? undefined : t('To do: {todo}.', { todo })}
    >
      <StateWord icon={isWell ? CircleCheck : CircleAlert} tone={isWell ? 'fired' : 'missing'}>
        {isWell ? t('well') : t('look here')}
      </StateWord>
    </SettingsRow>
  );
}

/** What variables set cannot be set here, and this says where it comes from. */
function Environment({ variables }: { readonly variables: Diagnostics['environment'] }) {
  if (variables.length === 0) return null;
  return (
    <SettingsGroup title={t('From the environment')}>
      {variables.map(({ name, effect, value }) => (
        <SettingsRow
          key={name}
          label={name}
          note={t('Sets {effect}. It is changed where Weft is started, not here.', { effect: told(effect) })}
        >
          <code className={styles.value}>{value ?? t('set, not shown')}</code>
        </SettingsRow>
      ))}
    </SettingsGroup>
  );
}

function Log({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0)
    return <p className={styles.note}>{t('Nothing was logged since Weft was started.')}</p>;
  return (
    <details>
      <summary>{t('Log, {lines}', { lines: formatCounted(lines.length, 'line') })}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys */}
      <pre className={styles.log} tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </details>
  );
}

function Storage({ sizes }: { readonly sizes: Sizes }) {
  const [foreseen, setForeseen] = useState<Output<'storage.purge'>>();
  const ask = () =>
    call('storage.purge', { parts: ['backups', 'damaged'], dry_run: true }).then(setForeseen, showError);
  const { database_bytes, backups, damaged } = sizes;
  return (
    <SettingsGroup title={t('Storage')}>
      <SettingsRow
        label={t('Database')}
        note={t('Documents, keys, events, graph, ledger, handoff, health and conversations.')}
      >
        <span className={styles.value}>{formatBytes(database_bytes)}</span>
      </SettingsRow>
      <SettingsRow
        label={t('Backups and damaged databases')}
        note={t('{copies}: {size}; {kept} of damage: {damagedSize}.', {
          copies: formatCounted(backups.count, 'copy', 'copies'),
          size: formatBytes(backups.bytes),
          kept: formatCounted(damaged.count, 'report'),
          damagedSize: formatBytes(damaged.bytes),
        })}
      >
        <Button
          disabled={backups.count < 2 && damaged.count === 0}
          icon={BrushCleaning}
          onPress={() => void ask()}
        >
          {t('Clear up…')}
        </Button>
      </SettingsRow>
      {foreseen === undefined ? null : (
        <PurgeDialog foreseen={foreseen} onClose={() => setForeseen(undefined)} />
      )}
    </SettingsGroup>
  );
}

interface PurgeDialogProps {
  readonly foreseen: Output<'storage.purge'>;
  readonly onClose: () => void;
}

function PurgeDialog({ foreseen: { backups, damaged }, onClose }: PurgeDialogProps) {
  const purge = async () => {
    onClose();
    const gone = await call('storage.purge', { parts: ['backups', 'damaged'] });
    const size = formatBytes(gone.backups.bytes + gone.damaged.bytes);
    showToast({ message: t('{size} of the disk are free again.', { size }) });
    reading.again();
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Delete')}
      onClose={onClose}
      onConfirm={() => void purge().catch(showError)}
      title={t('Delete old copies?')}
    >
      {t(
        'What goes: {copies} ({size}), and {kept} of damage that you know of ({damagedSize}). The newest copy stays, and damage that nobody acknowledged. This cannot be undone.',
        {
          copies: formatCounted(backups.count, 'copy', 'copies'),
          size: formatBytes(backups.bytes),
          kept: formatCounted(damaged.count, 'report'),
          damagedSize: formatBytes(damaged.bytes),
        },
      )}
    </ConfirmDialog>
  );
}

type Recent = Output<'project.recent'>['projects'];

/** Projects of before, to open or to copy their paths. */
export function RecentProjects({ open }: { readonly open: string }) {
  const [projects, setProjects] = useState<Recent>([]);
  useEffect(() => {
    call('project.recent', {}).then(
      recent => setProjects(recent.projects.filter(({ path }) => path !== open)),
      showError,
    );
  }, [open]);
  return projects.map(({ path, name, missing }) => (
    <SettingsRow key={path} label={name} note={missing ? t('Not there now: {path}', { path }) : path}>
      <CopyButton compact label={t('Copy path of {name}', { name })} onError={showError} text={path} />
      <Button disabled={missing === true} onPress={() => void openProject(path).catch(showError)}>
        {t('Open')}
      </Button>
    </SettingsRow>
  ));
}

/** As somebody pastes it into a report; for developers, so in English. */
function inMarkdown({ findings, environment, log, ...rest }: Diagnostics): string {
  const facts = Object.entries(rest).map(([name, value]) => `- ${name}: ${String(value)}`);
  const set = environment.map(({ name, value }) => `- ${name}: ${value ?? '(a secret)'}`);
  const found = findings.map(
    ({ check, says, todo }) => `- ${check}: ${says}${todo ? `\n  to do: ${todo}` : ''}`,
  );
  const parts = { Weft: facts, Findings: found, Environment: set, Log: ['```', ...log, '```'] };
  return Object.entries(parts)
    .map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`)
    .join('\n');
}
