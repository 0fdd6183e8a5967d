import type { ParamSpec } from '../../../../shared/pipeline/step-kind.ts';

/** What the control of a step's parameter takes. */
export interface ParamFieldProps {
  readonly name: string;
  readonly spec: ParamSpec;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Aliases of earlier steps. */
  readonly aliases: readonly string[];
  /** Known values: collections, instances, fields of the elements that are read. */
  readonly suggestions: readonly string[];
  readonly error?: string | undefined;
}
