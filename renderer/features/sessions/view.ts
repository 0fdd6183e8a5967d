import { PlaneTakeoff } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const sessionsView = {
  icon: PlaneTakeoff,
  List: lazyPart(async () => (await import('./SessionsList.tsx')).SessionsList),
  Editor: lazyPart(async () => (await import('./SessionsView.tsx')).SessionsView),
  Inspector: lazyPart(async () => (await import('./TurnInspector.tsx')).TurnInspector),
  hasDrawer: false,
} as const satisfies ViewParts;
