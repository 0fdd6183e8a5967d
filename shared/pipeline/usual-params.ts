import type { ParamSpec } from './step-kind.ts';

/** Parameters that several step types have. */
export const source = {
  kind: 'source',
  label: 'From step',
  help: 'Alias of an earlier step; the last list when empty.',
} as const satisfies ParamSpec;

export const graphSource = {
  ...source,
  help: 'A step whose elements are nodes; the last list when empty.',
} as const satisfies ParamSpec;

export const query = {
  kind: 'text',
  label: 'Query',
  fallback: '${query}',
  help: 'The input text unless you write something else.',
} as const satisfies ParamSpec;

export const field = {
  kind: 'text',
  label: 'Field',
  required: true,
  offers: 'fields',
} as const satisfies ParamSpec;

/** A point in time, or a template that becomes one. */
export const time = {
  kind: 'text',
  help: 'A time such as 2026-01-31T00:00:00Z.',
  form: {
    pattern:
      /\$\{|^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?$/,
    words: 'must be a time such as 2026-01-31T00:00:00Z',
  },
} as const satisfies Partial<ParamSpec>;

/** How many of the best are kept; of a search, which always has a limit. */
export const searchTop = {
  kind: 'number',
  label: 'Top',
  fallback: 5,
  min: 1,
  max: 1000,
  whole: true,
} as const satisfies ParamSpec;

/** The same of a list that is there already; all of it when absent. */
export const listTop = { kind: 'number', label: 'Top', min: 1, whole: true } as const satisfies ParamSpec;

export const depth = {
  kind: 'number',
  label: 'Depth',
  help: 'How many edges away.',
  fallback: 1,
  min: 1,
  max: 10,
  whole: true,
} as const satisfies ParamSpec;

export const ledgerScope = {
  kind: 'text',
  label: 'Scope',
  offers: 'ledger scopes',
  help: 'A path, or a symbol; the whole project when empty.',
} as const satisfies ParamSpec;

export const ledgerLimit = {
  kind: 'number',
  label: 'At most',
  fallback: 100,
  min: 1,
  max: 1000,
  whole: true,
} as const satisfies ParamSpec;

export const session = {
  kind: 'text',
  label: 'Session',
  offers: 'sessions',
  help: "The request's session, or its thread, when empty.",
} as const satisfies ParamSpec;
