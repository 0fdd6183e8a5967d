import { Scale } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const contractsView = {
  icon: Scale,
  List: lazyPart(async () => (await import('./ContractsList.tsx')).ContractsList),
  Editor: lazyPart(async () => (await import('./ContractEditor.tsx')).ContractEditor),
  Inspector: lazyPart(async () => (await import('./ContractInspector.tsx')).ContractInspector),
  hasDrawer: false,
} as const satisfies ViewParts;
