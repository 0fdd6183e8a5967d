import { FolderOpen, FolderSearch, Keyboard, PanelsTopLeft, Sparkles } from 'lucide-react';
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { call } from '../../api/call.ts';
import { browserStorage } from '../../browser-storage.ts';
import { runCommand } from '../../stores/commands.ts';
import { type Preferences, setPreferences, usePreferences } from '../../stores/preferences.ts';
import { type ProjectState, useProject } from '../../stores/project.ts';
import { studioSettings } from '../../stores/setting-names.ts';
import { showError } from '../../stores/toasts.ts';
import { setWorkspace, type Theme, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { chooseLanguage, keptLanguage, type LanguageChoice, languageChoice, t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { forgetPaneSizes } from '../../ui/SplitPane.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { BackupSettings } from './backups/BackupSettings.tsx';
import { ConfigSettings } from './ConfigSettings.tsx';
import { type ConfigState, useConfig } from './config-store.ts';
import { FirstAid, RecentProjects } from './FirstAid.tsx';
import { SettingsGroup, SettingsRow } from './SettingsGroup.tsx';
import styles from './SettingsView.module.css';

const themes = [
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
  { value: 'system', label: t('System') },
] as const satisfies readonly { value: Theme; label: string }[];

const selectTheme = (state: Workspace) => state.theme;
const selectSingleKeys = (state: Preferences) => state.singleKeys;
const selectInfo = (state: ProjectState) => state.info;

/** What the user sets once: looks, keys, project. */
export function SettingsView() {
  const view = useRef<HTMLDivElement>(null);
  // What a window shows first does not wait for the many fields below it.
  const isWhole = useDeferredValue(true, false);
  useSettingGoneTo(view, isWhole);
  return (
    <div className={styles.view} ref={view}>
      <div className={styles.groups}>
        <PanelHeader level="panel" title={t('Settings')} />
        <KeptNowhere />
        <Appearance />
        <Keys />
        <Project />
        <BackupSettings />
        {isWhole ? (
          <>
            <ConfigSettings />
            <FirstAid />
            <About />
          </>
        ) : null}
      </div>
    </div>
  );
}

const selectSetting = (state: Workspace) => state.setting;
const selectConfig = (state: ConfigState) => state.state;

/** Whoever went to a setting by its name has it in sight, with the focus on it; once, as soon as it is drawn. */
function useSettingGoneTo(view: RefObject<HTMLElement | null>, isWhole: boolean): void {
  const setting = useWorkspace(selectSetting);
  const config = useConfig(selectConfig);
  useEffect(() => {
    if (setting === undefined) return;
    const row = view.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(setting)}"]`);
    // Rows of the configuration come with it.
    if (!row) return isWhole && config !== undefined ? setWorkspace({ setting: undefined }) : undefined;
    row.scrollIntoView({ block: 'center' });
    row.querySelector<HTMLElement>('input, select, button, textarea')?.focus();
    setWorkspace({ setting: undefined });
  }, [setting, config, isWhole, view]);
}

/** All panels of all views as they are at first. */
function resetPanels(): void {
  forgetPaneSizes();
  setWorkspace({ panels: {} });
}

/** Whether what is chosen now is still there after the page was loaded again. */
function isAnythingKept(): boolean {
  const probe = 'weft-probe';
  return browserStorage.setItem(probe, '') && browserStorage.removeItem(probe);
}

function KeptNowhere() {
  const [isKept] = useState(isAnythingKept);
  if (isKept) return null;
  return (
    <Notice title={t('This browser keeps nothing for this page')} tone="missing">
      {t(
        'Theme, panels and keys are as chosen until the page is loaded again; its language is the browser’s.',
      )}
    </Notice>
  );
}

function Appearance() {
  const theme = useWorkspace(selectTheme);
  return (
    <SettingsGroup title={t('Appearance')}>
      <SettingsRow
        label={studioSettings.theme.name}
        note={t('System follows your operating system.')}
        setting="theme"
      >
        <Segmented
          label={t('Theme')}
          onChange={next => setWorkspace({ theme: next })}
          options={themes}
          value={theme}
        />
      </SettingsRow>
      <Language />
      <SettingsRow
        label={t('Panels')}
        note={t('Which are open and how large they are is remembered for each view.')}
      >
        <Button icon={PanelsTopLeft} onPress={resetPanels}>
          {t('Reset the layout')}
        </Button>
      </SettingsRow>
    </SettingsGroup>
  );
}

const languageNames = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'system', label: t('System') },
] as const satisfies readonly { value: LanguageChoice; label: string }[];

