import {
  CircleAlert,
  CircleQuestionMark,
  CircleSlash,
  Copy,
  Library,
  Scissors,
  ShieldAlert,
} from 'lucide-react';
import { useMemo } from 'react';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { runCommand } from '../../stores/commands.ts';
import { askWhyNot } from '../../stores/dialogs.ts';
import { selectSamples, useDocuments } from '../../stores/documents.ts';
import { useRuleOutcome } from '../../stores/evaluations.ts';
import { usePreview } from '../../stores/preview.ts';
import { useCurrentSample } from '../../stores/use-current-sample.ts';
import { showRule } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OutcomeMark } from '../../ui/OutcomeMark.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { ContributionForm } from './inspector/ContributionForm.tsx';
import { VariablesForm } from './inspector/VariablesForm.tsx';
import { type MemoryNote, memoryNotes } from './logic/memory-costs.ts';
import { judgeNeeds, type NeedState } from './logic/memory-needs.ts';
import type { MemoryUse } from './logic/memory-uses.ts';
import { ruleStanding } from './logic/rule-standing.ts';
import styles from './MemoryInspector.module.css';
import { useMemoryUses, useSelectedMemory } from './use-memories.ts';

/** Right panel of the memories view: where the memory lands, what it needs, and who adds it. */
export function MemoryInspector() {
  const memory = useSelectedMemory();
  if (!memory)
    return (
      <EmptyState
        actions={
          <Button adds onPress={() => void runCommand('memory.new')}>
            {t('New memory')}
          </Button>
        }
        icon={Library}
        title={t('No memory selected')}
      >
        {t('Pick one to see where it lands in the context and what it needs, or make one.')}
      </EmptyState>
    );
  return (
    <section aria-label={t('Memory inspector')} className={styles.panel}>
      <PanelHeader level="panel" title={t('Contribution')} />
      <ContributionForm memory={memory} />
      <VariablesForm memory={memory} />
      <div>
        <Button
          icon={CircleQuestionMark}
          onPress={() => askWhyNot({ kind: 'memory', memoryId: memory.id })}
          variant="quiet"
        >
          {t('Why not?')}
        </Button>
      </div>
      <Needs memory={memory} />
      <Notes memoryId={memory.id} />
      <AddedBy memoryId={memory.id} />
    </section>
  );
}

function Needs({ memory }: { readonly memory: PersistentMemory }) {
  const samples = useDocuments(selectSamples);
  const request = useCurrentSample()?.request;
  const needs = useMemo(
    () => judgeNeeds(memory, request, Object.values(samples)),
    [memory, request, samples],
  );
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('Needs')} />
      {needs.length === 0 ? <p className={styles.empty}>{t('Nothing from the request.')}</p> : null}
      {needs.map(need => (
        <div className={styles.row} key={need.name}>
          <span className={styles.name}>{need.kind === 'flat' ? `\${${need.name}}` : need.name}</span>
          <span
            className={classNames(styles.state, isLacking(need) && styles.missing)}
            title={need.missingIn.join(', ')}
          >
            {needWords(need)}
          </span>
        </div>
      ))}
    </div>
  );
}

const isLacking = (need: NeedState): boolean =>
  need.required && (need.given === false || need.missingIn.length > 0);

function needWords({ given, required, missingIn }: NeedState): string {
  const optional = required ? '' : t(', optional');
  if (given === false) return t('missing here{optional}', { optional });
  if (missingIn.length === 0)
    return given ? t('given{optional}', { optional }) : t('no sample{optional}', { optional });
  return t('missing in {count} {count|sample|samples}{optional}', {
    count: missingIn.length,

    optional,
  });
}

const noteLooks = {
  duplicate: { icon: Copy, tone: 'missing' },
  max_items: { icon: Scissors, tone: 'missing' },
  budget: { icon: Scissors, tone: 'missing' },
  redaction_failed: { icon: CircleAlert, tone: 'error' },
  authority: { icon: ShieldAlert, tone: 'missing' },
  failed: { icon: CircleAlert, tone: 'error' },
  skipped: { icon: CircleSlash, tone: 'missing' },
} as const;

function Notes({ memoryId }: { readonly memoryId: string }) {
  const assembled = usePreview(state => state.result);
  const notes: MemoryNote[] = useMemo(
    () => (assembled ? memoryNotes(assembled, memoryId) : []),
    [assembled, memoryId],
  );
  return notes.map(note => (
    <Notice key={note.kind} title={note.title} {...noteLooks[note.kind]}>
      {note.detail}
    </Notice>
  ));
}

function AddedBy({ memoryId }: { readonly memoryId: string }) {
  const uses = useMemoryUses(memoryId);
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={t('Added by')} />
      {uses.length === 0 ? <p className={styles.empty}>{t('No rule adds it.')}</p> : null}
      {uses.map(use => (
        <UseLine key={`${use.engineId}/${use.ruleId}`} use={use} />
      ))}
    </div>
  );
}

function UseLine({ use }: { readonly use: MemoryUse }) {
  const standing = ruleStanding(useRuleOutcome(use.engineId, use.ruleId), use.engineEnabled);
  const words = standing?.reason ?? '';
  return (
    <button
      className={styles.rule}
      onClick={() => showRule(use.engineId, use.ruleId)}
      title={`${use.ruleName}, ${use.engineName}: ${words}`}
      type="button"
    >
      <span className={styles.ruleName}>{use.ruleName}</span>
      {standing ? (
        <span className={classNames(styles.standing, styles[standing.outcome])}>
          {words}
          <OutcomeMark look="dot" outcome={standing.outcome} />
        </span>
      ) : null}
    </button>
  );
}
