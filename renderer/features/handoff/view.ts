import { Package } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const handoffView = {
  icon: Package,
  List: lazyPart(async () => (await import('./HandoffList.tsx')).HandoffList),
  Editor: lazyPart(async () => (await import('./HandoffView.tsx')).HandoffView),
  Inspector: lazyPart(async () => (await import('./HandoffInspector.tsx')).HandoffInspector),
  hasDrawer: false,
} as const satisfies ViewParts;
