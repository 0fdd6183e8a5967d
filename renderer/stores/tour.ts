import type { Analysis } from '../worker/protocol.ts';
import { type DocumentsState, useDocuments } from './documents.ts';
import { openSampleProject } from './project.ts';
import { setWorkspace, type Tour, useWorkspace } from './workspace.ts';

/** The tour speaks of these, which no other project has. */
export const toured = {
  engine: 'planning-rules',
  overlapping: 'architecture-for-tech-leads',
  wider: 'architecture-while-planning',
  test: 'security-from-risk',
} as const;

/** Whether the sample project is open; who has deleted the one rule of it has done that step. */
export const selectIsToured = ({ working }: DocumentsState): boolean =>
  Object.hasOwn(working.engines, toured.engine) && Object.hasOwn(working.tests, toured.test);

/** Whether its two rules still overlap; undefined until the rules were analysed. */
export const selectOverlaps = ({ problems, possibleVariables }: Analysis): boolean | undefined =>
  possibleVariables.length === 0
    ? undefined
    : problems.some(({ code, ruleId }) => code === 'subsumed' && ruleId === toured.overlapping);

/** Takes the tour up where it was left, in the sample project. */
export async function startTour(): Promise<void> {
  if (!selectIsToured(useDocuments.getState())) await openSampleProject();
  setTour({ isShown: true });
}

export function setTour(change: Partial<Tour>): void {
  const { tour } = useWorkspace.getState();
  setWorkspace({ tour: { isShown: false, reached: 0, ...tour, ...change } });
}
