import { createContext, useLayoutEffect, useRef, useState } from 'react';
import { isJsonEqual } from '../../shared/model/json.ts';

interface Place {
  /** What tells a field from all others of its label; where nobody says it, what is half typed is lost with the field. */
  readonly at: string;
  /** A field goes with what it is of to wherever that goes, with what is half typed; else another place is another field. */
  readonly moves?: boolean;
}

export const FieldPlace = createContext<Place>({ at: '' });

interface Typed {
  readonly text: string;
  /** The value it was typed over. */
  readonly over: unknown;
}

/** What was half typed when its field went away, by place and label: as long as the page lives. */
const begun = new Map<string, Typed>();

/** Under what a field's text is kept; empty where it is not. */
export const keptAs = ({ at }: Place, label: string): string => at && `${at} ${label}`;

export function keepTyped(kept: string, typed: Typed | undefined): void {
  if (typed && kept !== '') begun.set(kept, typed);
  else begun.delete(kept);
}

/** What is typed in a field, which takes along to another place what is half typed, and finds it there when it comes back. */
export function useTyped(
  kept: string,
  isHalf: (text: string) => boolean,
): readonly [Typed | undefined, (typed: Typed | undefined) => void] {
  const [typed, setTyped] = useState(() => begun.get(kept));
  const at = useRef(kept);
  useLayoutEffect(() => {
    if (at.current === kept) return;
    // Each field takes its own along, so two that change places lose nothing.
    if (begun.get(at.current) === typed) begun.delete(at.current);
    at.current = kept;
    if (typed && isHalf(typed.text)) keepTyped(kept, typed);
  });
  const type = (now: Typed | undefined) => {
    setTyped(now);
    keepTyped(kept, now && isHalf(now.text) ? now : undefined);
  };
  return [typed, type];
}

/** Whether text over the value that there is waits for its field: over another it is from before an undo. */
export function isJsonBegun(kept: string, value: unknown): boolean {
  const text = begun.get(kept);
  return text !== undefined && isJsonEqual(text.over, value);
}

/** The text that is not taken over as it stands, if there is one: who leaves it finds it there again. */
export const halfTypedIn = (around: Element): HTMLElement | null =>
  around.querySelector(':is(textarea, [role=spinbutton])[aria-invalid=true]');
