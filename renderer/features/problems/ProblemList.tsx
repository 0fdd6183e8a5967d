import {
  CircleAlert,
  FileWarning,
  FlaskConical,
  Library,
  type LucideIcon,
  TriangleAlert,
  Workflow,
} from 'lucide-react';
import { Button } from 'react-aria-components';
import type { StudioProblem } from '../../stores/problems.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './ProblemList.module.css';
import { canShowProblem, problemPlace, showProblem } from './problem-place.ts';

const kinds = {
  file: { word: 'File', icon: FileWarning },
  engines: { word: 'Rules', icon: Workflow },
  memories: { word: 'Memory', icon: Library },
  samples: { word: 'Sample', icon: FlaskConical },
} as const satisfies Record<StudioProblem['kind'], { word: string; icon: LucideIcon }>;

/** Problems one below the other; a press goes to where one is. */
export function ProblemList({ problems }: { readonly problems: readonly StudioProblem[] }) {
  return (
    <ul className={styles.list}>
      {problems.map(problem => (
        <li key={`${problem.kind} ${problemPlace(problem)} ${problem.code} ${problem.message}`}>
          {canShowProblem(problem) ? (
            <Button className={classNames(styles.row, styles.link)} onPress={() => showProblem(problem)}>
              <ProblemRow problem={problem} />
            </Button>
          ) : (
            <div className={styles.row}>
              <ProblemRow problem={problem} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function ProblemRow({ problem }: { readonly problem: StudioProblem }) {
  const { word, icon: Kind } = kinds[problem.kind];
  const isError = problem.severity === 'error';
  const Severity = isError ? CircleAlert : TriangleAlert;
  return (
    <>
      <span className={isError ? styles.error : styles.warning}>
        <Severity aria-hidden size={15} />
        <span className={styles.word}>{isError ? 'Error' : 'Warning'}</span>
      </span>
      <span className={styles.message}>{problem.message}</span>
      <span className={styles.place}>
        <Kind aria-label={word} role="img" size={13} />
        <span>{problemPlace(problem)}</span>
      </span>
    </>
  );
}
