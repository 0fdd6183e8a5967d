import { namesIn, nicknamesOf, wordsOfNames } from './names.ts';
import { type RankedSentence, rankSentences } from './rank-sentences.ts';
import { artefactsOf, sentencesOf } from './sentences.ts';
import { type Subject, subjectsOf } from './subjects.ts';
import { type ArcDensity, type Segment, speakerOf } from './summarizer.ts';

/** A heading with its lines; cut from its end when there is no room. */
interface ArcPart {
  readonly heading: string;
  readonly lines: readonly string[];
}

const charactersPerToken = 3.6;
/** More of them is a list and no arc. */
const mostLines = { light: 3, rich: 5, dense: 7 } as const satisfies Record<ArcDensity, number>;

/** An arc of sentences that were said: what it was about, decisions, open questions, and more where it is denser. */
export function extractiveArc(segment: Segment, density: ArcDensity, targetTokens: number): string {
  const speakers = segment.messages.map(speakerOf);
  const ranked = rankSentences(sentencesOf(segment.messages), { scores: segment.scores, speakers });
  const said = (sentence: RankedSentence): string => `${speakers[sentence.message]}: ${sentence.text}`;
  const best = (keep: (sentence: RankedSentence, at: number) => boolean, most: number): string[] => {
    const kept = ranked
      .filter(keep)
      .toSorted((left, right) => right.rank - left.rank)
      .slice(0, most);
    return kept.toSorted((left, right) => left.message - right.message).map(said);
  };
  const most = mostLines[density];
  const subjects = subjectsOf(ranked, { exclude: wordsOfSpeakers(speakers, ranked) });
  const parts: ArcPart[] = [
    { heading: 'About', lines: [overview(segment, subjects)] },
    { heading: 'Open questions', lines: best(({ isOpen }) => isOpen, most).map(line => `[OPEN] ${line}`) },
    { heading: 'Decisions', lines: best(({ isDecision }) => isDecision, most) },
  ];
  if (density !== 'light') parts.push(...richParts(segment, focusOf(segment, ranked, subjects), best));
  if (density === 'dense') parts.push(...denseParts(segment, ranked, best));
  return fitParts(parts, targetTokens * charactersPerToken);
}

type Best = (keep: (sentence: RankedSentence, at: number) => boolean, most: number) => string[];

const recentMessages = 10;

function wordsOfSpeakers(
  speakers: readonly string[],
  ranked: readonly RankedSentence[],
): ReadonlySet<string> {
  const all = new Set(speakers);
  return wordsOfNames([...all, ...[...nicknamesOf(all, namesIn(ranked).keys()).values()].flat()]);
}

/** What the newest messages speak of, of all that is spoken of. */
function focusOf(
  { messages }: Segment,
  ranked: readonly RankedSentence[],
  subjects: readonly Subject[],
): string[] {
  const since = messages.length - recentMessages;
  const recent = (subject: Subject): number =>
    subject.sentences.filter(at => (ranked[at]?.message ?? 0) >= since).length;
  return subjects
    .map(subject => ({ label: subject.label, count: recent(subject) }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count)
    .slice(0, 6)
    .map(({ label }) => label);
}

/** How the talk went, what it is at now, and what is worked on. */
function richParts({ messages }: Segment, focus: readonly string[], best: Best): ArcPart[] {
  const quarter = (at: number): number => Math.floor((at * 4) / Math.max(1, messages.length));
  const course = [0, 1, 2, 3].flatMap(part => best(({ message }) => quarter(message) === part, 1));
  return [
    { heading: 'How it went', lines: [...new Set(course)] },
    { heading: 'Present focus', lines: focus.length === 0 ? [] : [focus.join(', ')] },
    { heading: 'Worked on', lines: artefactsOf(messages, 12).slice(0, 12) },
  ];
}

const reason = /\b(?:because|since|so that|in order to|therefore|that's why|reason)\b/i;
const glad = /\b(?:great|thanks|thank you|love|perfect|happy|excited|awesome|wonderful|glad|nice)\b/gi;
const vexed =
  /\b(?:frustrat\w*|annoy\w*|hate|angry|confus\w*|worried|sad|unfortunately|stuck|ugh|terrible)\b/gi;

/** Reasons, what is in the way, what seems wanted next, the tone, who asked for what. */
function denseParts({ messages }: Segment, ranked: readonly RankedSentence[], best: Best): ArcPart[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const count = (pattern: RegExp): number =>
    ranked.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  return [
    { heading: 'Reasons', lines: best(({ text }) => reason.test(text), 5) },
    { heading: 'In the way', lines: best(({ isProblem, isDecision }) => isProblem && !isDecision, 5) },
    { heading: 'Wanted next', lines: best(({ message }) => message === asked, 1) },
    { heading: 'Tone', lines: [toneOf(count(glad), count(vexed))].flatMap(tone => tone ?? []) },
    { heading: 'Who asked for what', lines: best(({ isQuestion, isOpen }) => isQuestion && !isOpen, 5) },
  ];
}

function toneOf(glad: number, vexed: number): string | undefined {
  if (glad + vexed < 3) return undefined;
  if (glad >= 3 * vexed) return 'friendly and content';
  return vexed > glad ? 'strained' : 'mixed';
}

function overview({ messages }: Segment, subjects: readonly Subject[]): string {
  const speakers = [...new Set(messages.map(speakerOf))].slice(0, 4);
  const labels = subjects.slice(0, 5).map(({ label }) => label);
  const first = messages[0]?.created_at?.slice(0, 10);
  const last = messages.at(-1)?.created_at?.slice(0, 10);
  const when =
    first === undefined || last === undefined ? '' : first === last ? `, ${first}` : `, ${first} to ${last}`;
  const about = labels.length === 0 ? '' : `, mostly about ${labels.join(', ')}`;
  return `A conversation of ${speakers.join(' and ')}${when}${about}.`;
}

/** Line by line through the parts in turn, so that each says its best before any says all. */
function fitParts(parts: readonly ArcPart[], characters: number): string {
  const kept = parts.map(() => 0);
  let left = characters;
  const longest = Math.max(0, ...parts.map(({ lines }) => lines.length));
  for (let row = 0; row < longest; row += 1)
    for (const [at, { heading, lines }] of parts.entries()) {
      const line = lines[row];
      const cost = (line?.length ?? 0) + 3 + (row === 0 ? heading.length + 3 : 0);
      if (line === undefined || kept[at] !== row || cost > left) continue;
      kept[at] = row + 1;
      left -= cost;
    }
  return parts
    .flatMap(({ heading, lines }, at) => {
      const shown = lines.slice(0, kept[at] ?? 0);
      return shown.length === 0 ? [] : [`${heading}:`, ...shown.map(line => `- ${line}`)];
    })
    .join('\n');
}
