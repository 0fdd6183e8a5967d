import { useMemo } from 'react';
import { useShallow } from 'zustand/shallow';
import type { FileProblem } from '../../shared/model/problem.ts';
import { bySeverity, type Severity } from '../../shared/model/severity.ts';
import { told } from '../texts/texts.ts';
import type { Analysis, DefinitionProblem } from '../worker/protocol.ts';
import { useAnalysis } from './analysis.ts';
import { useBudgetFindings } from './budget-findings.ts';
import { brokenFileOf, isFileOf } from './document-files.ts';
import { type DocumentsState, useDocuments } from './documents.ts';
import type { DocumentKind } from './history.ts';
import { auditFindings, useMemoryAudit } from './memory-audit.ts';

/** Something to mend: a file that could not be read, or what analysis says about a definition. */
export interface StudioProblem extends Omit<DefinitionProblem, 'kind'> {
  readonly kind: 'file' | Exclude<DocumentKind, 'layouts'>;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

const selectFiles = (state: DocumentsState) => state.problems;
const selectFound = (state: Pick<Analysis, 'problems'>) => state.problems;

/** Every problem of the working copy: files first, then by severity. */
export function useProblems(): readonly StudioProblem[] {
  const files = useDocuments(selectFiles);
  const found = useAnalysis(selectFound);
  const budgets = useBudgetFindings(selectFound);
  return useMemo(
    () => [...files.map(fileProblem), ...[...found, ...budgets].toSorted(bySeverity)],
    [files, found, budgets],
  );
}

/** How many need mending; what is only worth knowing does not count. */
export function useProblemCount(): number {
  const files = useDocuments(state => state.problems.length);
  const said = useMemoryAudit(answer => countToMend({ problems: auditFindings(answer) }));
  return files + said + useAnalysis(countToMend) + useBudgetFindings(countToMend);
}

/** Whether an edit breaks a contract that the saved rules keep. */
export function useIsBreaking(): boolean {
  const isDecided = useAnalysis(selectIsBreaking);
  return useBudgetFindings(selectIsBreaking) || isDecided;
}

const selectIsBreaking = ({ problems }: Pick<Analysis, 'problems'>): boolean =>
  problems.some(({ byEdit }) => byEdit);

/** Files that would be in the list of a kind if they could be read. */
export function useBrokenFiles(kind: DocumentKind): readonly FileProblem[] {
  return useDocuments(
    useShallow(({ problems }: DocumentsState) => problems.filter(problem => isFileOf(kind, problem))),
  );
}

/** The file of what was in sight, where it cannot be read any more. */
export const useBrokenFile = (kind: DocumentKind, id: string | undefined): FileProblem | undefined =>
  useDocuments(state =>
    id === undefined || Object.hasOwn(state.working[kind], id) ? undefined : brokenFileOf(state, kind, id),
  );

/** What concerns one rule as the first of a problem's rules. */
export function useRuleProblems(engineId: string, ruleId: string): readonly StudioProblem[] {
  return useAnalysis(
    useShallow(({ problems }: Analysis) =>
      problems.filter(problem => problem.ruleId === ruleId && problem.id === engineId),
    ),
  );
}

/** The worst that is said about a rule, errors and warnings only, in one text; undefined when nothing is. */
export function useRuleMark(
  engineId: string,
  ruleId: string,
): { readonly severity: 'error' | 'warning'; readonly text: string } | undefined {
  const text = useAnalysis(({ problems }) => markTexts(problems).get(markKey(engineId, ruleId)));
  if (text === undefined) return undefined;
  return {
    severity: text.startsWith('error') ? 'error' : 'warning',
    text: text.slice(text.indexOf(' ') + 1),
  };
}

const marksOf = new WeakMap<object, ReadonlyMap<string, string>>();
const markKey = (engineId: string, ruleId: string) => JSON.stringify([engineId, ruleId]);

/** Texts by rule, made once for all rules of a list. */
function markTexts(problems: Analysis['problems']): ReadonlyMap<string, string> {
  const known = marksOf.get(problems);
  if (known) return known;
  const marks = new Map<string, string>();
  for (const { id, ruleId, severity, message: said } of problems) {
    const message = told(said);
    if (ruleId === undefined || severity === 'info') continue;
    const key = markKey(id, ruleId);
    const before = marks.get(key);
    marks.set(key, before === undefined ? `${severity} ${message}` : `${before}\n${message}`);
  }
  marksOf.set(problems, marks);
  return marks;
}

function countToMend({
  problems,
}: {
  readonly problems: readonly { readonly severity: Severity }[];
}): number {
  return problems.reduce((count, { severity }) => count + (severity === 'info' ? 0 : 1), 0);
}

function fileProblem(problem: FileProblem): StudioProblem {
  const { file, line, column, reason } = problem;
  return {
    kind: 'file',
    id: file,
    severity: 'error',
    code: 'unreadable-file',
    message: reason,
    file,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
