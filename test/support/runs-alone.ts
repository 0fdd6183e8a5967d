import { readFileSync } from 'node:fs';

/** Whether a file of tests puts others in the place of modules, or says that it changes what a module holds. */
export const runsAlone = (path: string): boolean =>
  /^vi\.mock\(|^\/\/ Alone: /m.test(readFileSync(path, 'utf8'));
