import type { Coverage, MessageState, Strategy } from '../../../shared/model/conversation.ts';
import { chooseHistory } from './choose-history.ts';
import { cutText } from './cut-text.ts';
import {
  coverageOf,
  type HistoryBlock,
  type HistoryChoice,
  renderBlocks,
  type SummaryBlock,
  statesOf,
  toBlocks,
} from './history-blocks.ts';
import { makeArc } from './make-arc.ts';
import type { PlanWork } from './plan-work.ts';
import { chooseWithQuestion, type Recall } from './recall-history.ts';

/** Below this nothing of a conversation can be shown. */
export const leastHistory = 32;

interface PlanBudgets {
  readonly l4Budget: number;
  readonly l6Budget: number;
  /** For an assembly: which earlier messages belong to the question. */
  readonly recall?: Recall;
  /** For an assembly: an arc that was made before. */
  readonly arc?: string;
}

/** What of a conversation is shown, told, and left out: docs/reference/conversations.md. */
export interface ConversationPlan {
  readonly strategy: Strategy;
  readonly ratio: number | null;
  readonly coverage: Coverage;
  readonly states: readonly MessageState[];
  readonly blocks: readonly HistoryBlock[];
  readonly summaries: readonly SummaryBlock[];
  readonly arc: string;
}

/** A plan with its texts, counted (the output of `conversations.plan`). */
export interface WrittenPlan extends ConversationPlan {
  readonly l6Messages: string;
  readonly l4TokenCount: number;
  readonly l6TokenCount: number;
}

/** How much has to go: by the tokens of all messages against both budgets. */
export function chooseStrategy(ratio: number, isFitting: boolean): Strategy {
  if (ratio <= 1 && isFitting) return 'full';
  if (ratio <= 2.5) return 'windowed';
  return ratio <= 8 ? 'compacted' : 'multi_level';
}

/** The strategy for a conversation with messages and at least 32 tokens of L6. */
export async function strategyOf(work: PlanWork, budgets: PlanBudgets): Promise<Strategy> {
  return chooseStrategy(ratioOf(work, budgets) ?? Infinity, await fitsWhole(work, budgets.l6Budget));
}

/** Plans a conversation within the budgets of L4 and L6. */
export async function planConversation(work: PlanWork, budgets: PlanBudgets): Promise<ConversationPlan> {
  const { l4Budget, l6Budget } = budgets;
  const ratio = ratioOf(work, budgets);
  if (work.messages.length === 0)
    return { ...planOf(work, 'full', ratio, { shown: new Map(), summaries: [] }), arc: '' };
  if (l6Budget < leastHistory)
    return {
      ...planOf(work, 'multi_level', ratio, { shown: new Map(), summaries: [] }),
      blocks: [],
      arc: '',
    };
  const strategy = await strategyOf(work, budgets);
  const choice =
    budgets.recall === undefined
      ? await chooseHistory(work, strategy, l6Budget)
      : await chooseWithQuestion(work, strategy, l6Budget, budgets.recall);
  const arc = budgets.arc ?? (await makeArc(work, strategy, l4Budget));
  return { ...planOf(work, strategy, ratio, choice), arc };
}

/** The same with the texts written out and counted; L6 is within its budget whatever the tokenizer makes of it. */
export async function writePlan(work: PlanWork, budgets: PlanBudgets): Promise<WrittenPlan> {
  let room = budgets.l6Budget;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const plan = await planConversation(work, { ...budgets, l6Budget: room });
    const text = renderBlocks(plan.blocks, work.messages);
    const tokens = await work.counter.one(text);
    if (tokens <= budgets.l6Budget)
      return {
        ...plan,
        ratio: ratioOf(work, budgets),
        l6Messages: text,
        l4TokenCount: await work.counter.one(plan.arc),
        l6TokenCount: tokens,
      };
    // Tokens of parts need not add up to those of the whole; what is over is taken off.
    room -= tokens - budgets.l6Budget + 1;
  }
  return writeNewest(work, budgets);
}

const mostAttempts = 6;

function ratioOf({ sizes }: PlanWork, { l4Budget, l6Budget }: PlanBudgets): number | null {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return l4Budget + l6Budget === 0 ? null : total / (l4Budget + l6Budget);
}

/** The newest message alone, cut as far as it takes. */
async function writeNewest(work: PlanWork, budgets: PlanBudgets): Promise<WrittenPlan> {
  const last = work.messages.length - 1;
  for (let most = budgets.l6Budget - 12; ; most -= 4) {
    const message = work.messages[last];
    const formatted = message === undefined ? '' : renderBlocks([whole(last)], work.messages);
    const shown = new Map([[last, await cutText(work.counter, formatted, most)]]);
    const plan = planOf(work, 'multi_level', ratioOf(work, budgets), { shown, summaries: [] });
    const text = renderBlocks(plan.blocks, work.messages);
    const tokens = await work.counter.one(text);
    if (tokens <= budgets.l6Budget || most <= 0)
      return { ...plan, arc: '', l6Messages: text, l4TokenCount: 0, l6TokenCount: tokens };
  }
}

const whole = (position: number): HistoryBlock => ({ kind: 'message', position, isRecalled: false });

/** Whether all messages, separators included, fit L6. */
async function fitsWhole(work: PlanWork, l6Budget: number): Promise<boolean> {
  const total = work.sizes.reduce((sum, size) => sum + size, 0);
  // The sum tells at once where it is far off.
  if (total > 2 * l6Budget) return false;
  const blocks = work.messages.map((_, position) => whole(position));
  return (await work.counter.one(renderBlocks(blocks, work.messages))) <= l6Budget;
}

function planOf(
  { messages }: PlanWork,
  strategy: Strategy,
  ratio: number | null,
  choice: HistoryChoice,
): Omit<ConversationPlan, 'arc'> {
  const states = statesOf(messages.length, choice);
  return {
    strategy,
    ratio,
    states,
    coverage: coverageOf(states),
    blocks: toBlocks(messages.length, choice),
    summaries: choice.summaries,
  };
}
