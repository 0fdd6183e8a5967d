import { FolderOpen, Keyboard, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract/contract.ts';
import { call } from '../../api/call.ts';
import { runCommand } from '../../stores/commands.ts';
import { type Preferences, setPreferences, usePreferences } from '../../stores/preferences.ts';
import { type ProjectState, useProject } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { setWorkspace, type Theme, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './SettingsView.module.css';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const satisfies readonly { value: Theme; label: string }[];

const selectTheme = (state: Workspace) => state.theme;
const selectSingleKeys = (state: Preferences) => state.singleKeys;
const selectInfo = (state: ProjectState) => state.info;

/** What the user sets once: looks, keys, project. */
export function SettingsView() {
  return (
    <div className={styles.view}>
      <PanelHeader level="panel" title="Settings" />
      <Appearance />
      <Keys />
      <Project />
      <About />
    </div>
  );
}

function Appearance() {
  const theme = useWorkspace(selectTheme);
  return (
    <Group title="Appearance">
      <Row label="Theme" note="System follows your operating system.">
        <Segmented
          label="Theme"
          onChange={next => setWorkspace({ theme: next })}
          options={themes}
          value={theme}
        />
      </Row>
    </Group>
  );
}

function Keys() {
  const singleKeys = usePreferences(selectSingleKeys);
  return (
    <Group title="Keyboard">
      <Row label="Single-key shortcuts" note="Keys without Ctrl or Cmd, such as N for a new rule.">
        <Switch
          label="Single-key shortcuts"
          labelHidden
          on={singleKeys}
          onChange={on => setPreferences({ singleKeys: on })}
        />
      </Row>
      <Row label="All shortcuts" note="Ctrl and Cmd both work.">
        <Button icon={Keyboard} onPress={() => runCommand('shortcuts.show')}>
          Show shortcuts
        </Button>
      </Row>
    </Group>
  );
}

function Project() {
  const info = useProject(selectInfo);
  const counts = useContentCounts(info?.path);
  const path = info?.path ?? '';
  return (
    <Group title="Project">
      <Row label={info?.name ?? 'Project'} note={path}>
        <CopyButton compact label="Copy path" onError={showError} text={path} />
      </Row>
      {counts === undefined ? null : (
        <Row
          label="Stored content"
          note={[
            formatCounted(counts.documents, 'document'),
            formatCounted(counts.chunks, 'chunk'),
            formatCounted(counts.keys, 'key'),
          ].join(' · ')}
        />
      )}
      <Row label="Other projects" note="Unsaved work of this project is kept.">
        <Button icon={Sparkles} onPress={() => runCommand('project.openSample')}>
          Sample project
        </Button>
        <Button icon={FolderOpen} onPress={() => runCommand('project.open')}>
          Open project…
        </Button>
      </Row>
    </Group>
  );
}

function About() {
  const info = useProject(selectInfo);
  const served = info?.shell === 'window' ? 'In a window of its own' : `Served on ${window.location.host}`;
  return (
    <Group title="About">
      <Row
        label={`Weft ${info?.version ?? ''}`}
        note={`${served}. No account, no telemetry; works offline.`}
      />
    </Group>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <PanelHeader title={title} />
      <div className={styles.card}>{children}</div>
    </section>
  );
}

interface RowProps {
  readonly label: string;
  readonly note: string;
  readonly children?: ReactNode;
}

function Row({ label, note, children }: RowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.texts}>
        <span className={styles.label}>{label}</span>
        <span className={styles.note}>{note}</span>
      </div>
      <div className={styles.controls}>{children}</div>
    </div>
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
