import { create } from 'zustand';
import { onOtherProject } from '../../stores/other-project.ts';

export type MemoryTab = 'pipeline' | 'content' | 'json' | 'used-by';
/** What is looked at while no memory is chosen. */
export type CatalogTab = 'catalog' | 'content';

/** What stays as the user left it while going from memory to memory. */
export interface MemoryView {
  readonly tab: MemoryTab;
  readonly catalogTab: CatalogTab;
  readonly catalogLook: 'cards' | 'table';
  /** The document that was gone to; its row is brought into sight. */
  readonly document?: { readonly collection: string; readonly path: string } | undefined;
  readonly listSort: 'section' | 'name' | 'tokens';
  /** Open step per memory, by position. */
  readonly openSteps: Readonly<Record<string, number | null>>;
}

export const useMemoryView = create<MemoryView>()(() => ({
  tab: 'pipeline',
  catalogTab: 'catalog',
  catalogLook: 'cards',
  listSort: 'section',
  openSteps: {},
}));

onOtherProject(() => useMemoryView.setState({ document: undefined, openSteps: {} }));

export const selectDocument = (view: MemoryView) => view.document;

export function setMemoryView(change: Partial<MemoryView>): void {
  useMemoryView.setState(change);
}

/** Opens one step of a memory; null closes all. */
export function openStep(memoryId: string, index: number | null): void {
  useMemoryView.setState(({ openSteps }) => ({ openSteps: { ...openSteps, [memoryId]: index } }));
}
