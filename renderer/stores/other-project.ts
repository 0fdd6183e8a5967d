import { useProject } from './project.ts';

/** Runs whenever another project is open than before, also while whoever asks for it is not in sight. Returns how to stop. */
export function onOtherProject(forget: () => void): () => void {
  return useProject.subscribe(({ info }, before) => {
    if (info?.path !== before.info?.path) forget();
  });
}
