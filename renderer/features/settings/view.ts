import { Settings } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const settingsView = {
  icon: Settings,
  Editor: lazyPart(async () => (await import('./SettingsView.tsx')).SettingsView),
  hasDrawer: false,
} as const satisfies ViewParts;
