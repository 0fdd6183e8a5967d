import { create } from 'zustand';

/** From so many rules on they are grouped, unless somebody put something somewhere or wants it otherwise. */
export const groupedFrom = 40;

/** Groups that were opened because a rule in them was looked for; no file knows of it. */
export const useRevealed = create<{
  readonly engineId?: string;
  readonly keys: readonly string[];
}>()(() => ({ keys: [] }));
