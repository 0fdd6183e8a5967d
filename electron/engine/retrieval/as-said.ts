import { literalPattern } from '../../../shared/literal-pattern.ts';
import { namedSpeakers } from './named-speakers.ts';

const questionWord = /\b(?:what|when|where|who|whom|whose|which|why|how)\b/i;
const auxiliary = '\\b(?:do|does|did|has|have|had|is|are|was|were|would|will|could|can|should|might)';

/**
 * A question about speakers as they would say it themselves: "When did Ann sell her boat?" becomes "When I sell my
 * boat?", and another speaker who is named is addressed. Of those who talk nobody uses their own name, so that a
 * question's names make it like what others say to them. The query itself where it names no speaker or is no English
 * question.
 */
export function asSaid(query: string, speakers: readonly string[]): string {
  const names = namedSpeakers(speakers, query).map(place => speakers[place] ?? '');
  if (names.length === 0) return query;
  const name = anyOf(names);
  if (!questionWord.test(query) && !new RegExp(`${auxiliary} ${name}`, 'iu').test(query)) return query;
  const speaking = inFirstPerson(asGroup(query, name), name);
  return speaking.replace(new RegExp(`${auxiliary} (I|my|we|our)\\b`, 'giu'), '$1');
}

/** Any of the names as a whole word, the longest first; its parts are the name and what says that something is theirs. */
function anyOf(names: readonly string[]): string {
  const forms = names.toSorted((left, right) => right.length - left.length).map(literalPattern);
  return `(?<![\\p{L}\\p{N}])(?:the )?(${forms.join('|')})(['’]s)?(?![\\p{L}\\p{N}])`;
}

/** "Ann and Bob" are "we". */
const asGroup = (text: string, name: string): string =>
  text.replace(
    new RegExp(`${name} and ${name}`, 'giu'),
    (_all, _first, _firstOwns, _second, owns: string | undefined) => (owns === undefined ? 'we' : 'our'),
  );

/** Who is named first speaks. */
function inFirstPerson(text: string, name: string): string {
  let speaker: string | undefined;
  const spoken = text.replace(new RegExp(name, 'giu'), (_all, found: string, owns: string | undefined) => {
    speaker ??= found.toLowerCase();
    if (found.toLowerCase() !== speaker) return owns === undefined ? 'you' : 'your';
    return owns === undefined ? 'I' : 'my';
  });
  return spoken.replace(/\b(?:his|her|their)\b/gi, 'my').replace(/\b(?:he|she|they)\b/gi, 'I');
}
