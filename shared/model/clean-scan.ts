import type { Element, ElementSource } from './element.ts';

/** A source whose every text is there, so that nothing else of an element stands in for one. */
type WholeSource = ElementSource & {
  readonly ref: string;
  readonly title: string;
  readonly timestamp: string;
};

interface CleanScan {
  readonly content: string;
  readonly patterns: number;
}

// By identity: what only looks like a scanned element was not scanned.
const scans = new WeakMap<object, CleanScan>();

/**
 * Notes that patterns of a version found no secret in a content and its source. The source is frozen, so that the
 * note stays true; it goes where the source goes, copies of the element included.
 */
export function noteCleanScan(source: WholeSource, content: string, patterns: number): void {
  scans.set(Object.freeze(source), { content, patterns });
}

/** True when this version of the patterns is known to find nothing in the element's content and source. */
export function isKnownClean({ source, content }: Element, patterns: number): boolean {
  const scan = source === undefined ? undefined : scans.get(source);
  // The same text in nearly every case, so that comparing costs nothing.
  return scan !== undefined && scan.patterns === patterns && scan.content === content;
}
