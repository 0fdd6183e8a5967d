import { Disc } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const recordingsView = {
  icon: Disc,
  List: lazyPart(async () => (await import('./RecordingsList.tsx')).RecordingsList),
  Editor: lazyPart(async () => (await import('./RecordingsView.tsx')).RecordingsView),
  hasDrawer: false,
} as const satisfies ViewParts;
