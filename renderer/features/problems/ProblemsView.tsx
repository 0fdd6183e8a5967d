import { Search, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { MemoryFinding } from '../../../shared/model/memory-audit.ts';
import { selectEngines, useDocuments } from '../../stores/documents.ts';
import { useMemoryAudit } from '../../stores/memory-audit.ts';
import { type StudioProblem, useProblems } from '../../stores/problems.ts';
import type { Answer } from '../../stores/use-answer.ts';
import { rich, t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { countBySeverity, filterProblems, type Shown } from './filter-problems.ts';
import { AuditFailure, MemoryAudit, shownFindings } from './MemoryAudit.tsx';
import { NoProblems } from './NoProblems.tsx';
import { ProblemList } from './ProblemList.tsx';
import styles from './ProblemsView.module.css';

/** Everything to mend: files that could not be read first, then definitions by severity. */
export function ProblemsView() {
  const problems = useProblems();
  const audit = useMemoryAudit();
  const found = shownFindings(audit, 'all', '');
  const total = problems.length + found.length;
  const nameOf = useProblemNames();
  const [shown, setShown] = useState<Shown>('all');
  const [text, setText] = useState('');
  const clear = () => {
    setShown('all');
    setText('');
  };
  return (
    <div className={styles.view}>
      <PanelHeader level="panel" title={t('Problems')} />
      {total === 0 ? null : (
        <>
          <p className={styles.summary}>
            {rich(
              'Analysis follows every edit. What is wrong stays as it is until you mend it, and every fix is one step to undo. {kbd} goes to the next one.',
              { kbd: <Kbd keys="F8" /> },
            )}
          </p>
          <div className={styles.filter}>
            <TextField
              icon={Search}
              label={t('Search problems')}
              labelHidden
              onChange={setText}
              placeholder={t('Sentence, code, rule or file')}
              value={text}
            />
            <SeverityFilter onChange={setShown} problems={[...problems, ...found]} value={shown} />
          </div>
        </>
      )}
      <div className={styles.lists}>
        <Lists
          audit={audit}
          findings={shownFindings(audit, shown, text)}
          onClear={clear}
          problems={filterProblems(problems, shown, text, nameOf)}
          total={total}
        />
        <AuditFailure audit={audit} />
      </div>
    </div>
  );
}

interface SeverityFilterProps {
  readonly problems: readonly Pick<StudioProblem, 'severity'>[];
  readonly value: Shown;
  readonly onChange: (shown: Shown) => void;
}

function SeverityFilter({ problems, value, onChange }: SeverityFilterProps) {
  const counts = countBySeverity(problems);
  return (
    <Segmented
      label={t('Show')}
      onChange={onChange}
      options={[
        { value: 'all', label: t('All {count}', { count: problems.length }) },
        { value: 'error', label: formatCounted(counts.error, 'error') },
        { value: 'warning', label: formatCounted(counts.warning, 'warning') },
        { value: 'info', label: formatCounted(counts.info, 'note') },
      ]}
      value={value}
    />
  );
}

interface ListsProps {
  readonly problems: readonly StudioProblem[];
  readonly findings: readonly MemoryFinding[];
  readonly audit: Answer<'audit.memories'>;
  readonly total: number;
  readonly onClear: () => void;
}

function Lists({ problems, findings, audit, total, onClear }: ListsProps) {
  if (total === 0) return <NoProblems audit={audit} />;
  if (problems.length + findings.length === 0) {
    return (
      <EmptyState
        actions={<Button onPress={onClear}>{t('Show all')}</Button>}
        icon={SearchX}
        title={t('None of this kind')}
      />
    );
  }
  const files = problems.filter(problem => problem.kind === 'file');
  const definitions = problems.filter(problem => problem.kind !== 'file');
  return (
    <>
      <Group problems={files} title={t('Files that could not be read')} />
      <Group problems={definitions} title={t('Rules, memories, samples and contracts')} />
      <MemoryAudit findings={findings} />
    </>
  );
}

function Group({ title, problems }: { readonly title: string; readonly problems: readonly StudioProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.group}>
      <PanelHeader title={title} />
      <div className={styles.card}>
        <ProblemList problems={problems} />
      </div>
    </section>
  );
}

/** Names of the rules that a problem speaks of, to search in. */
function useProblemNames(): (problem: StudioProblem) => string {
  const engines = useDocuments(selectEngines);
  return useMemo(() => {
    const names = new Map(
      Object.values(engines).flatMap(engine =>
        engine.rules.map(rule => [`${engine.id}/${rule.id}`, `${rule.name} ${engine.name}`] as const),
      ),
    );
    return problem =>
      (problem.rules ?? []).map(({ engine_id, rule_id }) => names.get(`${engine_id}/${rule_id}`)).join(' ');
  }, [engines]);
}
