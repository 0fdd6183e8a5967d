import { type ComponentProps, lazy, Suspense } from 'react';

/** Loaded with the first press of the other button. */
const Menu = lazy(() => import('./CanvasMenu.tsx').then(({ CanvasMenu: part }) => ({ default: part })));

export function CanvasMenu(props: ComponentProps<typeof Menu>) {
  return (
    <Suspense fallback={null}>
      <Menu {...props} />
    </Suspense>
  );
}
