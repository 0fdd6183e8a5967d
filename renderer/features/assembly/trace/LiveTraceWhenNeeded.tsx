import { lazy, Suspense } from 'react';
import type { LiveRun } from '../../../stores/live-run.ts';

const LiveTrace = lazy(() => import('./LiveTrace.tsx').then(({ LiveTrace: trace }) => ({ default: trace })));

/** Most assemblies are over before anybody could look at them, so what shows them is loaded with the first long one. */
export function LiveTraceWhenNeeded({ run }: { readonly run: LiveRun }) {
  return (
    <Suspense fallback={null}>
      <LiveTrace run={run} />
    </Suspense>
  );
}
