import type { Input } from '../../../shared/contract/contract.ts';
import type { BundleType } from '../../../shared/model/layer-budget.ts';
import type { LayerName } from '../../../shared/model/layer-names.ts';
import type { Detection } from '../../../shared/model/profile.ts';
import { cutText } from '../../engine/conversation/cut-text.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import { rowHash } from '../../storage/database/row-hash.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { entityRecipe, taggedRecipes, topicRecipe } from './bundle-recipes.ts';
import type { BundleShelf } from './bundle-shelf.ts';
import { detectInMessage } from './detect-in-message.ts';
import type { LoadedConversation } from './load-conversation.ts';
import type { BundleRecipe } from './project-bundles.ts';

/** The layers of who asks and what is spoken of, before they are cut to their part. */
export interface Knowledge {
  readonly topics: readonly Detection[];
  readonly entities: readonly Detection[];
  /** What each kind takes whole, by the call's own estimator. */
  readonly sizes: Readonly<Partial<Record<BundleType, number>>>;
  textOf(layer: KnowledgeLayer, most: number): Promise<string>;
  /** The same in pieces, without those that are known by their keys. */
  piecesOf(layer: KnowledgeLayer, most: number, known: ReadonlySet<string>): Promise<KnowledgePiece[]>;
  /** What a layer is made of, with the version of each. */
  sourcesOf(layer: 'L0_identity' | 'L1_global_prefs'): readonly string[];
}

interface KnowledgePiece {
  /** Of the whole text, however it is cut. */
  readonly key: string;
  readonly text: string;
}

type KnowledgeLayer = Extract<LayerName, 'L0_identity' | 'L1_global_prefs' | 'L2_topic' | 'L3_entity'>;

/** Two topics share their layer, and three entities theirs. */
const mostTopics = 2;
const mostEntities = 3;
const firstTopicShare = 0.7;
/** Below this a text says nothing. */
const leastText = 8;

/** Finds what the message is about and fetches the compiled texts of it. */
export async function prepareKnowledge(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'compiled' | 'redact' | 'ports'>,
  counter: TextCounter,
  input: Pick<Input<'conversations.assemble'>, 'user_message' | 'include_entities'>,
  shelf: BundleShelf,
  loaded: LoadedConversation | undefined,
): Promise<Knowledge> {
  const found = await detectInMessage(project, needs, input.user_message, loaded?.conversation);
  const detected = { ...found, entities: input.include_entities === false ? [] : found.entities };
  const profiles = found.profiles;
  const fetchAll = async (recipes: readonly BundleRecipe[]): Promise<string[]> => {
    const texts: string[] = [];
    for (const recipe of recipes) {
      // What there is nothing of is not asked for again and again.
      if (recipe.composition.length === 0) continue;
      const { text } = await shelf.fetch(recipe);
      if (text !== '') texts.push(text);
    }
    return texts;
  };
  const [identity, preferences] = await taggedRecipes(project, needs);
  const topicRecipes = detected.topics
    .slice(0, mostTopics)
    .flatMap(({ key }) => profiles.topics.filter(({ slug }) => slug === key).map(topicRecipe));
  const entityRecipes = detected.entities
    .slice(0, mostEntities)
    .flatMap(({ key }) => profiles.entities.filter(({ id }) => id === key).map(entityRecipe));
  const texts = {
    L0_identity: await fetchAll(identity === undefined ? [] : [identity]),
    L1_global_prefs: await fetchAll(preferences === undefined ? [] : [preferences]),
    L2_topic: await fetchAll(topicRecipes),
    L3_entity: await fetchAll(entityRecipes),
  } as const satisfies Record<KnowledgeLayer, string[]>;
  const sizeOf = async (layer: KnowledgeLayer): Promise<number> => {
    const size = await counter.one(texts[layer].join('\n\n'));
    // With the separator behind it.
    return size === 0 ? 0 : size + 3;
  };
  return {
    topics: detected.topics,
    entities: detected.entities,
    sizes: {
      identity_core: await sizeOf('L0_identity'),
      global_prefs: await sizeOf('L1_global_prefs'),
      topic: await sizeOf('L2_topic'),
      entity: await sizeOf('L3_entity'),
    },
    textOf: async (layer, most) =>
      (await sharePieces(counter, layer, texts[layer], most)).map(({ text }) => text).join('\n\n'),
    piecesOf: (layer, most, known) =>
      sharePieces(
        counter,
        layer,
        texts[layer].filter(text => !known.has(keyOf(layer, text))),
        most,
      ),
    sourcesOf: layer => (layer === 'L0_identity' ? identity : preferences)?.composition ?? [],
  };
}

/** The first topic 70%, the second the rest; entities equal shares; what one does not need flows on. */
async function sharePieces(
  counter: TextCounter,
  layer: KnowledgeLayer,
  texts: readonly string[],
  most: number,
): Promise<KnowledgePiece[]> {
  const kept: KnowledgePiece[] = [];
  let left = most;
  for (const [at, text] of texts.entries()) {
    const isLast = at === texts.length - 1;
    const share = isLast ? 1 : layer === 'L2_topic' ? firstTopicShare : 1 / (texts.length - at);
    const part = Math.floor(left * share);
    if (part < leastText) continue;
    const cut = await cutText(counter, text, part, '\n[... truncated]');
    if (cut.trim() === '' || cut.trim() === '[... truncated]') continue;
    kept.push({ key: keyOf(layer, text), text: cut });
    left -= (await counter.one(cut)) + 1;
  }
  return kept;
}

const keyOf = (layer: KnowledgeLayer, text: string): string => `${layer} ${rowHash([text]).slice(0, 12)}`;
