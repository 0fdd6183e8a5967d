import { isScope, type Scope, scopeFields, scopes } from '../model/scope.ts';

const prefixes = ['scope.', 'addVar.', 'input.'] as const;

/** True when a rule may ask for this name: it has one of the prefixes `scope.`, `addVar.`, `input.` (R2). */
export function isKnownField(field: string): boolean {
  return prefixes.some(prefix => field.startsWith(prefix) && field.length > prefix.length);
}

/** The scope a `scope.<scope>.<field>` name speaks of; undefined for other names and unknown scopes. */
export function scopeOfField(field: string): Scope | undefined {
  const [prefix, scope, ...rest] = field.split('.');
  return prefix === 'scope' && scope !== undefined && isScope(scope) && rest.join('.') !== ''
    ? scope
    : undefined;
}

/**
 * The prefixed name that was probably meant (R2 quick fix): `agent_type` to `scope.agent.agent_type`,
 * `agent.agent_type` to the same, `text` to `input.text`, everything else to `addVar.<name>`.
 */
export function suggestField(field: string): string {
  const name = field.replace(/^\.+/, '');
  if (name === 'text' || name === 'input' || name === 'input.') return 'input.text';
  if (name === '' || prefixes.some(prefix => name === prefix || `${name}.` === prefix)) return 'addVar.name';
  const [first = '', ...rest] = name.split('.');
  if (isScope(first) && rest.length > 0) return `scope.${name}`;
  const scope = scopes.find(candidate => (scopeFields[candidate] as readonly string[]).includes(name)); // widened: any text may be looked for
  if (scope !== undefined) return `scope.${scope}.${name}`;
  return `addVar.${name}`;
}

/** A short name for rows and sentences: `scope.agent.agent_type` to `agent type`, `input.text` to `input text`. */
export function fieldLabel(field: string): string {
  if (field === 'input.text') return 'input text';
  const last = field.split('.').findLast(part => part !== '') ?? field;
  return last.replaceAll('_', ' ').trim() || last;
}
