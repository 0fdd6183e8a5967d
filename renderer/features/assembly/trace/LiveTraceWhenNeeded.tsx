import { lazyPart } from '../../../ui/lazy-part.ts';

/** Most assemblies are over before anybody could look at them, so what shows them is loaded with the first long one. */
export const LiveTraceWhenNeeded = lazyPart(async () => (await import('./LiveTrace.tsx')).LiveTrace);
