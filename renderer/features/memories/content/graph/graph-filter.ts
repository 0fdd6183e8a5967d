import type { GraphView } from '../../../../../shared/model/graph.ts';

/** What of the graph is looked at; kept under a name it is a view. */
export interface GraphFilter {
  readonly text: string;
  readonly kinds: readonly string[];
  readonly depth: number;
  /** Empty: every relation is followed. */
  readonly relation: string;
}

export const noFilter: GraphFilter = { text: '', kinds: [], depth: 0, relation: '' };

/** The filter as a view of the given id; what says nothing is left out. */
export function viewOf(id: string, { text, kinds, depth, relation }: GraphFilter): GraphView {
  return {
    id,
    ...(kinds.length > 0 && { kinds: [...kinds] }),
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(depth > 0 && { depth }),
    ...(depth > 0 && relation !== '' && { relation }),
  };
}

/** What a saved view looks at. */
export function filterOf({ text = '', kinds = [], depth = 0, relation = '' }: GraphView): GraphFilter {
  return { text, kinds, depth, relation };
}

/** True when both look at the same. */
export function isSameFilter(left: GraphFilter, right: GraphFilter): boolean {
  return JSON.stringify(viewOf('', left)) === JSON.stringify(viewOf('', right));
}
