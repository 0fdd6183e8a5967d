import { Library } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const memoriesView = {
  icon: Library,
  List: lazyPart(async () => (await import('./MemoriesList.tsx')).MemoriesList),
  Editor: lazyPart(async () => (await import('./MemoryEditor.tsx')).MemoryEditor),
  Inspector: lazyPart(async () => (await import('./MemoryInspector.tsx')).MemoryInspector),
  hasDrawer: false,
} as const satisfies ViewParts;
