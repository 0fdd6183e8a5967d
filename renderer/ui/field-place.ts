import { createContext } from 'react';
import { isJsonEqual } from '../../shared/model/json.ts';

interface Place {
  /** What tells a field from all others of its label; where nobody says it, what is no JSON yet is lost with the field. */
  readonly at: string;
  /** A field goes with what it is of to wherever that goes, with what is half typed; else another place is another field. */
  readonly moves?: boolean;
}

export const FieldPlace = createContext<Place>({ at: '' });

export interface BegunJson {
  readonly text: string;
  /** The value it was typed over. */
  readonly over: unknown;
}

/** What was no JSON yet when its field went away, by place and label: as long as the page lives. */
const begun = new Map<string, BegunJson>();

/** Under what a field's text is kept; empty where it is not. */
export const keptAs = ({ at }: Place, label: string): string => at && `${at} ${label}`;

export const begunJson = (kept: string): BegunJson | undefined => begun.get(kept);

export function keepBegunJson(kept: string, text: BegunJson | undefined): void {
  if (text && kept !== '') begun.set(kept, text);
  else begun.delete(kept);
}

/** Whether text over the value that there is waits for its field: over another it is from before an undo. */
export function isJsonBegun(kept: string, value: unknown): boolean {
  const text = begun.get(kept);
  return text !== undefined && isJsonEqual(text.over, value);
}

/** The text that is not taken over as it stands, if there is one: who leaves it finds it there again. */
export const halfTypedIn = (around: Element): HTMLElement | null =>
  around.querySelector(':is(textarea, [role=spinbutton])[aria-invalid=true]');
