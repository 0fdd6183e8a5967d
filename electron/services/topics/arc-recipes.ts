import type { Config } from '../../../shared/model/config.ts';
import type { Bundle } from '../../../shared/model/profile.ts';
import { estimators } from '../../../shared/model/request.ts';
import { shareLayers } from '../../engine/budget/share-layers.ts';
import { createTextCounter } from '../../engine/conversation/text-counter.ts';
import { summarizerIds } from '../conversations/choose-summarizer.ts';
import { arcRecipe, frozenArcShape, shapeOf } from '../conversations/conversation-arc.ts';
import { loadHistory } from '../conversations/conversation-history.ts';
import type { BundleRecipe } from '../conversations/project-bundles.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';

/** What a message takes that nobody has written yet. */
const usualMessageTokens = 50;

/** A stored arc, to be made again like it was; undefined where its conversation or summarizer is gone. */
export async function storedArcRecipe(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger'>,
  config: Config,
  { key: id, composition }: Bundle,
): Promise<BundleRecipe | undefined> {
  const shape = shapeOf(composition);
  const estimator = estimators.find(one => one === shape?.estimator);
  const { world } = needs;
  if (shape === undefined || !summarizerIds(world).includes(shape.summarizer)) return undefined;
  const counter = createTextCounter(world.tokens, estimator);
  const { summarizer } = shape;
  const { loaded, work } = await loadHistory(project, needs, counter, config, { id, summarizer });
  return arcRecipe(loaded, work, shape);
}

/** The arc that a step would freeze at a usual message; undefined where all of the conversation is shown. */
export async function usualArcRecipe(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger'>,
  config: Config,
  id: string,
): Promise<BundleRecipe | undefined> {
  const counter = createTextCounter(needs.world.tokens, undefined);
  const { loaded, work } = await loadHistory(project, needs, counter, config, { id });
  const messageTokens = work.sizes.reduce((sum, size) => sum + size, 0);
  const total = config.maxContextTokens;
  if (messageTokens <= total) return undefined;
  const budget = shareLayers({
    totalBudget: total,
    conversationMessageCount: work.messages.length,
    conversationTotalTokens: messageTokens,
    userMessageTokens: usualMessageTokens,
    detectedTopicCount: 0,
    detectedEntityCount: 0,
    knowledgeDepth: config.knowledgeDepth,
    prioritizeHistory: config.prioritizeConversationHistory,
  });
  const shape = frozenArcShape(work, budget, total);
  return shape === undefined ? undefined : arcRecipe(loaded, work, shape);
}