/** The page keeps the language that it was loaded in; what is not saved comes back after it is loaded anew. */
function Language() {
  const [choice, setChoice] = useState(keptLanguage);
  const choose = (next: LanguageChoice) => {
    chooseLanguage(next);
    setChoice(keptLanguage());
  };
  return (
    <SettingsRow
      label={studioSettings.language.name}
      note={t('Texts and the menus of the desktop change when the page is loaded again.')}
      setting="language"
    >
      {choice === languageChoice ? null : (
        <Button onPress={() => window.location.reload()} variant="primary">
          {t('Load again')}
        </Button>
      )}
      <Segmented
        label={studioSettings.language.name}
        onChange={choose}
        options={languageNames}
        value={choice}
      />
    </SettingsRow>
  );
}

function Keys() {
  const singleKeys = usePreferences(selectSingleKeys);
  return (
    <SettingsGroup title={t('Keyboard')}>
      <SettingsRow
        setting="single_keys"
        label={studioSettings.single_keys.name}
        note={t('Keys without Ctrl or Cmd, such as N for a new rule.')}
      >
        <Switch
          label={t('Single-key shortcuts')}
          labelHidden
          on={singleKeys}
          onChange={on => setPreferences({ singleKeys: on })}
        />
      </SettingsRow>
      <SettingsRow label={t('All shortcuts')} note={t('Ctrl and Cmd both work.')}>
        <Button icon={Keyboard} onPress={() => runCommand('shortcuts.show')}>
          {t('Show shortcuts')}
        </Button>
      </SettingsRow>
    </SettingsGroup>
  );
}

function Project() {
  const info = useProject(selectInfo);
  const counts = useContentCounts(info?.path);
  const path = info?.path ?? '';
  return (
    <SettingsGroup title={t('Project')}>
      <SettingsRow label={info?.name ?? t('Project')} note={path}>
        <CopyButton compact label={t('Copy path')} onError={showError} text={path} />
        {info?.shell === 'window' ? (
          <Button icon={FolderSearch} onPress={() => void call('project.reveal', {}).catch(showError)}>
            {t('Show in the file manager')}
          </Button>
        ) : null}
      </SettingsRow>
      {counts === undefined ? null : (
        <SettingsRow
          label={t('Stored content')}
          note={[
            formatCounted(counts.documents, 'document'),
            formatCounted(counts.chunks, 'chunk'),
            formatCounted(counts.keys, 'key'),
          ].join(' · ')}
        />
      )}
      <SettingsRow label={t('Other projects')} note={t('Unsaved work of this project is kept.')}>
        <Button icon={Sparkles} onPress={() => runCommand('project.openSample')}>
          {t('Sample project')}
        </Button>
        <Button icon={FolderOpen} onPress={() => runCommand('project.open')}>
          {t('Open project…')}
        </Button>
      </SettingsRow>
      <RecentProjects open={path} />
    </SettingsGroup>
  );
}

function About() {
  const info = useProject(selectInfo);
  const served =
    info?.shell === 'window'
      ? t('In a window of its own')
      : t('Served on {host}', { host: window.location.host });
  return (
    <SettingsGroup title={t('About')}>
      <SettingsRow
        label={t('Weft {version}', { version: info?.version ?? '' })}
        note={t('{served}. No account, no telemetry; works offline.', { served })}
      />
    </SettingsGroup>
  );
}

type Counts = Output<'content.counts'>;

function useContentCounts(path: string | undefined): Counts | undefined {
  const [counts, setCounts] = useState<Counts>();
  useEffect(() => {
    if (path !== undefined) call('content.counts', {}).then(setCounts, showError);
  }, [path]);
  return counts;
}
