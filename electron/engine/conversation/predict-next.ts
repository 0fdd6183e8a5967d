import type { Entity, Prediction, Topic } from '../../../shared/model/profile.ts';

/** Where a user is. Times are ISO 8601. */
interface Presence {
  readonly activeConversationId?: string | undefined;
  readonly visibleConversationIds: readonly string[];
  /** Hour of the user's own clock, 0 to 23. */
  readonly localHour: number;
  readonly now: string;
}

const hourMs = 60 * 60 * 1000;
const mostVisible = 3;
const mostPeakTopics = 3;
const leastPeakImportance = 0.4;
const recentTopicMs = 48 * hourMs;
const recentEntityMs = 72 * hourMs;
const mostPredictions = 8;

/**
 * What a user is likely to turn to: the active conversation and visible ones with their topics left to be found,
 * topics of this hour, and what was spoken of lately. Likelihoods for one thing add up, up to 1; the best 8.
 */
export function predictNext(
  presence: Presence,
  topics: readonly Topic[],
  entities: readonly Entity[],
): Prediction[] {
  const found = new Map<string, Prediction>();
  const add = (kind: Prediction['kind'], key: string, likelihood: number, reason: string): void => {
    const known = found.get(`${kind} ${key}`) ?? { kind, key, likelihood: 0, reasons: [] };
    found.set(`${kind} ${key}`, {
      ...known,
      likelihood: Math.min(1, known.likelihood + likelihood),
      reasons: [...known.reasons, reason],
    });
  };
  const { activeConversationId: active, visibleConversationIds: visible } = presence;
  if (active !== undefined) add('conversation', active, 0.85, 'it is active');
  for (const id of [...new Set(visible)].filter(id => id !== active).slice(0, mostVisible))
    add('conversation', id, 0.3, 'it is in sight');
  for (const { slug, importance } of peakTopics(topics, presence.localHour))
    add('topic', slug, 0.2 * importance, 'this is its hour');
  for (const { slug, importance, last_at } of topics)
    if (isWithin(last_at, recentTopicMs, presence.now))
      add('topic', slug, 0.15 * importance, 'it came up in the last 48 hours');
  for (const { id, importance, last_at } of entities)
    if (isWithin(last_at, recentEntityMs, presence.now))
      add('entity', id, 0.1 * importance, 'it came up in the last 72 hours');
  return [...found.values()]
    .sort((left, right) => right.likelihood - left.likelihood || (left.key < right.key ? -1 : 1))
    .slice(0, mostPredictions);
}

/** What is at least this likely is compiled while nobody waits. */
export const leastPrebuilt = 0.1;

function peakTopics(topics: readonly Topic[], hour: number): Topic[] {
  return topics
    .filter(({ peak_hour, importance }) => peak_hour === hour && importance >= leastPeakImportance)
    .toSorted((left, right) => right.importance - left.importance)
    .slice(0, mostPeakTopics);
}

function isWithin(at: string | undefined, milliseconds: number, now: string): boolean {
  if (at === undefined) return false;
  const age = Date.parse(now) - Date.parse(at);
  return age >= 0 && age <= milliseconds;
}
