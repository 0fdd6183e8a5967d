import { firstPreview } from '../../stores/preview.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { EnginesPanel } from './list/EnginesPanel.tsx';
import { MemoriesPalette } from './list/MemoriesPalette.tsx';
import { OperatorPalette } from './list/OperatorPalette.tsx';
import styles from './RulesList.module.css';
import { useCurrentEngineId } from './selection.ts';

const VariablesPalette = lazyPart(async () => {
  await firstPreview();
  return (await import('./list/VariablesPalette.tsx')).VariablesPalette;
});

const NewRuleMenu = lazyPart(async () => {
  await firstPreview();
  return (await import('./NewRuleMenu.tsx')).NewRuleMenu;
});

/** Engines to choose from, and what can be dragged onto their rules. */
export function RulesList() {
  const engineId = useCurrentEngineId();
  return (
    <div className={styles.panel}>
      <EnginesPanel />
      {engineId === undefined ? null : <NewRuleMenu engineId={engineId} />}
      <OperatorPalette />
      <VariablesPalette />
      <MemoriesPalette />
    </div>
  );
}
