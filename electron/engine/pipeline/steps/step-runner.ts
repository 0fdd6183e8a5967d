import type { Element } from '../../../../shared/model/element.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { Cancel, EnginePorts } from '../../ports.ts';
import type { RegexCache } from '../../rules/regex-cache.ts';
import type { Intent } from '../intent.ts';
import type { NameLookup } from '../resolve-templates.ts';
import type { StepResult } from '../step-result.ts';

/** What a step may use. `params` have their templates resolved and were checked by `checkStepParams`. */
export interface StepContext {
  readonly memoryId: string;
  readonly alias: string;
  readonly params: JsonObject;
  readonly intent: Intent;
  /** Flat variables (R2), defaults included. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** What `${name}` stands for (M3). */
  readonly lookup: NameLookup;
  /** The list a step works on: that of `params.source`, else the last list; empty when there is none. */
  readonly source: readonly Element[];
  /** The result of an earlier step by alias. */
  readonly resultOf: (alias: string) => StepResult | undefined;
  /** The newest text result. */
  readonly lastText: string | undefined;
  readonly ports: EnginePorts;
  readonly cancel: Cancel;
  readonly regexes: RegexCache;
}

/** One step type at work. What it throws fails the pipeline, never the assembly (M4). */
export type StepRunner = (context: StepContext) => StepResult | Promise<StepResult>;

export const listOf = (elements: readonly Element[]): StepResult => ({ kind: 'elements', elements });
