import { type Findable, findableAt } from './findable.ts';

/** One place that holds the words. */
export type Hit =
  | { readonly kind: 'text'; readonly range: Range }
  | { readonly kind: 'field'; readonly field: Element }
  | { readonly kind: 'asked'; readonly element: Element; readonly findable: Findable; readonly at: number };

export interface Found {
  readonly hits: readonly Hit[];
  /** All that is drawn and holds the words, also in what was asked. */
  readonly drawn: readonly Range[];
  /** What could not be looked through, in words. */
  readonly notes: readonly string[];
}

/** More are not told apart: who looks for a letter has no use for the rest. */
const mostHits = 5000;
const fields = 'input:is([type=text], [type=search], [type=number], :not([type])), textarea';

/** Every place in parts of the page that holds the words, in reading order. Letters in either case are the same. */
export function findInPage(regions: readonly Element[], words: string): Found {
  const wanted = words.toLowerCase();
  if (wanted === '') return { hits: [], drawn: [], notes: [] };
  const found: Pick<Walk, 'hits' | 'drawn' | 'notes'> = { hits: [], drawn: [], notes: [] };
  for (const region of regions) walk(region, { words, wanted, ...found }, false);
  return { ...found, hits: found.hits.slice(0, mostHits) };
}

interface Walk {
  readonly words: string;
  /** In lower case. */
  readonly wanted: string;
  readonly hits: Hit[];
  readonly drawn: Range[];
  readonly notes: string[];
}

/** `isAsked`: something around it was asked, and what is drawn in it is no hit of its own. */
function walk(element: Element, search: Walk, isAsked: boolean): void {
  if (element.matches('[data-finder], script, style')) return;
  const { wanted, hits, drawn } = search;
  const isCounted = !isAsked && hits.length < mostHits;
  const findable = isCounted ? findableAt(element) : undefined;
  if (findable) ask(element, findable, search);
  else if (element.matches(fields)) {
    if (isCounted && textOf(element).toLowerCase().includes(wanted) && isSeen(element))
      hits.push({ kind: 'field', field: element });
    return;
  }
  const ranges = rangesIn(element, wanted);
  drawn.push(...ranges);
  if (isCounted && !findable) for (const range of ranges) hits.push({ kind: 'text', range });
  for (const child of element.children) walk(child, search, isAsked || findable !== undefined);
}

function ask(element: Element, findable: Findable, { words, hits, notes }: Walk): void {
  const count = Math.min(findable.find(words), mostHits - hits.length);
  for (let at = 0; at < count; at += 1) hits.push({ kind: 'asked', element, findable, at });
  if (findable.note !== undefined) notes.push(findable.note);
}

const textOf = (element: Element): string =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '';

/** Places in an element's own text. React writes a sentence with a number in it as several texts side by side: they are one. */
function rangesIn(element: Element, wanted: string): Range[] {
  const found: Range[] = [];
  for (const run of runsOf(element)) {
    const text = run
      .map(node => node.data)
      .join('')
      .toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = rangeOf(run, at, at + wanted.length);
      if (range && isSeen(element)) found.push(range);
    }
  }
  return found;
}

function runsOf(element: Element): Text[][] {
  const runs: Text[][] = [];
  let run: Text[] = [];
  for (const node of element.childNodes) {
    if (node instanceof Text) run.push(node);
    else if (node instanceof Element && run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}

function rangeOf(run: readonly Text[], from: number, to: number): Range | undefined {
  const range = document.createRange();
  let passed = 0;
  let hasStart = false;
  for (const node of run) {
    if (!hasStart && from < passed + node.length) {
      range.setStart(node, from - passed);
      hasStart = true;
    }
    if (to <= passed + node.length) {
      range.setEnd(node, to - passed);
      return range;
    }
    passed += node.length;
  }
  return undefined;
}

/** What is only read out has a size of a pixel. */
function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1;
}
