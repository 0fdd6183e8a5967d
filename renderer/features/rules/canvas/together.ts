import { currentSelectedId, currentSelectedIds, selectTogether } from '../selection.ts';
import { thingOf } from './node-ids.ts';

/** The node of a rule that a closed group hides, and the card that stands for it. */
export interface HiddenRule {
  readonly id: string;
  readonly group: string;
}

/** How many things are selected: a group counts as its rules. */
export const countTogether = (ids: readonly string[]): number =>
  ids.filter(id => thingOf(id)?.kind !== 'group').length;

/** Selects nodes that are drawn, and with the card of a closed group its rules. What is looked at is drawn: no group opens for it. */
export function selectNodes(
  engineId: string,
  ids: readonly string[],
  hidden: readonly HiddenRule[],
  lead?: string,
): void {
  const unseen = new Set(hidden.map(({ id }) => id));
  const seen = ids.filter(id => !unseen.has(id));
  const current = seen.find(id => id === currentSelectedId());
  const rule = seen.find(id => thingOf(id)?.kind === 'rule');
  selectTogether(engineId, [...new Set(withHidden(ids, hidden))], lead ?? current ?? rule ?? seen[0]);
}

/** Takes a node into the selection and into sight, or out of it; a closed group with its rules. */
export function toggleNode(engineId: string, id: string, hidden: readonly HiddenRule[]): void {
  const [ids, own] = [currentSelectedIds(), new Set(withHidden([id], hidden))];
  if (ids.includes(id))
    selectNodes(
      engineId,
      ids.filter(other => !own.has(other)),
      hidden,
    );
  else selectNodes(engineId, [...ids, id], hidden, id);
}

const withHidden = (ids: readonly string[], hidden: readonly HiddenRule[]): readonly string[] => {
  const cards = new Set(ids);
  return [...ids, ...hidden.flatMap(({ id, group }) => (cards.has(group) ? id : []))];
};
