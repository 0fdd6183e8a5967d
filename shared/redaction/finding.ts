export type { RedactionMode } from '../model/redaction-mode.ts';

/** A secret: its kind and where it is, in UTF-16 offsets of the input, `end` exclusive. */
export interface SecretFinding {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}
