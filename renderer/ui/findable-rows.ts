import { type RefObject, useMemo } from 'react';
import { type Findable, useFindable } from './findable.ts';

interface FindableRow {
  /** As its element bears it in `data-key`. */
  readonly id: string;
  readonly text: string;
}

/** So many frames a list may take to draw another place. */
const mostFrames = 12;

/** Lets the rows of a list be found that draws only what is in sight; undefined where what is drawn is all there is. */
export function useFindableRows(
  root: RefObject<HTMLElement | null>,
  rows: readonly FindableRow[] | undefined,
  note?: string,
): void {
  useFindable(
    root,
    useMemo(() => rows && findableRows(root, rows, note), [root, rows, note]),
  );
}

function findableRows(
  root: RefObject<HTMLElement | null>,
  rows: readonly FindableRow[],
  note?: string,
): Findable {
  const state: { places: readonly number[]; turn: number } = { places: [], turn: 0 };
  const find = (words: string) => {
    const wanted = words.toLowerCase();
    state.places = rows.flatMap(({ text }, place) => (text.toLowerCase().includes(wanted) ? [place] : []));
    return state.places.length;
  };
  const show = async (at: number) => {
    const place = state.places[at];
    const row = place === undefined ? undefined : rows[place];
    const list = root.current;
    if (!row || !list || place === undefined) return undefined;
    state.turn += 1;
    const { turn } = state;
    // Who steps on while a place is drawn wants the next one.
    for (let frame = 0; frame < mostFrames && turn === state.turn; frame += 1) {
      const drawn = list.querySelector(`[data-key="${CSS.escape(row.id)}"]`);
      if (drawn) {
        drawn.scrollIntoView({ block: 'nearest' });
        return drawn;
      }
      list.scrollTop = (place / rows.length) * list.scrollHeight - list.clientHeight / 2;
      await new Promise(resolve => requestAnimationFrame(resolve));
    }
    return undefined;
  };
  return { find, show, ...(note !== undefined && { note }) };
}
