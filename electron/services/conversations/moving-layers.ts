import type { LayerName } from '../../../shared/model/layer-names.ts';
import { type ConversationPlan, planConversation } from '../../engine/conversation/plan-conversation.ts';
import type { RecalledMessage } from '../../engine/conversation/recall-history.ts';
import {
  type AssemblyJob,
  measureSent,
  recallFor,
  sectionSeparator,
  type WrittenLayers,
  writeNotes,
} from './assembly-job.ts';
import { type ChatMessage, toChatMessages } from './chat-messages.ts';
import { arcRecipe, arcShape, historyRoom, separatorTokens } from './conversation-arc.ts';
import { describePlan, layerTokens, overspent } from './describe-assembly.ts';
import { type PromptPart, tracePrompt } from './trace-prompt.ts';

const mostAttempts = 6;

/** All layers in one system prompt, then as much of the history as fits, chosen anew for each message. */
export async function writeMoving(job: AssemblyJob): Promise<WrittenLayers> {
  const { history, knowledge, counter, input, total, messageTokens } = job;
  const sections = await writeSections(job);
  const texts = [...sections].filter(([, text]) => text !== '');
  const prompt = texts.map(([, text]) => text).join(sectionSeparator);
  const promptTokens = await counter.one(prompt);
  const left = total - messageTokens - promptTokens;
  const recalled = await recallFor(job, left);
  const around = (messages: readonly ChatMessage[]): PromptPart[] => [
    ...(prompt === ''
      ? []
      : [{ role: 'system', content: prompt, parts: texts.map(([what, text]) => ({ what, text })) }]),
    ...messages.map((message, at) => ({
      ...message,
      parts: [{ what: `history ${at + 1}`, text: message.content }],
    })),
    { role: 'user', content: input.user_message, parts: [{ what: 'question', text: input.user_message }] },
  ];
  const taken = async (messages: readonly ChatMessage[]): Promise<number> =>
    (await measureSent(job, around(messages))).tokens - promptTokens - messageTokens;
  const { plan, messages } = await writeHistory(job, sections, recalled.ranked, left, taken);
  const parts = around(messages);
  const sent = await measureSent(job, parts);
  const traced = await tracePrompt(job, parts, { hasStepped: false, stable: prompt === '' ? [] : [0] });
  const layer_tokens = await layerTokens(counter, sections, {
    L6_message_history: sent.tokens - promptTokens - messageTokens,
    L7_user_message: messageTokens,
  });
  await traced.keep({});
  const described = describePlan(plan, history);
  return {
    system_prompt: prompt,
    messages: traced.messages,
    ...(input.shape !== undefined && { request: sent.request }),
    metadata: {
      ...described,
      warnings: [...described.warnings, ...overspent(job.budget, layer_tokens), ...sent.notes],
      sections: texts.map(([layer, text]) => ({ layer, text })),
      topics: [...knowledge.topics],
      entities: [...knowledge.entities],
      cache: { hits: [], misses: [] },
      prompt_cache: traced.cache,
      retrieval: recalled.mode,
      layer_tokens,
      total_tokens: sent.tokens,
      duration_ms: 0,
    },
  };
}

/** The layers of the system prompt, each within what it was given and what is left of the whole. */
async function writeSections(job: AssemblyJob): Promise<Map<LayerName, string>> {
  const { budget, knowledge, counter } = job;
  const sections = new Map<LayerName, string>();
  let left = job.total - job.messageTokens;
  const room = (name: LayerName): number => Math.min(budget.layers[name].allocated, left) - separatorTokens;
  const add = async (name: LayerName, text: string): Promise<void> => {
    sections.set(name, text);
    if (text !== '') left -= (await counter.one(text)) + separatorTokens;
  };
  for (const name of ['L0_identity', 'L1_global_prefs', 'L2_topic', 'L3_entity'] as const)
    await add(name, await knowledge.textOf(name, room(name)));
  await add('L4_conversation', await writeArc(job, room('L4_conversation')));
  await add('L5_jit', await writeNotes(job, room('L5_jit'), [...sections.values()].join('\n')));
  return sections;
}

/** The arc as it was compiled before, or now. */
async function writeArc({ history, budget, shelf }: AssemblyJob, room: number): Promise<string> {
  if (history === undefined) return '';
  const { loaded, work } = history;
  const shape = await arcShape(work, room, historyRoom(budget.layers.L6_message_history.allocated, work));
  return shape === undefined ? '' : (await shelf.fetch(arcRecipe(loaded, work, shape))).text;
}

/** History takes its part, and earlier messages that match the question what the others left. */
async function writeHistory(
  { history, budget }: AssemblyJob,
  sections: ReadonlyMap<LayerName, string>,
  ranked: readonly RecalledMessage[],
  left: number,
  measure: (messages: readonly ChatMessage[]) => Promise<number>,
): Promise<{ plan: ConversationPlan | undefined; messages: readonly ChatMessage[] }> {
  if (history === undefined) return { plan: undefined, messages: [] };
  const l4Budget = budget.layers.L4_conversation.allocated;
  const arc = sections.get('L4_conversation') ?? '';
  const { allocated } = budget.layers.L6_message_history;
  let room = left;
  for (let attempt = 0; ; attempt += 1) {
    const l6Budget = Math.max(0, Math.min(historyRoom(allocated, history.work), room));
    const recall = { ranked: attempt < mostAttempts ? ranked : [], extraTokens: room - l6Budget };
    const plan = await planConversation(history.work, { l4Budget, l6Budget, arc, recall });
    const messages = toChatMessages(plan.blocks, history.work.messages);
    const taken = await measure(messages);
    if (taken <= left || l6Budget === 0) return { plan, messages };
    room -= taken - left + 1;
  }
}
