import { Link2 } from 'lucide-react';
import { useRuleOutcome } from '../../stores/evaluations.ts';
import { setWorkspace, showRule } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { OutcomeMark } from '../../ui/OutcomeMark.tsx';
import type { MemoryUse } from './logic/memory-uses.ts';
import { ruleStanding } from './logic/rule-standing.ts';
import styles from './UsedByTab.module.css';
import { useMemoryUses } from './use-memories.ts';

/** Rules that add this memory, by engine, with their outcome in the current sample. */
export function UsedByTab({ memoryId }: { readonly memoryId: string }) {
  const uses = useMemoryUses(memoryId);
  if (uses.length === 0)
    return (
      <EmptyState
        actions={<Button onPress={() => setWorkspace({ view: 'rules' })}>{t('Open the rules')}</Button>}
        icon={Link2}
        title={t('No rule adds this memory')}
      >
        {t('It is assembled only where a request names it. Drag it onto a rule to change that.')}
      </EmptyState>
    );
  const engines = [...new Map(uses.map(use => [use.engineId, use.engineName]))];
  return (
    <div className={styles.page}>
      {engines.map(([engineId, name]) => (
        <section className={styles.engine} key={engineId}>
          <h3 className={styles.name}>{name}</h3>
          {uses
            .filter(use => use.engineId === engineId)
            .map(use => (
              <UseRow key={use.ruleId} use={use} />
            ))}
        </section>
      ))}
    </div>
  );
}

function UseRow({ use }: { readonly use: MemoryUse }) {
  const standing = ruleStanding(useRuleOutcome(use.engineId, use.ruleId), use.engineEnabled);
  return (
    <button className={styles.rule} onClick={() => showRule(use.engineId, use.ruleId)} type="button">
      <span className={styles.title}>{use.ruleName}</span>
      <span className={styles.reason} title={standing?.reason}>
        {standing === undefined || standing.outcome === 'fired' ? '' : standing.reason}
      </span>
      {standing ? <OutcomeMark look="word" outcome={standing.outcome} /> : <span>{t('no sample')}</span>}
    </button>
  );
}
