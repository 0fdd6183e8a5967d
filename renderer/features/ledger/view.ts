import { ScrollText } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const ledgerView = {
  icon: ScrollText,
  List: lazyPart(async () => (await import('./list/LedgerList.tsx')).LedgerList),
  Editor: lazyPart(async () => (await import('./LedgerView.tsx')).LedgerView),
  Inspector: lazyPart(async () => (await import('./inspector/LedgerInspector.tsx')).LedgerInspector),
  hasDrawer: false,
} as const satisfies ViewParts;
