import { useCallback } from 'react';
import { create } from 'zustand';
import { isJsonEqual } from '../../../../shared/model/json.ts';
import { type ProjectState, useProject } from '../../../stores/project.ts';

export interface Edited<Value> {
  /** What is stored, with what the user changed over it: fields that others change meanwhile follow. */
  readonly value: Value;
  readonly isChanged: boolean;
  readonly change: (more: Partial<Value>) => void;
  /** Takes all changes back, or, after a save, those that it has. */
  readonly revert: (saved?: Value) => void;
}

type Changes = Readonly<Record<string, unknown>>;

/** What was changed and is not saved, by project and thing: it is there again when one comes back to it. */
const useChanges = create<Readonly<Record<string, Changes>>>()(() => ({}));
const none: Changes = {};

const selectPath = ({ info }: ProjectState) => info?.path;

/** A stored thing while somebody edits it; `thing` tells it from all others of the project. */
export function useEdited<Value extends object>(thing: string, stored: Value): Edited<Value> {
  const name = `${useProject(selectPath)} ${thing}`;
  const changes = useChanges(useCallback(all => all[name] ?? none, [name]));
  const set = (next: (before: Changes) => Changes) =>
    useChanges.setState(({ [name]: before = none }) => ({ [name]: next(before) }));
  const value = { ...stored, ...changes };
  return {
    value,
    isChanged: JSON.stringify(value) !== JSON.stringify(stored),
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
