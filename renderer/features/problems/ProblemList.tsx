import { FileWarning, FlaskConical, Library, type LucideIcon, Workflow } from 'lucide-react';
import { useState } from 'react';
import { edit } from '../../stores/documents.ts';
import type { StudioProblem } from '../../stores/problems.ts';
import { tryWitness } from '../../stores/verify/try-request.ts';
import { useQuickFixes } from '../../stores/verify/use-quick-fixes.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { ProblemText, SeverityMark } from '../../ui/ProblemLine.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './ProblemList.module.css';
import { ProblemRules } from './ProblemRules.tsx';
import { canShowProblem, problemPlace, showProblem } from './problem-place.ts';

const kinds = {
  file: { word: 'File', icon: FileWarning },
  engines: { word: 'Rules', icon: Workflow },
  memories: { word: 'Memory', icon: Library },
  samples: { word: 'Sample', icon: FlaskConical },
} as const satisfies Record<StudioProblem['kind'], { word: string; icon: LucideIcon }>;

/** Nobody reads thousands at once; the filter finds them all. */
const shownAtOnce = 100;

/** Problems one below the other: what is wrong, where, and what one press can do about it. */
export function ProblemList({ problems }: { readonly problems: readonly StudioProblem[] }) {
  const [most, setMost] = useState(shownAtOnce);
  return (
    <ul aria-label="Problems" className={styles.list}>
      {problems.slice(0, most).map(problem => (
        <li className={styles.row} key={keyOf(problem)}>
          <ProblemRow problem={problem} />
        </li>
      ))}
      {problems.length > most ? (
        <li className={styles.more}>
          <Button onPress={() => setMost(most + shownAtOnce)} variant="quiet">
            {`Show more, ${formatCount(problems.length - most)} are left`}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

function keyOf(problem: StudioProblem): string {
  const rules = problem.rules?.map(({ engine_id, rule_id }) => `${engine_id}/${rule_id}`).join(' ');
  return [problem.kind, problemPlace(problem), problem.code, problem.condition, rules, problem.message].join(
    ' ',
  );
}

function ProblemRow({ problem }: { readonly problem: StudioProblem }) {
  const { severity, message, code, possible = false } = problem;
  return (
    <>
      <SeverityMark hasWord severity={severity} />
      <ProblemText code={code} message={message} possible={possible}>
        <ProblemActions problem={problem} />
      </ProblemText>
      <ProblemPlace problem={problem} />
    </>
  );
}

/** Everything that mends it in one undoable step, and a request that shows it. */
function ProblemActions({ problem }: { readonly problem: StudioProblem }) {
  const fixes = useQuickFixes()(problem);
  if (fixes.length === 0 && !problem.witness) return null;
  return (
    <>
      {fixes.map(({ label, recipe }) => (
        <Button key={label} onPress={() => edit(label.toLowerCase(), recipe)} variant="quiet">
          {label}
        </Button>
      ))}
      {problem.witness ? (
        <Button icon={FlaskConical} onPress={() => tryWitness(problem)} variant="quiet">
          Try the witness
        </Button>
      ) : null}
    </>
  );
}

function ProblemPlace({ problem }: { readonly problem: StudioProblem }) {
  const { word, icon: Kind } = kinds[problem.kind];
  const place = problemPlace(problem);
  return (
    <span className={styles.place}>
      <Kind aria-label={word} role="img" size={13} />
      {problem.rules && problem.rules.length > 0 ? (
        <ProblemRules rules={problem.rules} />
      ) : canShowProblem(problem) ? (
        <TextLink mono onPress={() => showProblem(problem)}>
          {place}
        </TextLink>
      ) : (
        <span>{place}</span>
      )}
    </span>
  );
}
