import { useState } from 'react';

export interface Edited<Value> {
  /** What is stored, with what the user changed over it: fields that others change meanwhile follow. */
  readonly value: Value;
  readonly isChanged: boolean;
  readonly change: (more: Partial<Value>) => void;
  readonly revert: () => void;
}

/** A stored thing while somebody edits it. */
export function useEdited<Value extends object>(stored: Value): Edited<Value> {
  const [changes, setChanges] = useState<Partial<Value>>({});
  const value = { ...stored, ...changes };
  return {
    value,
    isChanged: JSON.stringify(value) !== JSON.stringify(stored),
    change: more => setChanges(before => ({ ...before, ...more })),
    revert: () => setChanges({}),
  };
}
