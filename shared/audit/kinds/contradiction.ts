import type { AuditDecision, AuditRule, Found, Prepared } from '../audit-ground.ts';
import { amountsIn, areOpposed, type Passage, type Sentence, sentencesOf } from '../passages.ts';
import { isWithin, similarPairs } from '../similar-pairs.ts';
import { textMark } from '../text-mark.ts';

/** Sentences about the same have so many telling words in common. */
const leastAlike = 0.6;
const fewestWords = 3;

/** A sentence with who says it. */
type Said = Sentence & ({ readonly passage: Passage } | { readonly decision: AuditDecision });

/** What a memory says against another one, or against what was decided. */
export const contradiction: AuditRule = {
  severity: 'warning',
  *find(ground) {
    const said = yield* allSaid(ground);
    const pairs = yield* similarPairs(
      said.map(({ about }) => about),
      leastAlike,
      fewestWords,
    );
    const found: Found[] = [];
    for (const [left, right] of pairs) {
      yield;
      const [one, other] = [said[left], said[right]];
      const told = one && other && contradicting(one, other);
      if (told !== undefined) found.push(told);
    }
    return found;
  },
};

function* allSaid({ passages, decisions }: Prepared): Generator<void, Said[]> {
  const said: Said[] = [];
  for (const decision of decisions) {
    said.push(...sentencesOf(decision.summary).map(sentence => ({ ...sentence, decision })));
    yield;
  }
  for (const passage of passages) {
    said.push(...standingAlone(passage.text).map(sentence => ({ ...sentence, passage })));
    yield;
  }
  return said;
}

/** What "they" are stands in the sentence before: two such sentences need not speak of the same. */
const standingAlone = (text: string): Sentence[] =>
  sentencesOf(text).filter(({ words: [first = ''] }) => !pronouns.has(first));

const pronouns = new Set('it its this that these those they their he she we his her there then'.split(' '));

function contradicting(one: Said, other: Said): Found | undefined {
  const [source, said] = 'passage' in other ? [one, other] : [other, one];
  if (!('passage' in said)) return undefined;
  const isOpposed = saysOtherwise(one, other);
  if ('decision' in source) return againstDecision(source.decision, said, isOpposed);
  if (!isOpposed || source.passage === said.passage) return undefined;
  const { id } = source.passage.memory;
  const where = id === said.passage.memory.id ? 'itself' : `"${id}"`;
  return foundIn(said, `contradicts ${where}, which says: ${source.text}`, { kind: 'memory', id });
}

/** Who says the opposite of what was undone agrees with what took its place. */
function againstDecision(
  { id, summary, status }: AuditDecision,
  said: Sentence & { readonly passage: Passage },
  isOpposed: boolean,
): Found | undefined {
  const other = { kind: 'decision', id } as const;
  const isInForce = status === 'active' || status === 'provisional';
  if (isInForce)
    return isOpposed ? foundIn(said, `contradicts a decision in force: ${summary}`, other) : undefined;
  const isRestated = !isOpposed && isWithin(sentencesOf(summary)[0]?.about ?? new Set(), said.about);
  return isRestated ? foundIn(said, `says what was decided and is ${status}: ${summary}`, other) : undefined;
}

const foundIn = (
  { passage: { memory, place, text }, from, to }: Sentence & { readonly passage: Passage },
  message: string,
  other: NonNullable<Found['other']>,
): Found => ({
  memory_id: memory.id,
  place,
  message,
  other,
  mend: { do: 'cut', place, of: textMark(text), from, to },
  mend_label: 'Remove this sentence',
});

/** Sentences that each name something the other does not are about two things, however much else they share. */
function saysOtherwise(one: Sentence, other: Sentence): boolean {
  if (!isWithin(one.about, other.about)) return choosesOtherwise(one, other);
  if (areOpposed(one.words, other.words)) return true;
  const [left, right] = [amountsIn(one.text), amountsIn(other.text)];
  const isMeasured = left.length > 0 && left.map(unitOf).join() === right.map(unitOf).join();
  return isMeasured && left.join() !== right.join();
}

const unitOf = (amount: string): string => amount.slice(amount.indexOf(' ') + 1);

const choosing = new Set('use prefer adopt choose pick run write keep deploy store'.split(' '));

/** "Use A for this" and "Use B for this": all is the same but what is chosen. */
function choosesOtherwise({ words: one }: Sentence, { words: other }: Sentence): boolean {
  if (one.length !== other.length) return false;
  const differing = one.flatMap((word, at) => (word === other[at] ? [] : [at]));
  const [at = 0] = differing;
  return differing.length === 1 && at > 0 && at < one.length - 2 && choosing.has(one[at - 1] ?? '');
}
