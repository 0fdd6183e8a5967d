import { lazyPart } from '../../../ui/lazy-part.ts';

/** Loaded with the first press of the other button. */
export const CanvasMenu = lazyPart(async () => (await import('./CanvasMenu.tsx')).CanvasMenu);
