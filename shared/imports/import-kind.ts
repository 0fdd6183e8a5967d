/** A kind of thing that an import reads, as others speak of it. */
export interface ImportKind {
  readonly label: string;
  /** Full paths of files that are of this kind, whatever stands in them; JSON says only in its content what it is. */
  readonly paths: readonly RegExp[];
  /** The folder, below a hidden one, in which a tool keeps such files. */
  readonly folder?: string;
}
