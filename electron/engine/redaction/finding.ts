export type { RedactionMode } from '../../../shared/model/redaction-mode.ts';

/** A secret: its kind and where it is, in UTF-16 offsets of the input, `end` exclusive. */
export interface Finding {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** One way to recognise secrets in a text. */
export interface SecretFinder {
  readonly kind: string;
  /** Texts of which one must occur, else `find` is not asked: searching a literal is much cheaper. */
  readonly hints: readonly string[];
  /** Looks on as it is asked, so that others can run in between; undefined where something looked like a secret and is none. */
  readonly find: (text: string) => Iterable<Finding | undefined>;
}
