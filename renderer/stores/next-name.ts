import { textHead } from '../../shared/text-head.ts';
import { t } from '../texts/texts.ts';

/** So many letters the name of an engine, a rule, a memory, a sample or a test has at most in its file. */
export const longestName = 300;

/** "Planning" to "Planning copy", "Planning copy" to "Planning copy 2". */
export const copyName = (name: string): string => nextName(name, t('{name} copy', { name: '' }));

/** A name with the ending, or with the next number where it has that already; of a name that is too long, its beginning. */
export function nextName(name: string, ending: string): string {
  const [, base = name, number = 1] = /^(.*?)(?: (\d+))?$/s.exec(name) ?? [];
  const isCopy = base.endsWith(ending);
  const stem = isCopy ? base.slice(0, -ending.length) : name;
  const end = isCopy ? `${ending} ${Number(number) + 1}` : ending;
  return textHead(stem, longestName - end.length) + end;
}
