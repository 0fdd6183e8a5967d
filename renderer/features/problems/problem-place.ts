import { nameOf } from '../../stores/document-names.ts';
import type { StudioProblem } from '../../stores/problems.ts';
import { showContract, showMemory, showRule, showSample } from '../../stores/workspace.ts';

/** Where a problem is, in words: `planning.json:12:5` or `rules.2.when.0`. */
export function problemPlace(problem: StudioProblem): string {
  if (problem.kind !== 'file') return [placeName(problem), problem.path].filter(Boolean).join(' · ');
  return [problem.file ?? problem.id, problem.line, problem.column]
    .filter(part => part !== undefined)
    .join(':');
}

/** Rules and memories are told by their ids, as in the files and texts that name them; samples and contracts by their names. */
const placeName = ({ kind, id }: StudioProblem): string =>
  kind === 'samples' || kind === 'contracts' ? nameOf({ kind, id }) : id;

/** True when the studio can show the place; a file that cannot be read has none. */
export function canShowProblem(problem: StudioProblem): boolean {
  return problem.kind !== 'file';
}

/** Goes to where a problem is. */
export function showProblem(problem: StudioProblem): void {
  if (problem.kind === 'engines') showRule(problem.id, problem.ruleId);
  if (problem.kind === 'memories') showMemory(problem.id);
  if (problem.kind === 'samples') showSample(problem.id);
  if (problem.kind === 'contracts') showContract(problem.id);
}

/** The problem after or before one, round and round; from nowhere it is the first or the last. */
export function neighbourProblem<Problem>(
  problems: readonly Problem[],
  current: Problem | undefined,
  direction: 1 | -1,
): Problem | undefined {
  const at = current === undefined ? -1 : problems.indexOf(current);
  if (at === -1) return direction === 1 ? problems[0] : problems.at(-1);
  return problems[(at + direction + problems.length) % problems.length];
}
