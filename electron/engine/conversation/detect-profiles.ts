import { literalPattern } from '../../../shared/literal-pattern.ts';
import type { Detection, Entity, Topic } from '../../../shared/model/profile.ts';

/** Least semantic score of a topic and of an entity, and how many are found so. */
const leastTopicScore = 0.35;
const leastEntityScore = 0.4;
const mostByMeaning = 3;

/** How near a profile is to the message, 0 to 1. */
export type ProfileScores = ReadonlyMap<string, number>;

/**
 * Topics of a message: by meaning, by whole-word mention of label or alias, and those that the active conversation is
 * about; each once.
 */
export function detectTopics(
  topics: readonly Topic[],
  scores: ProfileScores,
  { message, conversationId }: { readonly message: string; readonly conversationId: string | undefined },
): Detection[] {
  const isMentioned = mentionsIn(message);
  const near = nearest(topics, ({ slug }) => scores.get(slug) ?? 0, leastTopicScore);
  const byMeaning = near.map(([topic, confidence]) => toDetection(topic, confidence, 'meaning'));
  const byLink = topics.flatMap(topic => {
    const link = topic.conversations.find(({ conversation_id }) => conversation_id === conversationId);
    return link === undefined ? [] : [toDetection(topic, link.relevance, 'conversation')];
  });
  const byMention = topics
    .filter(({ label, aliases }) => [label, ...aliases].some(isMentioned))
    .map(topic => toDetection(topic, 1, 'mention'));
  return mostConfident([...byMeaning, ...byMention, ...byLink]);
}

/** Entities of a message: by meaning, and by whole-word mention of name or alias, which is certain. */
export function detectEntities(
  entities: readonly Entity[],
  scores: ProfileScores,
  message: string,
): Detection[] {
  const near = nearest(entities, ({ id }) => scores.get(id) ?? 0, leastEntityScore);
  const isMentioned = mentionsIn(message);
  const found = [
    ...near.map(([entity, confidence]) => toEntityDetection(entity, confidence, 'meaning')),
    ...entities
      .filter(({ name, aliases }) => [name, ...aliases].some(isMentioned))
      .map(entity => toEntityDetection(entity, 1, 'mention')),
  ];
  return mostConfident(found);
}

function nearest<Profile>(
  profiles: readonly Profile[],
  scoreOf: (profile: Profile) => number,
  least: number,
): [Profile, number][] {
  return profiles
    .map((profile): [Profile, number] => [profile, scoreOf(profile)])
    .filter(([, score]) => score >= least)
    .sort((left, right) => right[1] - left[1])
    .slice(0, mostByMeaning);
}

const toDetection = ({ slug, label }: Topic, confidence: number, by: Detection['by']): Detection => ({
  kind: 'topic',
  key: slug,
  label,
  confidence: Math.min(1, confidence),
  by,
});

const toEntityDetection = ({ id, name }: Entity, confidence: number, by: Detection['by']): Detection => ({
  kind: 'entity',
  key: id,
  label: name,
  confidence: Math.min(1, confidence),
  by,
});

/** What was found twice keeps its higher confidence; the most certain first. */
function mostConfident(found: readonly Detection[]): Detection[] {
  const best = new Map<string, Detection>();
  for (const detection of found) {
    const known = best.get(detection.key);
    if (known === undefined || known.confidence < detection.confidence) best.set(detection.key, detection);
  }
  return [...best.values()].sort(
    (left, right) => right.confidence - left.confidence || (left.key < right.key ? -1 : 1),
  );
}

/** As it is compared: a sign with its mark is one sign, however it was typed. */
const plainOf = (text: string): string => text.normalize('NFC').toLowerCase();

const wordsOf = (plain: string): string[] => plain.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];

/** Of scripts that put no space between a name and what follows it. One sign alone is part of many words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{2}/u;

/** Marks at the ends of a name that belong to it, as in `C++`, `.NET` and `@scope/name`; quotes and stops do not. */
const leadingMarks = /^[^\p{L}\p{N}\p{M}_\s"'()[\]{}«»„“”‘’]+/u;
const trailingMarks = /[^\p{L}\p{N}\p{M}_\s"'()[\]{}«»„“”‘’.,;:!?…]+$/u;
const sign = '\\p{L}\\p{N}\\p{M}_';

/** Whether a message has a name: its whole words in a row, whatever stands between them, with the marks at its ends. */
function mentionsIn(message: string): (name: string) => boolean {
  const text = plainOf(message);
  const said = wordsOf(text);
  return name => {
    const lower = plainOf(name).trim();
    const words = wordsOf(lower);
    if (words.length === 0) return false;
    if (unspaced.test(lower)) return text.includes(lower);
    const [before = ''] = leadingMarks.exec(lower) ?? [];
    const [after = ''] = trailingMarks.exec(lower) ?? [];
    const isSaid = said.some((_, at) => words.every((one, next) => said[at + next] === one));
    if (!isSaid || before + after === '') return isSaid;
    // Words have no signs of their own in a pattern.
    const inside = `${literalPattern(before)}${words.join(`[^${sign}]+`)}${literalPattern(after)}`;
    const pattern = `(?<![${sign}])${inside}(?![${sign}])`;
    return new RegExp(pattern, 'u').test(text);
  };
}
