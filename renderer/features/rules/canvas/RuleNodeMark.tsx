import { useRuleMark } from '../../../stores/problems.ts';
import { severityLooks } from '../../../ui/ProblemLine.tsx';
import type { RuleRef } from '../edits/rule-edits.ts';
import styles from './RuleNode.module.css';

/** That analysis has something to say about the rule; what, is in its title and in the inspector. */
export function RuleNodeMark({ at }: { readonly at: RuleRef }) {
  const mark = useRuleMark(at.engineId, at.ruleId);
  if (!mark) return null;
  const { word, icon: Icon } = severityLooks[mark.severity];
  return (
    <span className={mark.severity === 'error' ? styles.markError : styles.markWarning} title={mark.text}>
      <Icon aria-label={`${word}: ${mark.text}`} role="img" size={14} />
    </span>
  );
}
