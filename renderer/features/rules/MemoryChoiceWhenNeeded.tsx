import { lazyPart } from '../../ui/lazy-part.ts';

/** Searching and choosing is large, so it is loaded with the first choice. */
export const MemoryChoice = lazyPart(async () => (await import('./MemoryChoice.tsx')).MemoryChoice);
