import { askWhyNot } from '../../../stores/dialogs.ts';
import { showRule } from '../../../stores/workspace.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import styles from './RuleList.module.css';
import type { RuleRow } from './rule-rows.ts';

/** Rules with outcome, engine and reason; the name leads to the rule. */
export function RuleList({ label, rows }: { readonly label: string; readonly rows: readonly RuleRow[] }) {
  return (
    <ul aria-label={label} className={styles.list}>
      {rows.map(row => (
        <li className={styles.row} key={`${row.engineId}/${row.ruleId}`}>
          <span className={styles.outcome}>
            <OutcomeMark look="word" outcome={row.outcome} />
          </span>
          <span className={styles.name}>
            <TextLink onPress={() => showRule(row.engineId, row.ruleId)}>{row.ruleName}</TextLink>
          </span>
          <span className={styles.engine} title={row.engineName}>
            {row.engineName}
          </span>
          <span className={styles.reason} title={row.reason}>
            {distanceWords(row)}
            {row.reason}
          </span>
          {row.outcome === 'fired' ? null : (
            <span className={styles.why}>
              <Button
                onPress={() => askWhyNot({ kind: 'rule', engineId: row.engineId, ruleId: row.ruleId })}
                variant="quiet"
              >
                Why not?
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function distanceWords({ outcome, distance }: RuleRow): string {
  if (outcome === 'fired' || outcome === 'muted' || distance < 2) return '';
  return `${formatCounted(distance, 'condition')} away · `;
}
