import { compareCodeUnits } from '../../model/compare-code-units.ts';
import type { AuditRule, Found, Prepared } from '../audit-ground.ts';
import { amountsIn, areOpposed, type Passage, type Sentence, sentencesOf, wordsIn } from '../passages.ts';
import { isWithin, similarPairs } from '../similar-pairs.ts';

/** Texts with so many words in common say the same. */
const leastAlike = 0.8;
/** Shorter texts are alike by chance; they must be the same. */
const fewestWords = 6;

/** The same text twice, in one memory or in two, whatever its punctuation and order. */
export const duplicate: AuditRule = {
  severity: 'warning',
  *find(ground) {
    const { passages } = ground;
    const sets: Set<string>[] = [];
    for (const { text } of passages) {
      sets.push(new Set(wordsIn(text)));
      yield;
    }
    const pairs = [...(yield* sameTexts(passages)), ...(yield* similarPairs(sets, leastAlike, fewestWords))];
    const told = new Set<Passage>();
    const found: Found[] = [];
    for (const [left, right] of pairs) {
      yield;
      const [one, other] = [passages[left], passages[right]];
      if (one === undefined || other === undefined || one === other) continue;
      const [kept, twin] = inOrder(one, other, ground);
      if (told.has(twin) || told.has(kept) || !saysTheSame(one.text, other.text)) continue;
      told.add(twin);
      found.push(foundTwin(kept, twin, ground));
    }
    return found;
  },
};

function* sameTexts(passages: readonly Passage[]): Generator<void, (readonly [number, number])[]> {
  const first = new Map<string, number>();
  const pairs: (readonly [number, number])[] = [];
  for (const [at, { text }] of passages.entries()) {
    yield;
    const key = wordsIn(text).join(' ');
    const before = first.get(key);
    if (key === '') continue;
    if (before === undefined) first.set(key, at);
    else pairs.push([before, at]);
  }
  return pairs;
}

/** Another number, name or denial makes another text of it, however many words are the same. */
function saysTheSame(one: string, other: string): boolean {
  const telling = (text: string) =>
    [...new Set(wordsIn(text).filter(word => /[\d._/]/.test(word)))].sort().join(' ');
  if (telling(one) !== telling(other) || amountsIn(one).join() !== amountsIn(other).join()) return false;
  const whole = (text: string): Sentence => ({
    from: 0,
    to: text.length,
    text,
    about: new Set(),
    words: wordsIn(text),
  });
  const [left, right] = [aboutOf(one), aboutOf(other)];
  return (
    isWithin(left, right) &&
    !areOpposed(whole(one), whole(other)) &&
    sentencesOf(one).length === sentencesOf(other).length
  );
}

const aboutOf = (text: string): Set<string> => new Set(sentencesOf(text).flatMap(({ about }) => [...about]));

/** What is asked for stays; of equals the first by id. */
function inOrder(one: Passage, other: Passage, { asked }: Prepared): [Passage, Passage] {
  const [left, right] = [asked.has(one.memory.id), asked.has(other.memory.id)];
  if (left !== right) return left ? [one, other] : [other, one];
  return compareCodeUnits(one.memory.id, other.memory.id) <= 0 ? [one, other] : [other, one];
}

function foundTwin(kept: Passage, twin: Passage, { passages }: Prepared): Found {
  const base = {
    memory_id: twin.memory.id,
    place: twin.place,
    other: { kind: 'memory', id: kept.memory.id },
  } as const;
  const isWhole =
    kept.memory.id !== twin.memory.id &&
    twin.memory.retrieval.pipeline.length === 1 &&
    passages.filter(({ memory }) => memory === twin.memory).length === 1;
  const where = kept.memory.id === twin.memory.id ? 'it' : `"${kept.memory.id}"`;
  return {
    ...base,
    message: `says what ${where} says already`,
    ...(isWhole
      ? { mend: { do: 'replace', by: kept.memory.id }, mend_label: `Use ${kept.memory.id} instead` }
      : {
          mend: { do: 'cut', place: twin.place, from: 0, to: twin.text.length },
          mend_label: 'Remove this text',
        }),
  };
}
