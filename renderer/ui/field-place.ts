import { createContext, useContext, useLayoutEffect, useState } from 'react';
import { isJsonEqual } from '../../shared/model/json.ts';

interface Place {
  /** What tells a field from all others of its label; where nobody says it, what is half typed is lost with the field. */
  readonly at: string;
  /** A field goes with what it is of to wherever that goes, with what is half typed; else another place is another field. */
  readonly moves?: boolean;
}

export const FieldPlace = createContext<Place>({ at: '' });

interface BegunText {
  readonly text: string;
  /** The value it was typed over. */
  readonly over: unknown;
  /** What it is none of yet; it was taken over where nothing is said. */
  readonly lacks?: 'json' | 'number' | undefined;
}

/** What was half typed when its field went away, by place and label: as long as the page lives. */
const begun = new Map<string, BegunText>();

/** Under what a field's text is kept; empty where it is not. */
export const keptAs = ({ at }: Place, label: string): string => at && `${at} ${label}`;

export function keepBegunText(kept: string, text?: BegunText): void {
  if (text?.lacks && kept !== '') begun.set(kept, text);
  else begun.delete(kept);
}

/** The text of a field that is not drawn from its value, and how it becomes another one: none that is half typed goes with the field. */
export function useBegunText(label: string): readonly [BegunText | undefined, (text?: BegunText) => void] {
  const place = useContext(FieldPlace);
  const kept = keptAs(place, label);
  const [held, setHeld] = useState(() => ({ kept, text: begun.get(kept) }));
  const text = held.kept === kept || place.moves ? held.text : begun.get(kept);
  useLayoutEffect(() => {
    if (held.kept === kept) return;
    setHeld({ kept, text });
    if (!place.moves) return;
    // Each field takes its own along, so two that change places lose nothing.
    if (begun.get(held.kept) === text) begun.delete(held.kept);
    if (text) keepBegunText(kept, text);
  });
  const hold = (next?: BegunText) => {
    setHeld({ kept, text: next });
    keepBegunText(kept, next);
  };
  return [text, hold];
}

/** Whether text over the value that there is waits for its field: over another it is from before an undo. */
export function isJsonBegun(kept: string, value: unknown): boolean {
  const text = begun.get(kept);
  return text?.lacks === 'json' && isJsonEqual(text.over, value);
}

/** The text that is not taken over as it stands, if there is one: who leaves it finds it there again. */
export const halfTypedIn = (around: Element): HTMLElement | null =>
  around.querySelector(':is(textarea, [role=spinbutton])[aria-invalid=true]');
