import type { Conversation } from '../../../shared/model/conversation.ts';
import type { Detection, Entity, Topic } from '../../../shared/model/profile.ts';
import { dotProduct } from '../../../shared/search/dot-product.ts';
import {
  detectEntities,
  detectTopics,
  type ProfileScores,
} from '../../engine/conversation/detect-profiles.ts';
import {
  calibrateByUnrelated,
  measuredCalibration,
  relevanceOfCosine,
} from '../../engine/ledger/calibrate-meaning.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { readProfiles } from '../../storage/profiles/profile-table.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import type { World } from '../project/world.ts';

/** Topics and entities of a project. */
export interface Profiles {
  readonly topics: readonly Topic[];
  readonly entities: readonly Entity[];
}

/** All profiles; what is stored was checked when it was saved. */
export function readAllProfiles(content: ContentDatabase): Promise<Profiles> {
  return content.read(
    database => ({
      topics: readProfiles<Topic>(database, 'topic'),
      entities: readProfiles<Entity>(database, 'entity'),
    }),
    { topics: [], entities: [] },
  );
}

/** What a message is looked at for by meaning. */
const longestMessage = 4000;

/** What a message is about, by the configured embedder: a new conversation has none of its own. */
export async function detectInMessage(
  project: OpenProject,
  needs: Needs<'world'>,
  message: string,
  conversation: Conversation | undefined,
): Promise<{ topics: Detection[]; entities: Detection[]; profiles: Profiles }> {
  const { content } = project;
  const profiles = await readAllProfiles(content);
  const { topics, entities } = profiles;
  const texts = new Map([
    ...topics.map(topic => [`topic ${topic.slug}`, topicText(topic)] as const),
    ...entities.map(entity => [`entity ${entity.id}`, entityText(entity)] as const),
  ]);
  const { embedder } = await configOf(project);
  const scores = await scoreTexts(project, needs.world, texts, message, embedder);
  const of = (kind: string): ProfileScores =>
    new Map(
      [...scores].flatMap(([key, score]) =>
        key.startsWith(`${kind} `) ? [[key.slice(kind.length + 1), score]] : [],
      ),
    );
  return {
    profiles,
    topics: detectTopics(topics, of('topic'), { message, conversationId: conversation?.id }),
    entities: detectEntities(entities, of('entity'), message),
  };
}

const topicText = ({ label, aliases, summary = '' }: Topic): string =>
  [label, ...aliases, summary].join('. ');
const entityText = ({ name, aliases, relationship = '', facts }: Entity): string =>
  [name, ...aliases, relationship, ...facts.slice(0, 3).map(({ text }) => text)].join('. ');

/** Embeddings of profiles, by embedder and text; there are few of them, and they seldom change. */
const vectors: PartKind<Map<string, Float32Array>> = { make: () => new Map() };
const keptVectors = 2000;

async function scoreTexts(
  { content }: OpenProject,
  { embedder: port }: World,
  texts: ReadonlyMap<string, string>,
  message: string,
  embedder: string,
): Promise<Map<string, number>> {
  // An endpoint that is configured may not be set on this machine.
  if (!port.ids.includes(embedder)) return new Map();
  if (texts.size === 0 || message.trim() === '') return new Map();
  const known = content.parts.of(vectors);
  const key = (text: string): string => `${embedder}\n${text}`;
  const current = new Set(texts.values());
  if (known.size > keptVectors) forgetOthers(known, new Set([...current].map(key)));
  const missing = [...current].filter(text => !known.has(key(text)));
  const made = missing.length === 0 ? [] : await port.embed(embedder, missing);
  for (const [at, text] of missing.entries()) known.set(key(text), made[at] ?? new Float32Array(0));
  const [asked = new Float32Array(0)] = await port.embed(embedder, [message.slice(0, longestMessage)]);
  const vectorOf = (text: string): Float32Array => known.get(key(text)) ?? new Float32Array(0);
  const calibration = measuredCalibration(embedder) ?? calibrateByUnrelated([...current].map(vectorOf));
  return new Map(
    [...texts].map(([name, text]) => {
      const cosine = dot(asked, vectorOf(text));
      return [name, calibration === undefined ? cosine : relevanceOfCosine(cosine, calibration)];
    }),
  );
}

/** What is asked now stays, however much it is. */
function forgetOthers(known: Map<string, unknown>, current: ReadonlySet<string>): void {
  for (const key of known.keys()) if (!current.has(key)) known.delete(key);
}

const dot = (left: Float32Array, right: Float32Array): number =>
  left.length === right.length ? dotProduct(left, right) : 0;
