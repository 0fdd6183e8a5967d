import { isScope, type Scope, scopeFields, scopes } from '../model/scope.ts';

const prefixes = ['scope.', 'addVar.', 'input.'] as const;

/** True when a rule may ask for this name: it has one of the prefixes `scope.`, `addVar.`, `input.`. */
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

/** What people write for a prefix, the words of a request among them, in small letters and without `_`. */
const prefixWords: ReadonlyMap<string, string> = new Map([
  ['scope', 'scope'],
  ['scopes', 'scope'],
  ['scopevariables', 'scope'],
  ['addvar', 'addVar'],
  ['addvars', 'addVar'],
  ['additionalvariables', 'addVar'],
  ['input', 'input'],
]);

/** The name with its prefix as rules write it (`scope_variables.agent.agent_id` to `scope.agent.agent_id`); undefined where it begins with none. */
export function withKnownPrefix(field: string): string | undefined {
  const [first = '', ...rest] = field.replace(/^request\./i, '').split('.');
  const prefix = prefixWords.get(first.toLowerCase().replaceAll('_', ''));
  return prefix === undefined || rest.length === 0 ? undefined : [prefix, ...rest].join('.');
}

/**
 * The prefixed name that was probably meant, for a quick fix: `agent_type` to `scope.agent.agent_type`,
 * `agent.agent_type` and `scope_variables.agent.agent_type` to the same, `text` to `input.text`, everything else to
 * `addVar.<name>`.
 */
export function suggestField(field: string): string {
  const written = field.replace(/^\.+/, '');
  const name = withKnownPrefix(written) ?? written;
  if (isKnownField(name) && name !== field) return name;
  if (name === 'text' || name === 'input' || name === 'input.') return 'input.text';
  if (name === '' || prefixes.some(prefix => name === prefix || `${name}.` === prefix)) return 'addVar.name';
  const [first = '', ...rest] = name.split('.');
  if (isScope(first) && rest.length > 0) return `scope.${name}`;
  const scope = scopes.find(candidate => scopeFields[candidate].some(field => field === name));
  if (scope !== undefined) return `scope.${scope}.${name}`;
  return `addVar.${name}`;
}

/** A short name for rows and sentences: `scope.agent.agent_type` to `agent type`, `input.text` to `input text`. */
export function fieldLabel(field: string): string {
  if (field === 'input.text') return 'input text';
  const last = field.split('.').findLast(part => part !== '') ?? field;
  return last.replaceAll('_', ' ').trim() || last;
}
