import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import styles from './JsonEditor.module.css';
import type { JsonView } from './json-view.ts';
import type { LocatedProblem } from './judge-json.ts';
import { SeverityMark } from './ProblemLine.tsx';

interface JsonProblemsProps {
  readonly problems: readonly LocatedProblem[];
  readonly applied: boolean;
  readonly show: { readonly current: JsonView | undefined };
}

/** All of them are marked in the text; nobody reads more at once. */
const mostListed = 100;

/** What is wrong with a text, and where it leads. */
export function JsonProblems({ problems, applied, show }: JsonProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <section
      aria-label={t('Problems of this text')}
      aria-live="polite"
      className={classNames(styles.problems, !applied && styles.refused)}
    >
      {applied ? null : <p className={styles.waiting}>{t('Not taken over until this is mended:')}</p>}
      <ul>
        {problems.slice(0, mostListed).map(problem => (
          <li key={`${problem.from} ${problem.message}`}>
            <button className={styles.problem} onClick={() => show.current?.goTo(problem.from)} type="button">
              <SeverityMark severity={problem.severity} />
              <span className={styles.place}>
                {problem.line}:{problem.column}
              </span>
              <span>{problem.message}</span>
            </button>
          </li>
        ))}
      </ul>
      {problems.length > mostListed ? (
        <p className={styles.waiting}>{t('and {more} more', { more: problems.length - mostListed })}</p>
      ) : null}
    </section>
  );
}
