import { memoryOrigin, trustOfOrigin } from '../../model/authority.ts';
import { compareCodeUnits } from '../../model/compare-code-units.ts';
import { trusts } from '../../model/origin.ts';
import { mapInSteps } from '../../stretches.ts';
import type { AuditRule, Found, Prepared } from '../audit-ground.ts';
import { amountsIn, areOpposed, type Passage, type Sentence, sentencesOf, wordsIn } from '../passages.ts';
import { isWithin, similarPairs } from '../similar-pairs.ts';
import { textMark, twinMark } from '../text-mark.ts';

/** Texts with so many words in common say the same. */
const leastAlike = 0.8;
/** Shorter texts are alike by chance; they must be the same. */
const fewestWords = 6;

/** The same text twice, in one memory or in two, whatever its punctuation and order. */
export const duplicate: AuditRule = {
  severity: 'warning',
  *find(ground) {
    const { passages } = ground;
    const words = yield* mapInSteps(passages, ({ text }) => wordsIn(text));
    const sets = yield* mapInSteps(words, own => new Set(own));
    const pairs = [...(yield* sameTexts(words)), ...(yield* similarPairs(sets, leastAlike, fewestWords))];
    const told = new Set<Passage>();
    const found: Found[] = [];
    for (const [left, right] of pairs) {
      yield;
      const [one, other] = [passages[left], passages[right]];
      if (one === undefined || other === undefined || one === other) continue;
      const [kept, twin] = inOrder(one, other, ground);
      if (told.has(twin) || told.has(kept) || !saysTheSame(one.text, other.text)) continue;
      // What may be shown as data takes no place of an instruction.
      if (ground.asked.has(twin.memory.id) && beliefIn(twin) > beliefIn(kept)) continue;
      told.add(twin);
      found.push(foundTwin(kept, twin, ground));
    }
    return found;
  },
};

function* sameTexts(texts: readonly (readonly string[])[]): Generator<void, (readonly [number, number])[]> {
  const first = new Map<string, number>();
  const pairs: (readonly [number, number])[] = [];
  for (const [at, words] of texts.entries()) {
    yield;
    const key = words.join(' ');
    const before = first.get(key);
    if (key === '') continue;
    if (before === undefined) first.set(key, at);
    else pairs.push([before, at]);
  }
  return pairs;
}

/** Another number, name or denial makes another text of it, however many words are the same. */
function saysTheSame(one: string, other: string): boolean {
  const [words, others] = [wordsIn(one), wordsIn(other)];
  if (tellingOf(words) !== tellingOf(others) || amountsIn(one).join() !== amountsIn(other).join())
    return false;
  const [left, right] = [sentencesOf(one), sentencesOf(other)];
  return (
    left.length === right.length && isWithin(aboutOf(left), aboutOf(right)) && !areOpposed(words, others)
  );
}

const tellingOf = (words: readonly string[]): string =>
  [...new Set(words.filter(word => /[\d._/]/.test(word)))].sort().join(' ');

const aboutOf = (sentences: readonly Sentence[]): Set<string> =>
  new Set(sentences.flatMap(({ about }) => [...about]));

/** What is asked for stays, then what is in force, then what is believed more; of equals the first by id. */
function inOrder(one: Passage, other: Passage, { asked }: Prepared): [Passage, Passage] {
  const judged = (passage: Passage) => {
    const { id, status } = passage.memory;
    return [Number(asked.has(id)), Number(status === 'active'), beliefIn(passage)];
  };
  const [left, right] = [judged(one), judged(other)];
  const at = left.findIndex((value, index) => value !== right[index]);
  const order =
    at < 0 ? compareCodeUnits(one.memory.id, other.memory.id) : (right[at] ?? 0) - (left[at] ?? 0);
  return order <= 0 ? [one, other] : [other, one];
}

const beliefIn = ({ memory }: Passage): number => trusts.indexOf(trustOfOrigin[memoryOrigin(memory)]);

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
      ? {
          mend: { do: 'replace', by: kept.memory.id, of: twinMark(kept.text, twin.text) },
          mend_label: `Use ${kept.memory.id} instead`,
        }
      : {
          mend: { do: 'cut', place: twin.place, of: textMark(twin.text), from: 0, to: twin.text.length },
          mend_label: 'Remove this text',
        }),
  };
}
