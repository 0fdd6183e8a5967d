import { changeBeside, withChange } from './change-beside.ts';

interface BegunText {
  /** The text of the file as it was beside it. */
  readonly file: string;
  readonly typed: string;
}

/** What could not be taken over when its editor was left, by what it is of: as long as the page lives. */
const begunTexts = new Map<string, BegunText>();

export function keepBegun(of: string, begun: BegunText | undefined): void {
  if (begun) begunTexts.set(of, begun);
  else begunTexts.delete(of);
}

/** What an editor begins with: what was typed there, with what changed in the file since, or the file. */
export function begunText(of: string, file: string): string {
  const begun = begunTexts.get(of);
  if (!begun) return file;
  if (begun.file === file) return begun.typed;
  const change = changeBeside(begun.file, begun.typed, file);
  return change ? withChange(begun.typed, change) : file;
}
