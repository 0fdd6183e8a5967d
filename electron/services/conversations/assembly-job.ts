import type { Input, Output } from '../../../shared/contract/contract.ts';
import type { Config } from '../../../shared/model/config.ts';
import type { RetrievalMode } from '../../../shared/model/conversation.ts';
import type { BudgetResult } from '../../../shared/model/layer-budget.ts';
import { messageBlocks } from '../../../shared/model/message-text.ts';
import type { MadeShapeName } from '../../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { type BlockMessage, begunByUser, turnsOf } from '../../../shared/shapes/turns.ts';
import type { RecalledMessage } from '../../engine/conversation/recall-history.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import { countEntries } from '../../engine/fitting/count-entries.ts';
import { listConversations } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import type { OpenProject } from '../project/project.ts';
import type { EmbedderPort } from '../project/world.ts';
import type { BundleShelf } from './bundle-shelf.ts';
import type { ChatMessage } from './chat-messages.ts';
import type { ConversationHistory } from './conversation-history.ts';
import { leftWords } from './export-conversation.ts';
import type { Knowledge } from './knowledge.ts';
import { recallMessages } from './recall-messages.ts';
import { retrieveNotes } from './retrieve-notes.ts';
import { turnText } from './store-conversation.ts';

export type Assembled = Output<'conversations.assemble'>;
export type AssembleInput = Input<'conversations.assemble'>;
/** Everything but the budget, which is shared out before. */
export type WrittenLayers = Omit<Assembled, 'budget'>;

/** What a call asks for, and the configuration where it says nothing. */
export interface Settled extends AssembleInput {
  readonly total_budget: number;
  readonly knowledge_depth: NonNullable<AssembleInput['knowledge_depth']>;
  readonly prioritize_history: boolean;
  readonly include_entities: boolean;
}

/** One assembly, with all that its layers are written from. */
export interface AssemblyJob {
  readonly project: OpenProject;
  readonly embedder: EmbedderPort;
  readonly counter: TextCounter;
  readonly config: Config;
  readonly input: Settled;
  readonly budget: BudgetResult;
  readonly history: ConversationHistory | undefined;
  readonly knowledge: Knowledge;
  readonly shelf: BundleShelf;
  readonly total: number;
  readonly messageTokens: number;
}

/** Between the layers of the system prompt. */
export const sectionSeparator = '\n\n---\n\n';
/** No message costs less, so that no more of them than this allows would fit. */
const leastMessage = 8;
const mostRecalled = 1000;

/** What is sent: messages as texts, or a request in the shape that is asked for. */
export async function measureSent(
  { counter, input }: Pick<AssemblyJob, 'counter' | 'input'>,
  messages: readonly ChatMessage[],
): Promise<ComposedRequest> {
  if (input.shape !== undefined) return composeRequest(input.shape, messages, counter);
  const counts = await counter.all(messages.map(({ content }) => content));
  return { request: undefined, tokens: counts.reduce((sum, count) => sum + count, 0), notes: [] };
}

/** The layer of what is fetched for this message alone, without what `known` holds. */
export const writeNotes = async (job: AssemblyJob, most: number, known: string): Promise<string> =>
  retrieveNotes(
    {
      content: job.project.content,
      embedder: job.embedder,
      counter: job.counter,
      redaction: job.config.redaction_mode,
      talks: await otherTalks(job.project, job.history),
    },
    job.input.user_message,
    most,
    known,
  );

/** Indexes of all conversations but the one that goes on, which is recalled as history. */
const otherTalks = (project: OpenProject, history: ConversationHistory | undefined): Promise<string[]> =>
  project.content.read(
    database =>
      listConversations(database)
        .filter(({ id }) => id !== history?.loaded.conversation.id)
        .map(({ id }) => conversationCollection(id)),
    [],
  );

/** Positions of messages that belong to what is asked, the best first, as many as so many tokens hold. */
export async function rankEarlier(
  { history, input, project, embedder }: AssemblyJob,
  left: number,
): Promise<{ readonly mode: RetrievalMode; readonly positions: readonly number[] }> {
  if (history === undefined || input.user_message.trim() === '') return { mode: 'none', positions: [] };
  const topK = Math.min(mostRecalled, Math.floor(left / leastMessage));
  const { id } = history.loaded.conversation;
  const { mode, ranked } = await recallMessages(project.content, embedder, id, input.user_message, topK);
  return { mode, positions: [...new Set(ranked.map(history.talk.unitOf))] };
}

/** The same with what each takes where it stands by itself. */
export async function recallFor(
  job: AssemblyJob,
  left: number,
): Promise<{ mode: RetrievalMode; ranked: readonly RecalledMessage[] }> {
  const { mode, positions } = await rankEarlier(job, left);
  const found = positions.flatMap(position => {
    const message = job.history?.work.messages[position];
    return message === undefined ? [] : [{ position, text: turnText(message) }];
  });
  const counts = await job.counter.all(found.map(({ text }) => text));
  return { mode, ranked: found.map(({ position }, at) => ({ position, tokens: counts[at] ?? 0 })) };
}

/** What is sent to a model, in the shape of a provider, counted on all of it. */
export interface ComposedRequest {
  readonly request: unknown;
  readonly tokens: number;
  /** What of the messages such a request cannot hold. */
  readonly notes: readonly string[];
}

/** Messages as a request that its provider takes: calls with their results, media, roles as it wants them. */
async function composeRequest(
  name: MadeShapeName,
  messages: readonly ChatMessage[],
  counter: TextCounter,
): Promise<ComposedRequest> {
  const shape = shapeOf(name);
  const { turns, left } = turnsOf(messages.map(toBlocks));
  const request = shape.compose?.(begunByUser(turns));
  const { entries, standing } = shape.read(request);
  const counts = [...(await countEntries(counter, entries)), ...(await counter.all([...standing]))];
  return { request, tokens: counts.reduce((sum, count) => sum + count, 0), notes: leftWords(left) };
}

function toBlocks({ role, content, said }: ChatMessage): BlockMessage {
  return said === undefined
    ? { role, blocks: [{ type: 'text', text: content }] }
    : { role, author: said.author, blocks: messageBlocks(said) };
}
