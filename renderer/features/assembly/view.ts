import { Layers } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const assemblyView = {
  icon: Layers,
  Editor: lazyPart(async () => (await import('./AssemblyView.tsx')).AssemblyView),
  hasDrawer: false,
} as const satisfies ViewParts;
