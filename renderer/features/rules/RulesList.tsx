import { EnginesPanel } from './list/EnginesPanel.tsx';
import { MemoriesPalette } from './list/MemoriesPalette.tsx';
import { OperatorPalette } from './list/OperatorPalette.tsx';
import { VariablesPalette } from './list/VariablesPalette.tsx';
import styles from './RulesList.module.css';

/** Engines to choose from, and what can be dragged onto their rules. */
export function RulesList() {
  return (
    <div className={styles.panel}>
      <EnginesPanel />
      <OperatorPalette />
      <VariablesPalette />
      <MemoriesPalette />
    </div>
  );
}
