import type { ContextRule } from '../../../../shared/model/rule.ts';
import { ruleSentence } from '../../../../shared/rules/rule-sentence.ts';
import styles from './RuleInspector.module.css';

/** The rule in one sentence, made from its conditions and memories. */
export function RuleSentence({ rule }: { readonly rule: ContextRule }) {
  return (
    <p className={styles.sentence}>
      {ruleSentence(rule).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are their order.
        <span className={styles[part.kind]} key={index}>
          {part.text}
        </span>
      ))}
    </p>
  );
}
