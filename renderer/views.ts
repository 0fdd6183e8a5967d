import type { View } from '../shared/model/studio-views.ts';
import { assemblyView } from './features/assembly/view.ts';
import { contractsView } from './features/contracts/view.ts';
import { conversationsView } from './features/conversations/view.ts';
import { handoffView } from './features/handoff/view.ts';
import { healthView } from './features/health/view.ts';
import { ledgerView } from './features/ledger/view.ts';
import { memoriesView } from './features/memories/view.ts';
import { problemsView } from './features/problems/view.ts';
import { recordingsView } from './features/recordings/view.ts';
import { rulesView } from './features/rules/view.ts';
import { samplesView } from './features/samples/view.ts';
import { sessionsView } from './features/sessions/view.ts';
import { settingsView } from './features/settings/view.ts';
import { testsView } from './features/tests/view.ts';
import { lazyPart } from './ui/lazy-part.ts';
import type { ViewParts } from './ui/view-parts.ts';

/** What each view shows. */
export const viewParts: Readonly<Record<View, ViewParts>> = {
  rules: rulesView,
  memories: memoriesView,
  samples: samplesView,
  contracts: contractsView,
  tests: testsView,
  assembly: assemblyView,
  ledger: ledgerView,
  handoff: handoffView,
  conversations: conversationsView,
  health: healthView,
  sessions: sessionsView,
  recordings: recordingsView,
  problems: problemsView,
  settings: settingsView,
};

export const TraceTab = lazyPart(
  async () => (await import('./features/assembly/drawer/TraceTab.tsx')).TraceTab,
);
export const ContextTab = lazyPart(
  async () => (await import('./features/assembly/drawer/ContextTab.tsx')).ContextTab,
);
export const BudgetTab = lazyPart(
  async () => (await import('./features/assembly/drawer/BudgetTab.tsx')).BudgetTab,
);
export const ChangesTab = lazyPart(
  async () => (await import('./features/rules/changes/ChangesTab.tsx')).ChangesTab,
);
/** Stands over every view while damage took something that nobody acknowledged. */
export const DamageBanner = lazyPart(
  async () => (await import('./features/settings/backups/DamageBanner.tsx')).DamageBanner,
);
/** Finds words in whatever a view shows; no part of the first look. */
export const FindBar = lazyPart(async () => (await import('./features/shell/FindBar.tsx')).FindBar);
/** Stands under rules and memories while an edit breaks a contract. */
export const ContractBanner = lazyPart(
  async () => (await import('./features/contracts/ContractBanner.tsx')).ContractBanner,
);
export const TestsTab = lazyPart(async () => (await import('./features/tests/TestsTab.tsx')).TestsTab);
export const ProblemsTab = lazyPart(
  async () => (await import('./features/problems/ProblemsTab.tsx')).ProblemsTab,
);
/** Stands in the status bar while something goes on that takes long. */
export const RunningWork = lazyPart(
  async () => (await import('./features/shell/RunningWork.tsx')).RunningWork,
  { isMissable: true },
);
/** Stands over every view while the user takes the tour. */
export const Tour = lazyPart(async () => (await import('./features/tour/Tour.tsx')).Tour, {
  isMissable: true,
});
/** Stands over every view while something of the project waits for the user's trust. */
export const TrustBanner = lazyPart(
  async () => (await import('./features/trust/TrustBanner.tsx')).TrustBanner,
);
