import { groupBy } from '../../lists.ts';
import { compareCodeUnits } from '../../model/compare-code-units.ts';
import type { DeclaredVariable, PersistentMemory } from '../../model/memory.ts';
import { type Scope, scopeFields } from '../../model/scope.ts';
import type { RequiredVariables } from '../../model/variable.ts';

/** The id field a scope is known by, as rules name it: `agent` to `scope.agent.agent_id`. */
export function scopeIdField(scope: Scope): string {
  return `scope.${scope}.${scopeFields[scope][0]}`;
}

/** What a caller must provide for these memories: scope id fields, sorted, and declared variables by name. */
export function requiredVariables(memories: readonly PersistentMemory[]): RequiredVariables {
  const scopes = new Set(memories.flatMap(memory => memory.inputs_scope));
  const declared = memories.flatMap(memory =>
    memory.additional_variables.map(variable => ({ ...variable, memory: memory.id })),
  );
  const byName = [...groupBy(declared, variable => variable.name)].toSorted(([left], [right]) =>
    compareCodeUnits(left, right),
  );
  return {
    scope_variables: [...scopes].map(scopeIdField).toSorted(compareCodeUnits),
    // fromEntries defines own properties, so that a variable called __proto__ is an ordinary name.
    additional_variables: Object.fromEntries(byName.map(([name, group]) => [name, joinDeclarations(group)])),
  };
}

type Declaration = DeclaredVariable & { readonly memory: string };

function joinDeclarations(group: readonly Declaration[]): RequiredVariables['additional_variables'][string] {
  const types = [...new Set(group.map(variable => variable.type))];
  const [type = 'unknown'] = types;
  return {
    type: types.length === 1 ? type : 'unknown',
    required: group.some(variable => variable.required === true),
    from_memory: [...new Set(group.map(variable => variable.memory))],
  };
}
