import type { JsonObject } from '../model/json.ts';

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
  /** A condition; a `${name}` in it is a value, never text. */
  | 'condition'
  /** Steps of a branch, with all of their own parameters; its name is `thenSteps` or `elseSteps`. */
  | 'steps'
  /** A JSON object with templates at any depth. */
  | 'object';

/** What the studio proposes for a parameter: what is stored, or fields of the elements that the step reads. */
export type ParamOffer =
  | 'agents'
  | 'collections'
  | 'conversations'
  | 'fields'
  | 'graph views'
  | 'groups'
  | 'keys'
  | 'key instances'
  | 'namespaces'
  | 'log instances'
  | 'log streams'
  | 'log types'
  | 'ledger scopes'
  | 'relations'
  | 'sessions';

export interface ParamSpec {
  readonly kind: ParamKind;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** What the engine uses when the parameter is absent; `${query}` is the query of the request. */
  readonly fallback?: string | number;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  readonly offers?: ParamOffer;
  /** A text that must look so, and what is said of one that does not. */
  readonly form?: { readonly pattern: RegExp; readonly words: string };
  /** Whether, beside these parameters, it is a pattern that has to compile. */
  readonly isPattern?: (params: JsonObject) => boolean;
  /** Whether, beside these parameters, nobody looks at it. */
  readonly isIdle?: (params: JsonObject) => boolean;
}

/** What the engine gives on as the result of a step. */
type ResultKind = 'elements' | 'text' | 'groups' | 'boolean';

/** Everything that can be said of a step type without running it: feeds checks, forms, sentences and documentation. */
export interface StepKind {
  readonly label: string;
  readonly summary: string;
  readonly result: ResultKind;
  readonly params: Readonly<Record<string, ParamSpec>>;
  /** The parameters in a few words, for the card of the step; empty ones are left out. */
  readonly brief: (words: StepWords) => readonly string[];
  /** What one of its elements is called: "12 chunks". */
  readonly unit?: string;
  /** It keeps some of what it reads: "9 of 12 stay". */
  readonly narrows?: boolean;
  /** Its result is what stands in its form. */
  readonly isWrittenOut?: boolean;
  /** It may give a text, whatever `result` says. */
  readonly mayGiveText?: boolean;
  /** What of the intent it reads though no template says so; `isAfterText` when an earlier step may give a text. */
  readonly asks?: (params: JsonObject, isAfterText: boolean) => readonly string[];
}

/** The parameters of one step, as words. */
export interface StepWords {
  readonly params: JsonObject;
  /** A parameter as it is written; empty when it is not. */
  readonly text: (name: string) => string;
  /** The same, or what the engine uses instead. */
  readonly used: (name: string) => string;
  /** Words and the parameter after them; empty when it is not written. */
  readonly after: (words: string, name: string) => string;
  /** A list, joined by commas. */
  readonly list: (name: string) => string;
  /** How many stand in a list. */
  readonly length: (name: string) => number;
  /** The same in words: "2 keys". */
  readonly count: (name: string, noun: string) => string;
  /** "from docs", where the step names what it reads. */
  readonly source: string;
}
