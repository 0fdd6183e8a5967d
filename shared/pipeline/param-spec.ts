/** How a parameter is edited and checked. `source(s)` name aliases of earlier steps; `items` are texts or elements. */
export type ParamKind =
  | 'text'
  | 'number'
  | 'choice'
  | 'texts'
  | 'sources'
  | 'source'
  | 'weights'
  | 'items'
  | 'value'
  /** A condition (M3); a `${name}` in it is a value, never text. */
  | 'condition'
  /** Steps of a branch, with all of their own parameters. */
  | 'steps'
  /** A JSON object with templates at any depth. */
  | 'object';

export interface ParamSpec {
  readonly kind: ParamKind;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** What the engine uses when the parameter is absent. */
  readonly fallback?: string | number;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

export interface StepSpec {
  readonly label: string;
  readonly summary: string;
  readonly result: 'elements' | 'text' | 'groups' | 'boolean';
  readonly params: Readonly<Record<string, ParamSpec>>;
}
