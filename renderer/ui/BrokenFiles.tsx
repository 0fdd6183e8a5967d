import { lazy, Suspense } from 'react';
import type { BrokenFilesProps } from './BrokenFileList.tsx';

/** Loaded with the first file that is broken: most projects have none. */
const BrokenFileList = lazy(async () => ({
  default: (await import('./BrokenFileList.tsx')).BrokenFileList,
}));

/** Files that would be in a list if they could be read; nothing when there are none. */
export function BrokenFiles(props: BrokenFilesProps) {
  if (props.files.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <BrokenFileList {...props} />
    </Suspense>
  );
}
