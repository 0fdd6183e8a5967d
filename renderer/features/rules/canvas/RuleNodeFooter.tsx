import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { isDraft, type RuleRef } from '../edits/rule-edits.ts';
import { conditionFocus, requestFocus } from '../focus-request.ts';
import { selectRule } from '../selection.ts';
import styles from './RuleNode.module.css';

interface RuleNodeFooterProps {
  readonly at: RuleRef;
  readonly rule: ContextRule;
  readonly explained: ExplainedRule | undefined;
}

/** What the rule adds when it fires, or how far it is from firing and which condition decided (R8). */
export function RuleNodeFooter({ at, rule, explained }: RuleNodeFooterProps) {
  const memories = rule.then.add_memories;
  const adds = memories.length === 0 ? 'adds nothing yet' : `adds ${memories.join(', ')}`;
  if (!isRuleEnabled(rule)) return <FooterText text={`${isDraft(rule) ? 'draft' : 'muted'} · ${adds}`} />;
  if (explained?.outcome !== 'not_fired') return <FooterText text={adds} />;
  const distance = explained.conditions.filter(condition => condition.outcome !== 'matched').length;
  const index = explained.decided_by ?? 0;
  const decisive = explained.conditions[index];
  const showWhy = () => {
    selectRule(at);
    requestFocus(conditionFocus(index, 'value'));
  };
  return (
    <footer className={styles.footer}>
      <button
        className={styles.why}
        onClick={() => askWhyNot({ kind: 'rule', ...at })}
        tabIndex={-1}
        title="Why not, and the smallest change"
        type="button"
      >
        {distance === 1 ? '1 condition away' : `${distance} conditions away`}
      </button>
      <span aria-hidden> · </span>
      <button className={styles.why} onClick={showWhy} tabIndex={-1} title={decisive?.reason} type="button">
        {decisive?.reason ?? 'why not'}
      </button>
    </footer>
  );
}

function FooterText({ text }: { readonly text: string }) {
  return (
    <footer className={styles.footer} title={text}>
      <span className={styles.adds}>{text}</span>
    </footer>
  );
}
