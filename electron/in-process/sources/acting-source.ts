import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import type { KnownDefinitions } from '../../services/project/known-definitions.ts';

/** Definitions that act, and what of them does not. */
export interface Acting extends KnownDefinitions {
  readonly redaction: RedactionMode;
  /** What cannot be read, is withheld or could not be fetched, in sentences. */
  readonly problems: readonly string[];
}

/** Where definitions come from: a folder, a bundle, or the program itself. */
export interface ActingSource {
  /** Looks now. */
  read(): Promise<Acting>;
  /** What was good when it was looked for last, also by another process; nothing where none is kept. */
  lastGood?(): Acting | undefined;
  /** Says that it is worth a look, until it is closed; `onFailure` hears where it cannot be followed. */
  follow(onTouched: () => void, onFailure: (error: unknown) => void): Promise<void>;
  close(): Promise<void>;
}
