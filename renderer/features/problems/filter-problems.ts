import type { StudioProblem } from '../../stores/problems.ts';

export type Shown = 'all' | StudioProblem['severity'];

/** Problems of a severity whose sentence, code, place or rules contain every word of the text. */
export function filterProblems(
  problems: readonly StudioProblem[],
  shown: Shown,
  text: string,
  nameOf: (problem: StudioProblem) => string,
): readonly StudioProblem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return problems.filter(problem => {
    if (shown !== 'all' && problem.severity !== shown) return false;
    if (words.length === 0) return true;
    const { code, message, id, path = '', file = '' } = problem;
    const told = [code, message, id, path, file, nameOf(problem)].join(' ').toLowerCase();
    return words.every(word => told.includes(word));
  });
}

/** How many there are of each severity. */
export function countBySeverity(
  problems: readonly Pick<StudioProblem, 'severity'>[],
): Record<StudioProblem['severity'], number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of problems) counts[severity] += 1;
  return counts;
}
