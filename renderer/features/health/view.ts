import { Activity } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const healthView = {
  icon: Activity,
  List: lazyPart(async () => (await import('./HealthList.tsx')).HealthList),
  Editor: lazyPart(async () => (await import('./HealthView.tsx')).HealthView),
  Inspector: lazyPart(async () => (await import('./HealthInspector.tsx')).HealthInspector),
  hasDrawer: false,
} as const satisfies ViewParts;
