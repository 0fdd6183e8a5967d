import { useProblems } from '../../stores/problems.ts';
import { NoProblems } from './NoProblems.tsx';
import { ProblemList } from './ProblemList.tsx';

/** All problems, in the bottom drawer. */
export function ProblemsTab() {
  const problems = useProblems();
  return problems.length === 0 ? <NoProblems /> : <ProblemList problems={problems} />;
}
