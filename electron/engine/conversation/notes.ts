import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { turnOf } from '../../../shared/search/turn.ts';

/** A text that was found, and where it stands. */
interface FoundText {
  readonly content: string;
  readonly path: string;
  readonly ordinal: number;
}

/** A found text as it is told: alone, or below the time that it shares with other turns of one conversation. */
export interface Note {
  readonly alone: string;
  readonly inGroup?: {
    /** Of the conversation and the time. */
    readonly key: string;
    readonly head: string;
    readonly line: string;
  };
  readonly path: string;
  readonly ordinal: number;
}

/** Turns of one time are told together, since when they were said takes a good part of each. */
export function noteOf({ content, path, ordinal }: FoundText): Note {
  const turn = turnOf(content);
  const alone = bullet(content, '');
  if (turn === undefined) return { alone, path, ordinal };
  const head = `- [${turn.when}]`;
  const key = `${path.slice(0, path.lastIndexOf('/') + 1)}\n${turn.when}`;
  return {
    alone,
    inGroup: { key, head, line: bullet(`${turn.speaker}: ${turn.text}`, '  ') },
    path,
    ordinal,
  };
}

const bullet = (text: string, indent: string): string =>
  `${indent}- ${text.replaceAll('\n', `\n${indent}  `)}`;

/** What a note's texts cost, each with the line break behind it. */
export interface NoteCosts {
  readonly alone: number;
  readonly head: number;
  readonly line: number;
}

/** The best notes that fit, best first; one that is too large does not end the choice. */
export function chooseNotes(notes: readonly Note[], costs: readonly NoteCosts[], most: number): Note[] {
  const groups = new Map<string, { readonly first: NoteCosts; readonly isOpen: boolean }>();
  let left = most;
  return notes.filter(({ inGroup }, at) => {
    const cost = costs[at] ?? { alone: 0, head: 0, line: 0 };
    const group = inGroup && groups.get(inGroup.key);
    // The first of a group stands alone until a second comes.
    const opening =
      group === undefined || group.isOpen ? 0 : cost.head + group.first.line - group.first.alone;
    const price = group === undefined ? cost.alone : cost.line + opening;
    if (price > left) return false;
    left -= price;
    if (inGroup) groups.set(inGroup.key, { first: group?.first ?? cost, isOpen: group !== undefined });
    return true;
  });
}

/** The lines of chosen notes: groups by their best, within a group as they were said. */
export function noteLines(notes: readonly Note[]): string[] {
  const groups = new Map<unknown, Note[]>();
  for (const note of notes) {
    const key = note.inGroup?.key ?? note;
    groups.set(key, [...(groups.get(key) ?? []), note]);
  }
  return [...groups.values()].flatMap(group => {
    const [first] = group;
    if (first?.inGroup === undefined || group.length === 1) return group.map(({ alone }) => alone);
    const said = group.toSorted(
      (left, right) => compareCodeUnits(left.path, right.path) || left.ordinal - right.ordinal,
    );
    return [first.inGroup.head, ...said.flatMap(({ inGroup }) => inGroup?.line ?? [])];
  });
}
