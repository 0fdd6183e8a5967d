import type { ContextContract } from '../model/context-contract.ts';
import { fieldRenamer } from './rename-field.ts';
import type { Renamed } from './renaming.ts';

/** Contracts whose conditions ask for a renamed variable, or what lies in it. */
export function renameFieldInContracts(
  from: string,
  to: string,
  contracts: readonly ContextContract[],
): Renamed<ContextContract>[] {
  const rename = fieldRenamer(from, to);
  return contracts.flatMap(contract => {
    const places: string[] = [];
    const when = contract.when?.map((condition, index) => {
      const field = rename(condition.field);
      if (field === undefined) return condition;
      places.push(`when.${index}.field`);
      return { ...condition, field };
    });
    return when === undefined || places.length === 0 ? [] : [{ value: { ...contract, when }, places }];
  });
}
