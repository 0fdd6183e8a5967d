import type { Step } from '../model/memory.ts';
import { aliasIn } from './nested-steps.ts';

/** The name a step's result is kept under (M2): its alias, else `<type>_<n>` with n its position from 1. */
export function stepAlias(step: Pick<Step, 'type' | 'alias'>, index: number): string {
  return aliasIn('', step, index);
}
