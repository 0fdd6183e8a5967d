import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { type StudioProblem, useProblems } from '../../stores/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { PanelHeader } from '../../ui/PanelHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { NoProblems } from './NoProblems.tsx';
import { ProblemList } from './ProblemList.tsx';
import styles from './ProblemsView.module.css';

type Shown = 'all' | 'error' | 'warning';
const choices = [
  { value: 'all', label: 'All' },
  { value: 'error', label: 'Errors' },
  { value: 'warning', label: 'Warnings' },
] as const satisfies readonly { value: Shown; label: string }[];

/** Everything to mend: files that could not be read first, then definitions. */
export function ProblemsView() {
  const problems = useProblems();
  const [shown, setShown] = useState<Shown>('all');
  const matching = problems.filter(problem => shown === 'all' || problem.severity === shown);
  return (
    <div className={styles.view}>
      <PanelHeader
        actions={<Segmented label="Show" onChange={setShown} options={choices} value={shown} />}
        level="panel"
        title="Problems"
      />
      {problems.length === 0 ? null : (
        <p className={styles.summary}>
          {formatCounted(problems.length, 'problem')}. Files that could not be read stay as they are and block
          nothing else. <Kbd keys="F8" /> goes to the next one.
        </p>
      )}
      <div className={styles.lists}>
        <Lists onClear={() => setShown('all')} problems={matching} total={problems.length} />
      </div>
    </div>
  );
}

interface ListsProps {
  readonly problems: readonly StudioProblem[];
  readonly total: number;
  readonly onClear: () => void;
}

function Lists({ problems, total, onClear }: ListsProps) {
  if (total === 0) return <NoProblems />;
  if (problems.length === 0) {
    return (
      <EmptyState
        actions={<Button onPress={onClear}>Show all</Button>}
        icon={SearchX}
        title="None of this kind"
      />
    );
  }
  const files = problems.filter(problem => problem.kind === 'file');
  const definitions = problems.filter(problem => problem.kind !== 'file');
  return (
    <>
      <Group problems={files} title="Files that could not be read" />
      <Group problems={definitions} title="Rules, memories and samples" />
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
