import { type ReactNode, useRef, useState } from 'react';
import { useDocuments } from '../../stores/documents.ts';
import { firstPreview } from '../../stores/preview.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { keptPaneSize } from '../../ui/SplitPane.tsx';
import { EnginesPanel } from './list/EnginesPanel.tsx';
import { MemoriesPalette } from './list/MemoriesPalette.tsx';
import { OperatorPalette } from './list/OperatorPalette.tsx';
import { VariablesPalette } from './list/VariablesPalette.tsx';
import styles from './RulesList.module.css';
import { startRule } from './rule-actions.ts';
import { useCurrentEngineId } from './selection.ts';

/** Without a sample nothing is previewed that could be waited for. */
async function firstLook(): Promise<void> {
  if (Object.keys(useDocuments.getState().working.samples).length > 0) await firstPreview();
}

const missable = { isMissable: true };

const TemplateMenu = lazyPart(async () => {
  await firstLook();
  return (await import('./TemplateMenu.tsx')).TemplateMenu;
}, missable);

const PaletteGrip = lazyPart(async () => {
  await firstLook();
  return (await import('./list/PaletteGrip.tsx')).PaletteGrip;
}, missable);

/** Engines to choose from, and what can be dragged onto their rules. */
export function RulesList() {
  const engineId = useCurrentEngineId();
  return (
    <div className={styles.panel}>
      <EnginesPanel />
      {engineId === undefined ? null : (
        <>
          <div className={styles.begin}>
            <Button adds keys="N" onPress={() => void startRule(engineId)}>
              {t('New rule')}
            </Button>
            <TemplateMenu engineId={engineId} />
          </div>
          <SizedPalette label={t('Operators')} pane="palette-operators">
            <OperatorPalette />
          </SizedPalette>
          <SizedPalette label={t('Variables')} pane="palette-variables">
            <VariablesPalette />
          </SizedPalette>
          <SizedPalette label={t('Memories')} pane="palette-memories">
            <MemoriesPalette />
          </SizedPalette>
        </>
      )}
    </div>
  );
}

interface SizedPaletteProps {
  readonly label: string;
  readonly pane: string;
  readonly children: ReactNode;
}

/** As high as it is, or as somebody made it: then it scrolls by itself. */
function SizedPalette({ label, pane, children }: SizedPaletteProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height] = useState(() => keptPaneSize(pane));
  return (
    <>
      <div className={styles.sized} ref={box} style={{ height }}>
        {children}
      </div>
      <PaletteGrip box={box} label={label} pane={pane} />
    </>
  );
}
