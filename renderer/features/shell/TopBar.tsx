import { Download, FlaskConical, Redo2, Search, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { runCommand } from '../../stores/commands.ts';
import {
  type DocumentsState,
  selectHasEngines,
  selectSamples,
  selectUnsavedCount,
  useDocuments,
} from '../../stores/documents.ts';
import { useSettled } from '../../stores/use-settled.ts';
import { selectSampleId, setSample, useWorkspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { LogoMark } from '../../ui/LogoMark.tsx';
import { Select } from '../../ui/Select.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import styles from './TopBar.module.css';

const selectUndo = (state: DocumentsState) => state.past.at(-1)?.label;
const selectRedo = (state: DocumentsState) => state.future[0]?.label;

/** Where the user is, where to go, and what to do with all of it. */
export function TopBar() {
  return (
    <header className={styles.bar} data-region="Top bar">
      <div className={styles.start}>
        <h1 className={styles.brand}>
          <LogoMark />
          <span className={styles.name}>{t('Weft')}</span>
        </h1>
        <ProjectMenu />
      </div>
      <AriaButton
        // In a narrow window the sign is all there is to see.
        aria-label={t('Go to anything')}
        className={classNames(styles.goTo)}
        onPress={() => runCommand('palette.open')}
      >
        <Search aria-hidden size={15} />
        <span className={styles.goToText}>{t('Go to anything')}</span>
        <Kbd keys="Mod+K" />
      </AriaButton>
      <div className={styles.end}>
        <SamplePicker />
        <HistoryButtons />
        <SaveButton />
        <ExportButton />
      </div>
    </header>
  );
}

function HistoryButtons() {
  const undo = useDocuments(selectUndo);
  const redo = useDocuments(selectRedo);
  return (
    <div className={styles.history}>
      <IconButton
        disabled={undo === undefined}
        icon={Undo2}
        keys="Mod+Z"
        name={undo === undefined ? t('Undo') : t('Undo: {undo}', { undo })}
        onPress={() => runCommand('edit.undo')}
      />
      <IconButton
        disabled={redo === undefined}
        icon={Redo2}
        keys="Mod+Shift+Z"
        name={redo === undefined ? t('Redo') : t('Redo: {redo}', { redo })}
        onPress={() => runCommand('edit.redo')}
      />
    </div>
  );
}

function SaveButton() {
  const unsaved = useSettled(useDocuments, selectUnsavedCount);
  const text =
    unsaved === 0 ? t('Everything is saved') : t('Save {unsaved} unsaved {unsaved|file|files}', { unsaved });
  return (
    <Tooltip keys="Mod+S" text={text}>
      <Button disabled={unsaved === 0} onPress={() => runCommand('document.save')}>
        <span className={styles.save}>
          {unsaved === 0 ? null : <span aria-hidden className={styles.dot} />}
          {t('Save')}
        </span>
      </Button>
    </Tooltip>
  );
}

function ExportButton() {
  const hasEngines = useDocuments(selectHasEngines);
  return (
    <Tooltip keys="Mod+E" text={hasEngines ? t('Export an engine') : t('No rule engine yet')}>
      <Button disabled={!hasEngines} icon={Download} onPress={() => runCommand('engine.export')}>
        {t('Export')}
      </Button>
    </Tooltip>
  );
}

/** The sample that everything live is computed for. */
function SamplePicker() {
  const samples = useDocuments(selectSamples);
  const sampleId = useWorkspace(selectSampleId);
  const options = useMemo(
    () =>
      Object.values(samples).map(sample => ({
        value: sample.id,
        label: sample.name,
        ...(sample.description !== undefined && { description: sample.description }),
      })),
    [samples],
  );
  return (
    <div className={styles.picker}>
      <Select
        disabled={options.length === 0}
        icon={FlaskConical}
        label={t('Sample')}
        labelHidden
        onChange={setSample}
        options={options}
        placeholder={options.length === 0 ? t('No samples yet') : t('Pick a sample')}
        value={sampleId}
      />
    </div>
  );
}
