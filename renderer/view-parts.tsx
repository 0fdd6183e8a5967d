import type { ComponentType } from 'react';
import { lazyPart } from './lazy-part.ts';
import type { View } from './stores/workspace.ts';

interface ViewParts {
  readonly Editor: ComponentType;
  readonly List?: ComponentType;
  readonly Inspector?: ComponentType;
  /** What an edit does to the current sample, under the editor. */
  readonly hasDrawer: boolean;
}

export const TraceTab = lazyPart(
  async () => (await import('./features/assembly/drawer/TraceTab.tsx')).TraceTab,
);
export const ContextTab = lazyPart(
  async () => (await import('./features/assembly/drawer/ContextTab.tsx')).ContextTab,
);
export const BudgetTab = lazyPart(
  async () => (await import('./features/assembly/drawer/BudgetTab.tsx')).BudgetTab,
);

export const ProblemsTab = lazyPart(
  async () => (await import('./features/problems/ProblemsTab.tsx')).ProblemsTab,
);

/** What each view puts into the slots of the frame; loaded when first looked at, so that the first one is there sooner. */
const viewParts = {
  rules: {
    List: lazyPart(async () => (await import('./features/rules/RulesList.tsx')).RulesList),
    Editor: lazyPart(async () => (await import('./features/rules/RulesEditor.tsx')).RulesEditor),
    Inspector: lazyPart(async () => (await import('./features/rules/RuleInspector.tsx')).RuleInspector),
    hasDrawer: true,
  },
  memories: {
    List: lazyPart(async () => (await import('./features/memories/MemoriesList.tsx')).MemoriesList),
    Editor: lazyPart(async () => (await import('./features/memories/MemoryEditor.tsx')).MemoryEditor),
    Inspector: lazyPart(
      async () => (await import('./features/memories/MemoryInspector.tsx')).MemoryInspector,
    ),
    hasDrawer: false,
  },
  samples: {
    List: lazyPart(async () => (await import('./features/samples/SamplesList.tsx')).SamplesList),
    Editor: lazyPart(async () => (await import('./features/samples/SampleEditor.tsx')).SampleEditor),
    Inspector: lazyPart(async () => (await import('./features/samples/SampleInspector.tsx')).SampleInspector),
    hasDrawer: true,
  },
  assembly: {
    Editor: lazyPart(async () => (await import('./features/assembly/AssemblyView.tsx')).AssemblyView),
    hasDrawer: false,
  },
  ledger: {
    List: lazyPart(async () => (await import('./features/ledger/list/LedgerList.tsx')).LedgerList),
    Inspector: lazyPart(
      async () => (await import('./features/ledger/inspector/LedgerInspector.tsx')).LedgerInspector,
    ),
    Editor: lazyPart(async () => (await import('./features/ledger/LedgerView.tsx')).LedgerView),
    hasDrawer: false,
  },
  handoff: {
    List: lazyPart(async () => (await import('./features/handoff/HandoffList.tsx')).HandoffList),
    Editor: lazyPart(async () => (await import('./features/handoff/HandoffView.tsx')).HandoffView),
    Inspector: lazyPart(
      async () => (await import('./features/handoff/HandoffInspector.tsx')).HandoffInspector,
    ),
    hasDrawer: false,
  },
  conversations: {
    List: lazyPart(
      async () => (await import('./features/conversations/list/ConversationsList.tsx')).ConversationsList,
    ),
    Editor: lazyPart(
      async () => (await import('./features/conversations/ConversationsView.tsx')).ConversationsView,
    ),
    Inspector: lazyPart(
      async () =>
        (await import('./features/conversations/inspector/ConversationsInspector.tsx'))
          .ConversationsInspector,
    ),
    hasDrawer: false,
  },
  health: {
    List: lazyPart(async () => (await import('./features/health/HealthList.tsx')).HealthList),
    Editor: lazyPart(async () => (await import('./features/health/HealthView.tsx')).HealthView),
    Inspector: lazyPart(async () => (await import('./features/health/HealthInspector.tsx')).HealthInspector),
    hasDrawer: false,
  },
  problems: {
    Editor: lazyPart(async () => (await import('./features/problems/ProblemsView.tsx')).ProblemsView),
    hasDrawer: false,
  },
  settings: {
    Editor: lazyPart(async () => (await import('./features/settings/SettingsView.tsx')).SettingsView),
    hasDrawer: false,
  },
} as const satisfies Record<View, ViewParts>;

/** The parts of a view with its optional ones. */
export function partsOf(view: View): ViewParts {
  return viewParts[view];
}
