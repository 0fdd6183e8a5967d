import type { BrokenFilesProps } from './BrokenFileList.tsx';
import { lazyPart } from './lazy-part.ts';

/** Loaded with the first file that is broken: most projects have none. */
const BrokenFileList = lazyPart(async () => (await import('./BrokenFileList.tsx')).BrokenFileList);

/** Files that would be in a list if they could be read; nothing when there are none. */
export function BrokenFiles(props: BrokenFilesProps) {
  if (props.files.length === 0) return null;
  return <BrokenFileList {...props} />;
}
