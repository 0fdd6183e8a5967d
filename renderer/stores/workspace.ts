import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type View, views } from '../../shared/model/studio-views.ts';
import { browserStorage } from '../browser-storage.ts';

export type Theme = 'light' | 'dark' | 'system';
export type DrawerTab = 'trace' | 'context' | 'budget' | 'changes' | 'problems' | 'tests';

/** How far the user is in the tour of the sample project. */
export interface Tour {
  readonly isShown: boolean;
  /** Steps that are done. */
  readonly reached: number;
  /** The sample that was chosen when this step began. */
  readonly sampleBefore?: string | undefined;
}

/** What the user looks at: selection shared by all views, open panels, theme. Never part of a document. */
export interface Workspace {
  readonly view: View;
  readonly engineId?: string | undefined;
  readonly ruleId?: string | undefined;
  readonly memoryId?: string | undefined;
  readonly sampleId?: string | undefined;
  readonly contractId?: string | undefined;
  readonly testId?: string | undefined;
  /** The setting that was asked for by its name; until the settings have shown it. */
  readonly setting?: string | undefined;
  readonly ruleTab: 'canvas' | 'table' | 'matrix' | 'json' | 'outline';
  readonly drawerTab: DrawerTab;
  /** Panels that the user opened or closed, by view and room (`panels.ts`). */
  readonly panels: Readonly<Record<string, boolean>>;
  /** Whether the window is too narrow for all columns, or too low for the drawer; follows the window. */
  readonly tight: { readonly narrow: boolean; readonly low: boolean };
  readonly theme: Theme;
  /** Absent before the first time. */
  readonly tour?: Tour;
}

const initial: Workspace = {
  view: 'rules',
  ruleTab: 'canvas',
  drawerTab: 'trace',
  panels: {},
  tight: { narrow: false, low: false },
  theme: 'system',
};

export const useWorkspace = create<Workspace>()(
  persist(() => initial, {
    name: 'weft-workspace',
    storage: createJSONStorage(() => browserStorage),
    merge: knownOf,
  }),
);

/** Another version of the studio may have been in a view that this one has not: it is as at first then. */
function knownOf(kept: unknown, first: Workspace): Workspace {
  const workspace = kept as Workspace | undefined; // written by us, or by another version
  return views.some(view => view === workspace?.view)
    ? { ...first, ...workspace, tight: first.tight }
    : first;
}

export const selectSampleId = ({ sampleId }: Pick<Workspace, 'sampleId'>) => sampleId;

export function setWorkspace(change: Partial<Workspace>): void {
  useWorkspace.setState(change);
}

export function showRule(engineId: string, ruleId?: string): void {
  setWorkspace({ view: 'rules', engineId, ruleId });
}

export function showMemory(memoryId: string): void {
  setWorkspace({ view: 'memories', memoryId });
}

export function showSample(sampleId: string): void {
  setWorkspace({ view: 'samples', sampleId });
}

export function showTest(testId: string): void {
  setWorkspace({ view: 'tests', testId });
}

export function showContract(contractId: string): void {
  setWorkspace({ view: 'contracts', contractId });
}

/** Leads to where all that is wrong is told. */
export function showProblems(): void {
  setWorkspace({ view: 'problems' });
}

/** Chooses the sample that everything live is computed for, without leaving the view. */
export function setSample(sampleId: string): void {
  setWorkspace({ sampleId });
}
