import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { isJsonEqual, isJsonObject, tryParseJson } from '../../../../shared/model/json.ts';
import { browserStorage } from '../../../browser-storage.ts';
import { unsavedElsewhere } from '../../../stores/leave-page.ts';
import { selectPath, useProject } from '../../../stores/project.ts';

interface Edited<Value> {
  /** What is stored, with what the user changed over it: fields that others change meanwhile follow. */
  readonly value: Value;
  readonly isChanged: boolean;
  readonly change: (more: Partial<Value>) => void;
  /** Takes all changes back, or, after a save, those that it has. */
  readonly revert: (saved?: Value) => void;
}

type Changes = Readonly<Record<string, unknown>>;

/**
 * What was changed here and is not saved, by project and thing: it is there again when one comes back to it, and in a page
 * that is opened later.
 */
const useChanges = create<Readonly<Record<string, Changes>>>()(() => ({}));
const none: Changes = {};
const prefix = 'weft-changed ';

/** Which are not as they are stored, as they were last in sight. */
const unsaved = new Set<string>();
unsavedElsewhere.add(() => {
  const changed = useChanges.getState();
  return [...unsaved].some(name => changed[name] !== undefined) ? Promise.resolve() : undefined;
});

function keptChanges(name: string): Changes {
  const kept = tryParseJson(browserStorage.getItem(prefix + name) ?? '{}');
  return isJsonObject(kept) ? kept : none; // somebody else's, or cut off
}

function keepChanges(name: string, changes: Changes): void {
  if (Object.keys(changes).length > 0) browserStorage.setItem(prefix + name, JSON.stringify(changes));
  else browserStorage.removeItem(prefix + name);
  useChanges.setState({ [name]: changes });
}

/** A stored thing while somebody edits it; `thing` tells it from all others of the project. */
export function useEdited<Value extends object>(thing: string, stored: Value): Edited<Value> {
  const name = `${useProject(selectPath)} ${thing}`;
  const kept = useMemo(() => keptChanges(name), [name]);
  const changes = useChanges(useCallback(all => all[name] ?? kept, [name, kept]));
  const set = (next: (before: Changes) => Changes) =>
    keepChanges(name, next(useChanges.getState()[name] ?? kept));
  const value = { ...stored, ...changes };
  const isChanged = JSON.stringify(value) !== JSON.stringify(stored);
  useEffect(() => {
    if (isChanged) unsaved.add(name);
    else unsaved.delete(name);
  }, [name, isChanged]);
  return {
    value,
    isChanged,
    change: more => set(before => ({ ...before, ...more })),
    revert: saved =>
      set(before =>
        saved === undefined
          ? none
          : Object.fromEntries(
              // What was typed while it was saved stays.
              Object.entries(before).filter(
                ([key, changed]) => !isJsonEqual(changed, Reflect.get(saved, key)),
              ),
            ),
      ),
  };
}
