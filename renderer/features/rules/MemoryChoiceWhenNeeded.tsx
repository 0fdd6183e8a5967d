import { type ComponentProps, lazy, Suspense } from 'react';

/** Searching and choosing is large, so it is loaded with the first choice. */
const Choice = lazy(() => import('./MemoryChoice.tsx').then(({ MemoryChoice: part }) => ({ default: part })));

export function MemoryChoice(props: ComponentProps<typeof Choice>) {
  return (
    <Suspense fallback={null}>
      <Choice {...props} />
    </Suspense>
  );
}
