/** So many steps of a program may be alive at once; a search tries each of them at each character of the text. */
const maxSteps = 500;

/** Letters that stand once and for themselves: nearly all of them are ruled out at once, wherever the search is. */
const ownLetters = /(?<!\\)[A-Za-z_/ -](?![*+?{])/g;

/** Largest program that this pattern may be: a long list of words takes no longer to search than a short one. */
export function maxPatternSize(pattern: string): number {
  return maxSteps + (pattern.match(ownLetters)?.length ?? 0);
}

/** A Unicode class such as `\pL` stands for hundreds of ranges, which are put together once. */
const unicodeClassSize = 40;
const unicodeClass = /\\[pP]/g;

const token =
  /\\[pP](?:\{[^}]*\}|.)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?P?<\w+>|\?[a-zA-Z-]*:)?|\{(?<least>\d+)(?<open>,(?<most>\d*))?\}|./gsu;

/**
 * About how many instructions a pattern compiles to, without compiling it: repetitions that are counted multiply what
 * they repeat, also within each other. Linear in the pattern, whatever it is.
 */
export function patternSize(pattern: string): number {
  /** Sizes of what stands before each group that is open. */
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const { 0: text, groups } of pattern.matchAll(token)) {
    if (groups?.least !== undefined) {
      const times = repetitions(Number(groups.least), groups.open, groups.most);
      size += last * (times - 1);
      last *= times;
    } else if (text.startsWith('(')) {
      outer.push(size);
      size = 0;
    } else if (text === ')') {
      // Two more note where the group begins and ends.
      last = size + 2;
      size = (outer.pop() ?? 0) + last;
    } else {
      last = 1;
      size += last;
    }
  }
  const classes = pattern.match(unicodeClass)?.length ?? 0;
  return outer.reduce((sum, before) => sum + before, size) + unicodeClassSize * classes;
}

/** How often something is written out: `{3}` and `{1,3}` three times, `{3,}` four times, the last one with a way back. */
function repetitions(least: number, open: string | undefined, most: string | undefined): number {
  const times = open === undefined ? least : most ? Number(most) : least + 1;
  return Math.max(times, 1);
}
