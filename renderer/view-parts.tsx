import { type ComponentType, lazy } from 'react';
import type { View } from './stores/workspace.ts';

interface ViewParts {
  readonly Editor: ComponentType;
  readonly List?: ComponentType;
  readonly Inspector?: ComponentType;
  /** What an edit does to the current sample, under the editor. */
  readonly hasDrawer: boolean;
}

/** Views are loaded when they are first looked at, so that the first one is there sooner. */
const part = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

export const TraceTab = part(async () => (await import('./features/assembly/drawer/TraceTab.tsx')).TraceTab);
export const ContextTab = part(
  async () => (await import('./features/assembly/drawer/ContextTab.tsx')).ContextTab,
);
export const BudgetTab = part(
  async () => (await import('./features/assembly/drawer/BudgetTab.tsx')).BudgetTab,
);

/** What each view puts into the slots of the frame. */
const viewParts = {
  rules: {
    List: part(async () => (await import('./features/rules/RulesList.tsx')).RulesList),
    Editor: part(async () => (await import('./features/rules/RulesEditor.tsx')).RulesEditor),
    Inspector: part(async () => (await import('./features/rules/RuleInspector.tsx')).RuleInspector),
    hasDrawer: true,
  },
  memories: {
    List: part(async () => (await import('./features/memories/MemoriesList.tsx')).MemoriesList),
    Editor: part(async () => (await import('./features/memories/MemoryEditor.tsx')).MemoryEditor),
    Inspector: part(async () => (await import('./features/memories/MemoryInspector.tsx')).MemoryInspector),
    hasDrawer: false,
  },
  samples: {
    List: part(async () => (await import('./features/samples/SamplesList.tsx')).SamplesList),
    Editor: part(async () => (await import('./features/samples/SampleEditor.tsx')).SampleEditor),
    Inspector: part(async () => (await import('./features/samples/SampleInspector.tsx')).SampleInspector),
    hasDrawer: true,
  },
  assembly: {
    Editor: part(async () => (await import('./features/assembly/AssemblyView.tsx')).AssemblyView),
    hasDrawer: false,
  },
  problems: {
    Editor: part(async () => (await import('./features/problems/ProblemsView.tsx')).ProblemsView),
    hasDrawer: false,
  },
  settings: {
    Editor: part(async () => (await import('./features/settings/SettingsView.tsx')).SettingsView),
    hasDrawer: false,
  },
} as const satisfies Record<View, ViewParts>;

/** The parts of a view with its optional ones. */
export function partsOf(view: View): ViewParts {
  return viewParts[view];
}
