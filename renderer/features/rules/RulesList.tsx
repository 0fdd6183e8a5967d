import { useDocuments } from '../../stores/documents.ts';
import { firstPreview } from '../../stores/preview.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
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
          <OperatorPalette />
          <VariablesPalette />
          <MemoriesPalette />
        </>
      )}
    </div>
  );
}
