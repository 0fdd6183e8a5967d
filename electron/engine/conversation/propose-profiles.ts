import type { Message } from '../../../shared/model/message.ts';
import type { Entity, Fact, Topic } from '../../../shared/model/profile.ts';
import { filterInSteps, sortInSteps } from '../../../shared/stretches.ts';
import { namesInSteps, nicknamesInSteps, wordsOfNamesInSteps } from './names.ts';
import { type RankedSentence, rankInSteps } from './rank-sentences.ts';
import { scoreInSteps } from './score-messages.ts';
import { sentencesInSteps } from './sentences.ts';
import { type Subject, subjectsInSteps } from './subjects.ts';
import { speakerOf } from './summarizer.ts';

/** How many are proposed of one conversation, and how much is said of each. */
const mostTopics = 5;
const mostEntities = 6;
const mostFacts = 4;
const mostAliases = 4;
/** Spoken of less often, something is no profile yet. */
const leastMentions = 4;
/** A topic is spoken of in several places of a talk, and not all the time. */
const mostSpread = 0.35;

interface ProposedProfiles {
  readonly topics: readonly Topic[];
  readonly entities: readonly Entity[];
}

/**
 * Topics and entities that a conversation speaks of often, with what was said of them. Deterministic. Stops after each
 * message, sentence and name, so that of a conversation of any length others wait for one of these at most.
 */
export function* proposeProfiles(
  conversationId: string,
  messages: readonly Message[],
): Generator<void, ProposedProfiles> {
  const speakers = messages.map(speakerOf);
  const sentences = yield* sentencesInSteps(messages);
  const scores = yield* scoreInSteps(messages);
  const ranked = yield* rankInSteps(sentences, { scores, speakers });
  const talk: RankedTalk = { conversationId, messages, sentences: ranked, speakers };
  const entities = yield* proposeEntities(talk);
  const names = new Set([...speakers, ...entities.flatMap(({ name, aliases }) => [name, ...aliases])]);
  return { entities, topics: yield* proposeTopics(talk, yield* wordsOfNamesInSteps(names)) };
}

interface RankedTalk {
  readonly conversationId: string;
  readonly messages: readonly Message[];
  readonly sentences: readonly RankedSentence[];
  readonly speakers: readonly string[];
}

function* proposeEntities(talk: RankedTalk): Generator<void, Entity[]> {
  const people = peopleOf(talk);
  const named = yield* namesInSteps(talk.sentences);
  const nicknames = yield* nicknamesInSteps(new Set(people.keys()), named.keys());
  const called = new Set([...people.keys(), ...[...nicknames.values()].flat()]);
  const others = yield* filterInSteps(named, ([name]) => !called.has(name));
  const often = yield* filterInSteps(
    [...people, ...others],
    ([name, count]) => count >= leastMentions && slugOf(name) !== '',
  );
  const ranked = yield* sortInSteps(
    often,
    (left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1),
  );
  const entities: Entity[] = [];
  for (const [name, mentions] of ranked.slice(0, mostEntities)) {
    const entity = yield* toEntity(talk, name, mentions, people.has(name));
    entities.push({ ...entity, aliases: nicknames.get(name) ?? [] });
  }
  return entities;
}

/** Authors, with how many messages are theirs. */
function peopleOf({ messages, speakers }: RankedTalk): Map<string, number> {
  const counts = new Map<string, number>();
  for (const speaker of speakers) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  const people = new Map<string, number>();
  for (const { author = '' } of messages) if (author !== '') people.set(author, counts.get(author) ?? 0);
  return people;
}

