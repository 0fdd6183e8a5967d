import { EnginesPanel } from './list/EnginesPanel.tsx';
import { MemoriesPalette } from './list/MemoriesPalette.tsx';
import { OperatorPalette } from './list/OperatorPalette.tsx';
import { VariablesPalette } from './list/VariablesPalette.tsx';
import { NewRuleMenu } from './NewRuleMenu.tsx';
import styles from './RulesList.module.css';
import { useCurrentEngineId } from './selection.ts';

/** Engines to choose from, and what can be dragged onto their rules. */
export function RulesList() {
  const engineId = useCurrentEngineId();
  return (
    <div className={styles.panel}>
      <EnginesPanel />
      {engineId === undefined ? null : (
        <>
          <NewRuleMenu engineId={engineId} />
          <OperatorPalette />
          <VariablesPalette />
          <MemoriesPalette />
        </>
      )}
    </div>
  );
}
