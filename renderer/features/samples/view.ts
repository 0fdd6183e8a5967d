import { FlaskConical } from 'lucide-react';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ViewParts } from '../../ui/view-parts.ts';

export const samplesView = {
  icon: FlaskConical,
  List: lazyPart(async () => (await import('./SamplesList.tsx')).SamplesList),
  Editor: lazyPart(async () => (await import('./SampleEditor.tsx')).SampleEditor),
  Inspector: lazyPart(async () => (await import('./SampleInspector.tsx')).SampleInspector),
  hasDrawer: true,
} as const satisfies ViewParts;
