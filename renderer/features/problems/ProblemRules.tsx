import type { RuleRef } from '../../../shared/model/finding.ts';
import { useDocuments } from '../../stores/documents.ts';
import { showRule } from '../../stores/workspace.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './ProblemList.module.css';

/** The rules that a problem is about, by name; each leads to its rule. */
export function ProblemRules({ rules }: { readonly rules: readonly RuleRef[] }) {
  return (
    <span className={styles.rules}>
      {rules.map(at => (
        <RuleLink at={at} key={`${at.engine_id}/${at.rule_id}`} />
      ))}
    </span>
  );
}

function RuleLink({ at }: { readonly at: RuleRef }) {
  const name = useDocuments(
    state => state.working.engines[at.engine_id]?.rules.find(({ id }) => id === at.rule_id)?.name,
  );
  return <TextLink onPress={() => showRule(at.engine_id, at.rule_id)}>{name || at.rule_id}</TextLink>;
}
