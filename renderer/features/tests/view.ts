import { ListChecks } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const testsView = {
  icon: ListChecks,
  List: lazyPart(async () => (await import('./TestsList.tsx')).TestsList),
  Editor: lazyPart(async () => (await import('./TestEditor.tsx')).TestEditor),
  hasDrawer: false,
} as const satisfies ViewParts;