function* toEntity(
  talk: RankedTalk,
  name: string,
  mentions: number,
  isPerson: boolean,
): Generator<void, Entity> {
  const pattern = name.toLowerCase();
  const about = yield* filterInSteps(talk.sentences, ({ text }) => text.toLowerCase().includes(pattern));
  // What a person says in the first person is about that person.
  const own = yield* filterInSteps(
    talk.sentences,
    ({ message, text, isQuestion }) =>
      talk.speakers[message] === name && !isQuestion && /^(?:I|I['’]\w+|My|We)\b/.test(text),
  );
  return {
    id: slugOf(name),
    name,
    type: isPerson ? 'person' : 'concept',
    aliases: [],
    facts: yield* factsOf(talk, isPerson ? own : about),
    sentiment: 0,
    importance: importanceOf(mentions, talk.messages.length),
    mentions,
    ...timesOf(yield* timesIn(talk, about)),
  };
}

function* proposeTopics(talk: RankedTalk, exclude: ReadonlySet<string>): Generator<void, Topic[]> {
  const total = Math.max(1, talk.messages.length);
  const subjects = yield* subjectsInSteps(talk.sentences, { least: leastMentions, exclude });
  const apart = yield* filterInSteps(subjects, ({ sentences }) => sentences.length / total <= mostSpread);
  const topics: Topic[] = [];
  for (const subject of apart.slice(0, mostTopics)) {
    const topic = yield* toTopic(talk, subject);
    if (topic !== undefined) topics.push(topic);
  }
  return topics;
}

function* toTopic(
  talk: RankedTalk,
  { label, forms, sentences }: Subject,
): Generator<void, Topic | undefined> {
  const slug = slugOf(label);
  if (slug === '') return undefined;
  const about = sentences.flatMap(at => talk.sentences[at] ?? []);
  const importance = importanceOf(sentences.length, talk.messages.length);
  const times = yield* timesIn(talk, about);
  const hour = busiestHour(times);
  return {
    slug,
    label,
    aliases: forms.slice(0, mostAliases),
    domain: 'conversations',
    facts: yield* factsOf(talk, about),
    importance,
    proficiency: 'unknown',
    ...(hour !== undefined && { peak_hour: hour }),
    conversations: [{ conversation_id: talk.conversationId, relevance: importance }],
    mentions: sentences.length,
    ...timesOf(times),
  };
}

function* factsOf({ speakers }: RankedTalk, sentences: readonly RankedSentence[]): Generator<void, Fact[]> {
  const telling = yield* filterInSteps(sentences, ({ isQuestion, rank }) => !isQuestion && rank > 0);
  const ranked = yield* sortInSteps(telling, (left, right) => right.rank - left.rank);
  return ranked
    .slice(0, mostFacts)
    .map(({ text, message }) => ({ text: `${speakers[message]}: ${text}`, confidence: 0.6 }));
}

/** Between 0.2 and 0.9, growing with how much of a talk is about it. */
const importanceOf = (mentions: number, total: number): number =>
  Math.round(Math.min(0.9, 0.2 + (mentions / Math.max(20, total)) * 2) * 100) / 100;

/** When sentences were said, in their order, where that is told. */
function* timesIn({ messages }: RankedTalk, sentences: readonly RankedSentence[]): Generator<void, string[]> {
  const times: string[] = [];
  for (const { message } of sentences) {
    const at = messages[message]?.created_at ?? '';
    if (isTime(at)) times.push(at);
    yield;
  }
  return times;
}

function timesOf(times: readonly string[]): { first_at?: string; last_at?: string } {
  const [one] = times;
  if (one === undefined) return {};
  let [first, last] = [one, one];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { first_at: first, last_at: last };
}

const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text);

function busiestHour(times: readonly string[]): number | undefined {
  const counts = new Map<number, number>();
  for (const time of times) {
    const hour = Number(time.slice(11, 13));
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1] || left[0] - right[0])[0]?.[0];
}

/** A name as an id; empty for names that have no letters of the alphabet. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');

const mostKeptAliases = 12;

/** The slug of the topic that is called as this one, one or many alike; its own where there is none. */
export function slugAmong(found: Topic, topics: Iterable<Topic>): string {
  const name = oneOf(found.label);
  for (const { slug, label, aliases } of topics)
    if (slug === found.slug || [label, ...aliases].some(other => oneOf(other) === name)) return slug;
  return found.slug;
}

/** A name in small letters, in the singular where its plural is a regular one. */
const oneOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<=[sxz]|ch|sh)es$/, '')
    .replace(/(?<=[^s])s$/, '');

/** A topic as it was, with what another conversation adds; what the user wrote stays. */
export function mergeTopic(known: Topic, found: Topic): Topic {
  const links = [
    ...known.conversations.filter(
      link => !found.conversations.some(other => other.conversation_id === link.conversation_id),
    ),
    ...found.conversations,
  ];
  return {
    ...known,
    aliases: [...new Set([...known.aliases, ...found.aliases.filter(alias => alias !== known.label)])].slice(
      0,
      mostKeptAliases,
    ),
    facts: mergeFacts(known.facts, found.facts),
    conversations: links.slice(-1000),
    importance: Math.max(known.importance, found.importance),
    mentions: Math.max(known.mentions, found.mentions),
    ...mergeTimes(known, found),
  };
}

/** The same for an entity. */
export function mergeEntity(known: Entity, found: Entity): Entity {
  return {
    ...known,
    facts: mergeFacts(known.facts, found.facts),
    importance: Math.max(known.importance, found.importance),
    mentions: Math.max(known.mentions, found.mentions),
    ...mergeTimes(known, found),
  };
}

const mostKeptFacts = 12;

function mergeFacts(known: readonly Fact[], found: readonly Fact[]): Fact[] {
  const texts = new Set(known.map(({ text }) => text));
  const fresh = found.filter(({ text }) => !texts.has(text));
  // What is known stays; of what was found there is room for some.
  return [...known, ...fresh.slice(0, Math.max(0, mostKeptFacts - known.length))];
}

interface Times {
  readonly first_at?: string | undefined;
  readonly last_at?: string | undefined;
}

function mergeTimes(known: Times, found: Times): { first_at?: string; last_at?: string } {
  const first = [known.first_at, found.first_at].filter(time => time !== undefined).sort()[0];
  const last = [known.last_at, found.last_at]
    .filter(time => time !== undefined)
    .sort()
    .at(-1);
  return { ...(first !== undefined && { first_at: first }), ...(last !== undefined && { last_at: last }) };
}
