import { unreachable } from '../../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { ParamSpec } from '../../../shared/pipeline/step-kind.ts';

type ParamSpecs = Readonly<Record<string, ParamSpec>>;

/** Parameters as a step reads them: what is absent, empty or of another kind is what its spec says stands in for it. */
export type ParamsOf<Specs extends ParamSpecs> = {
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
export function readParams<Specs extends ParamSpecs>(specs: Specs, given: JsonObject): ParamsOf<Specs> {
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
      return listOf(value).filter(entry => typeof entry === 'string');
    case 'items':
      return listOf(value);
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

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
