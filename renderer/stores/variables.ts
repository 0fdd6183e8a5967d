import { useEffect } from 'react';
import { create } from 'zustand';
import type { PossibleVariable } from '../../shared/model/variable.ts';
import { call } from '../api/call.ts';
import { useDocuments } from './documents.ts';

const useVariables = create<{ readonly saved: readonly PossibleVariable[] }>()(() => ({ saved: [] }));

/** Every variable a rule could ask for (V1), as far as it is saved; asked again after each save. */
export function usePossibleVariables(): readonly PossibleVariable[] {
  const files = useDocuments(state => state.saved);
  useEffect(() => {
    if (Object.keys(files.engines).length + Object.keys(files.samples).length === 0) return;
    call('rules.possibleVariables', {}).then(
      ({ variables }) => useVariables.setState({ saved: variables }),
      () => undefined, // the field box still takes free text
    );
  }, [files]);
  return useVariables(state => state.saved);
}
