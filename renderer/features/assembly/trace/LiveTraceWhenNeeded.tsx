import { lazyPart } from '../../../ui/lazy-part.ts';

/** A run of that length is looked at; one that is a little slow, such as the first of a page, is over by then. */
const longRunMs = 500;

/** Most assemblies are over before anybody could look at them, so what shows them is loaded with the first long one. */
export const LiveTraceWhenNeeded = lazyPart(async () => {
  await new Promise(resolve => setTimeout(resolve, longRunMs));
  return (await import('./LiveTrace.tsx')).LiveTrace;
});
