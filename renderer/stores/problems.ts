import { useMemo } from 'react';
import type { FileProblem } from '../../shared/model/problem.ts';
import type { Analysis, DefinitionProblem } from '../worker/protocol.ts';
import { useAnalysis } from './analysis.ts';
import { type DocumentsState, useDocuments } from './documents.ts';
import type { DocumentKind } from './history.ts';

/** Something to mend: a file that could not be read, or what analysis says about a definition (R10). */
export interface StudioProblem extends Omit<DefinitionProblem, 'kind'> {
  readonly kind: 'file' | DocumentKind;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

const selectFiles = (state: DocumentsState) => state.problems;
const selectFound = (state: Analysis) => state.problems;

/** Every problem of the working copy, files first, then by severity. */
export function useProblems(): readonly StudioProblem[] {
  const files = useDocuments(selectFiles);
  const found = useAnalysis(selectFound);
  return useMemo(() => [...files.map(fileProblem), ...found], [files, found]);
}

/** How many need mending; what is only worth knowing does not count. */
export function useProblemCount(): number {
  const files = useDocuments(state => state.problems.length);
  return files + useAnalysis(countToMend);
}

function countToMend({ problems }: Analysis): number {
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
