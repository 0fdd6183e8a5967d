import { unreachable } from '../../../shared/contract/errors.ts';
import type { Element, ElementSource } from '../../../shared/model/element.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { ParamSpec, StepKind } from '../../../shared/pipeline/step-kind.ts';
import type { RegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import type { Cancel, EnginePorts, StorePort } from '../ports.ts';
import type { Intent } from './intent.ts';
import type { NameLookup } from './resolve-templates.ts';
import type { StepResult } from './step-result.ts';
import type { Lineage } from './trust.ts';

/** Members of the stores that a step can ask for; `versionedStores` says of each what its version is. */
export type StoreRead = Exclude<keyof StorePort, 'contentVersions'>;

/** Everything a step can read that does not stand in its parameters. What it does not name it does not get. */
export type StepRead = StoreRead | 'clock' | 'handlers' | 'intent' | 'variables';

/** What every step is given. Templates of `params` are resolved, and they were checked by `checkStepParams`. */
interface GivenToAll {
  readonly memoryId: string;
  /** What is said of texts that stand in the memory itself. */
  readonly own: Lineage;
  /** The same of what templates in a parameter name, or in one entry of it: a text it writes is believed no further. */
  readonly namedIn: (param: string, at?: number) => Lineage | undefined;
  readonly alias: string;
  /** What `${name}` stands for; a step asks for names that stand in its own parameters only. */
  readonly lookup: NameLookup;
  /** The list a step works on: that of `params.source`, else the last list; empty when there is none. */
  readonly source: readonly Element[];
  /** The result of an earlier step by alias. */
  readonly resultOf: (alias: string) => StepResult | undefined;
  /** The newest text result. */
  readonly lastText: string | undefined;
  readonly lastTextSource: ElementSource | undefined;
  readonly cancel: Cancel;
  readonly regexes: RegexCache;
}

interface GivenWhenNamed extends Pick<EnginePorts, 'clock' | 'handlers'> {
  readonly intent: Intent;
  /** Flat variables, defaults included. */
  readonly variables: ReadonlyMap<string, unknown>;
}

/** What a step is given that reads what it names, each parameter as its kind says. */
export type StepContext<Params, Read extends StepRead> = GivenToAll &
  Pick<GivenWhenNamed, Read & keyof GivenWhenNamed> & {
    readonly params: Params;
    readonly stores: Pick<StorePort, Read & StoreRead>;
  };

/** A step that is about to run; everything there is. */
export type RunningStep = StepContext<JsonObject, StepRead>;

/** One step type at work. What it throws fails the pipeline, never the assembly. */
export interface StepRun {
  /** Whether what it gives can be remembered follows from it. */
  readonly reads: readonly StepRead[];
  /** Those of a step with these parameters, where that is fewer. */
  readonly readsOf?: ((params: JsonObject) => readonly StepRead[]) | undefined;
  readonly run: (step: RunningStep) => StepResult | Promise<StepResult>;
}

/** A step type: what it is, what it reads, and what it does with that. */
export function defineStep<Kind extends StepKind, const Read extends StepRead = never>(
  { params: specs }: Kind,
  definition: {
    readonly reads?: readonly Read[];
    readonly readsOf?: (params: JsonObject) => readonly Read[];
    readonly run: (context: StepContext<ParamsOf<Kind['params']>, Read>) => StepResult | Promise<StepResult>;
  },
): StepRun {
  const { reads = [], readsOf, run } = definition;
  return {
    reads,
    readsOf,
    run: step => {
      const params = readParams<Kind['params']>(specs, step.params);
      // Everything there is, of which it sees what it named.
      return run({ ...step, params } as StepContext<ParamsOf<Kind['params']>, Read>);
    },
  };
}

export const listOf = (elements: readonly Element[]): StepResult => ({ kind: 'elements', elements });

type ParamSpecs = Readonly<Record<string, ParamSpec>>;

/** Parameters as a step reads them: what is absent, empty or of another kind is what its spec says stands in for it. */
type ParamsOf<Specs extends ParamSpecs> = {
  readonly [Name in keyof Specs]: ParamOf<Specs[Name]>;
};

type ParamOf<Spec extends ParamSpec> = Spec['kind'] extends keyof Lists
  ? Lists[Spec['kind']]
  : Spec extends { readonly required: true } | { readonly fallback: string | number }
    ? Scalar<Spec>
    : Scalar<Spec> | undefined;

interface Lists {
  readonly texts: readonly string[];
  readonly sources: readonly string[];
  readonly items: readonly unknown[];
  readonly weights: JsonObject;
  readonly object: JsonObject;
  readonly value: unknown;
  readonly steps: unknown;
}

type Scalar<Spec extends ParamSpec> = Spec extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Spec['kind'] extends 'number'
    ? number
    : string;

/** Reads each parameter of a spec by its kind; the only place that knows what stands in for one that is absent. */
function readParams<Specs extends ParamSpecs>(specs: Specs, given: JsonObject): ParamsOf<Specs> {
  const read: Record<string, unknown> = {};
  for (const name in specs) read[name] = readParam(specs[name] as ParamSpec, given[name]); // its own key
  return read as ParamsOf<Specs>; // each by the same kinds as the type
}

function readParam(spec: ParamSpec, value: unknown): unknown {
  switch (spec.kind) {
    case 'text':
    case 'source':
    case 'condition':
      return typeof value === 'string' && value !== '' ? value : standIn(spec, '');
    case 'choice':
      return spec.choices?.find(choice => choice === value) ?? spec.fallback;
    case 'number':
      return typeof value === 'number' ? value : standIn(spec, 0);
    case 'texts':
    case 'sources':
      return entriesOf(value).filter(entry => typeof entry === 'string');
    case 'items':
      return entriesOf(value);
    case 'weights':
    case 'object':
      return isJsonObject(value) ? value : {};
    case 'value':
    case 'steps':
      return value;
    default:
      return unreachable(spec.kind);
  }
}

/** What is required and still missing, as in a step that nobody checked, is empty. */
const standIn = ({ fallback, required }: ParamSpec, empty: string | number): string | number | undefined =>
  fallback ?? (required === true ? empty : undefined);

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
