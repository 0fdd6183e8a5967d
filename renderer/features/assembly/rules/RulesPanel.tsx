import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { askWhyNot } from '../../../stores/dialogs.ts';
import { selectEngines, useDocuments } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { useCurrentSample } from '../../../stores/use-current-sample.ts';
import { showRule } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useGrowing } from '../../../ui/use-growing.tsx';
import styles from './RulesPanel.module.css';
import { filterRows, type RuleGroups, type RuleRow, ruleGroups } from './rule-rows.ts';

/** Every rule with its outcome and the reason: those that fired, near misses, the rest folded away. */
export function RulesPanel() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const { fired, near, rest } = useRuleGroups();
  const shown = {
    fired: filterRows(fired, text),
    near: filterRows(near, text),
    rest: filterRows(rest, text),
  };
  const isSearching = text.trim() !== '';
  const found = shown.fired.length + shown.near.length + shown.rest.length;
  return (
    <div className={styles.panel}>
      <TextField
        icon={Search}
        label={t('Search rules')}
        labelHidden
        onChange={setText}
        placeholder={t('Rule, engine, memory or reason')}
        value={text}
      />
      {isSearching && found === 0 ? <NothingFound onClear={() => setText('')} /> : null}
      <RuleGroup rows={shown.fired} title={t('Fired')} />
      <RuleGroup rows={shown.near} title={t('Near misses')} />
      {shown.rest.length === 0 ? null : (
        <>
          {isSearching ? null : (
            <div>
              <Button onPress={() => setOpen(!open)} variant="quiet">
                {open ? t('Hide the rest') : t('Show the other {count}', { count: shown.rest.length })}
              </Button>
            </div>
          )}
          {open || isSearching ? <RuleGroup rows={shown.rest} title={t('The rest')} /> : null}
        </>
      )}
    </div>
  );
}

function RuleGroup({ title, rows }: { readonly title: string; readonly rows: readonly RuleRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>
        {title} <span className={styles.count}>{formatCount(rows.length)}</span>
      </h3>
      <RuleList label={title} rows={rows} />
    </section>
  );
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  return (
    <p className={styles.none}>
      {t('No rule fits.')}
      <Button onPress={onClear} variant="quiet">
        {t('Clear search')}
      </Button>
    </p>
  );
}

/** As many as a tall window shows; of hundreds of rules more are drawn as they are scrolled to. */
const drawnAtOnce = 30;

/** Rules with outcome, engine and reason; the name leads to the rule. */
function RuleList({ label, rows }: { readonly label: string; readonly rows: readonly RuleRow[] }) {
  const { shown, end } = useGrowing(rows, drawnAtOnce);
  return (
    <ul aria-label={label} className={styles.list}>
      {shown.map(row => (
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
                {t('Why not?')}
              </Button>
            </span>
          )}
        </li>
      ))}
      {end}
    </ul>
  );
}

function distanceWords({ outcome, distance }: RuleRow): string {
  if (outcome === 'fired' || outcome === 'muted' || distance < 2) return '';
  return t('{conditions} away · ', { conditions: formatCounted(distance, 'condition') });
}

/** All rules of all engines in the current sample, live. */
function useRuleGroups(): RuleGroups {
  const engines = useDocuments(selectEngines);
  const outcomes = useEvaluations(state => state.engines);
  const request = useCurrentSample()?.request;
  return useMemo(
    () => ruleGroups(engines, outcomes, chosenEngines(request?.rule_engine_ids)),
    [engines, outcomes, request],
  );
}

function chosenEngines(ids: unknown): readonly string[] | undefined {
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : undefined;
}
