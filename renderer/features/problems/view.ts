import { CircleAlert } from 'lucide-react';
import { useProblemCount } from '../../stores/problems.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const problemsView = {
  icon: CircleAlert,
  Editor: lazyPart(async () => (await import('./ProblemsView.tsx')).ProblemsView),
  hasDrawer: false,
  useBadge: useProblemCount,
} as const satisfies ViewParts;
