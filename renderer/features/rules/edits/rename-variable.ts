import { AppError } from '../../../../shared/contract/errors.ts';
import type { RenamedFile } from '../../../../shared/model/renaming.ts';
import { renameField } from '../../../../shared/renaming/rename-field.ts';
import { renameFieldInContracts } from '../../../../shared/renaming/rename-in-contracts.ts';
import { renameFieldPins } from '../../../../shared/renaming/rename-pins.ts';
import type { Renamed } from '../../../../shared/renaming/renaming.ts';
import type { Documents } from '../../../stores/history.ts';

export type VariableRenaming =
  | {
      readonly ok: true;
      /** What changes, and where in it. */
      readonly changed: readonly RenamedFile[];
      /** What is left as it is on purpose, and why. */
      readonly notes: readonly string[];
      readonly apply: (draft: Documents) => void;
    }
  | { readonly ok: false; readonly reason: string };

/** What giving a variable another name changes in the working copy: as on disk through `rules.renameField`. */
export function renameVariable(documents: Documents, from: string, to: string): VariableRenaming {
  try {
    return renamingOf(documents, from, to);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, reason: error.message };
  }
}

function renamingOf(documents: Documents, from: string, to: string): VariableRenaming {
  const { engines, memories, samples, tests, contracts, layouts } = documents;
  const { notes, ...definitions } = renameField(from, to, {
    engines: Object.values(engines),
    memories: Object.values(memories),
    samples: Object.values(samples),
    tests: Object.values(tests),
  });
  const renamed = {
    ...definitions,
    contracts: renameFieldInContracts(from, to, Object.values(contracts)),
    layouts: renameFieldPins(from, to, Object.values(layouts)),
  };
  return {
    ok: true,
    notes,
    changed: [
      ...filesOf('engine', renamed.engines),
      ...filesOf('memory', renamed.memories),
      ...filesOf('sample', renamed.samples),
      ...filesOf('test', renamed.tests),
      ...filesOf('contract', renamed.contracts),
      ...filesOf('layout', renamed.layouts),
    ],
    apply: draft => {
      for (const { value } of renamed.engines) draft.engines[value.id] = value;
      for (const { value } of renamed.memories) draft.memories[value.id] = value;
      for (const { value } of renamed.samples) draft.samples[value.id] = value;
      for (const { value } of renamed.tests) draft.tests[value.id] = value;
      for (const { value } of renamed.contracts) draft.contracts[value.id] = value;
      for (const { value } of renamed.layouts) draft.layouts[value.id] = value;
    },
  };
}

const filesOf = (
  kind: RenamedFile['kind'],
  renamed: readonly Renamed<{ readonly id: string }>[],
): RenamedFile[] => renamed.map(({ value, places }) => ({ kind, id: value.id, places: [...places] }));
