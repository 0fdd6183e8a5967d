import { chars4 } from '../../../../shared/model/chars4.ts';
import type { MessageState, ShownSummary } from '../../../../shared/model/conversation.ts';
import type { Message } from '../../../../shared/model/message.ts';
import { formatMessage } from '../../../../shared/model/message-text.ts';

/** Of a message as it is drawn: those that are shown are part of the newest, or picked out of what is older. */
export type ShownAs = 'whole' | 'key' | 'summarised' | 'dropped';

export type ShownRow =
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly position: number;
      readonly as: ShownAs;
      readonly isRecalled: boolean;
      readonly isCut: boolean;
      readonly message: Message;
      readonly tokens: number;
    }
  | {
      readonly kind: 'summary';
      readonly id: string;
      readonly summary: ShownSummary;
      /** Of its range, those that are told in it and not shown besides. */
      readonly told: number;
      /** Tokens of those. */
      readonly before: number;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'gap'; readonly id: string; readonly count: number; readonly isOpen: boolean };

/** What of a plan decides how messages are drawn. */
export interface ShownPlan {
  readonly states: readonly MessageState[];
  readonly summaries: readonly ShownSummary[];
  readonly recalled: readonly number[];
  readonly cut: readonly number[];
}

/** What is opened: every summary and gap or none, except for some. */
export interface OpenRows {
  readonly all: boolean;
  readonly except: ReadonlySet<string>;
}

/** The first of the newest messages, which are shown without a break; what is shown before it was picked. */
export function newestFrom(states: readonly MessageState[]): number {
  return states.findLastIndex(state => state !== 'full') + 1;
}

/** Messages, summaries and gaps in the order of the conversation. */
export function shownRows(messages: readonly Message[], plan: ShownPlan, open: OpenRows): ShownRow[] {
  const { states, summaries } = plan;
  const judge = messageJudge(plan);
  const beginning = new Map(summaries.map(summary => [summary.from, summary]));
  const rows: ShownRow[] = [];
  const isOpen = (id: string) => open.all !== open.except.has(id);
  let told = false;
  let gap = false;
  for (const [position, message] of messages.entries()) {
    const state = states[position] ?? 'dropped';
    const summary = beginning.get(position);
    if (summary !== undefined) {
      const row = summaryRow(summary, messages, states, isOpen);
      rows.push(row);
      told = row.isOpen;
    }
    if (state === 'dropped' && (states[position - 1] !== 'dropped' || position === 0)) {
      const id = `gap ${position}`;
      gap = isOpen(id);
      rows.push({ kind: 'gap', id, count: runLength(states, position), isOpen: gap });
    }
    if (state === 'full' || (state === 'summarised' ? told : gap)) rows.push(judge(message, position, state));
  }
  return rows;
}

function messageJudge({ states, recalled, cut }: ShownPlan) {
  const newest = newestFrom(states);
  const found = new Set(recalled);
  const cuts = new Set(cut);
  return (message: Message, position: number, state: MessageState): ShownRow => ({
    kind: 'message',
    id: `message ${position}`,
    position,
    as: state === 'full' ? (position >= newest && !found.has(position) ? 'whole' : 'key') : state,
    isRecalled: found.has(position),
    isCut: cuts.has(position),
    message,
    tokens: chars4(formatMessage(message)),
  });
}

function summaryRow(
  summary: ShownSummary,
  messages: readonly Message[],
  states: readonly MessageState[],
  isOpen: (id: string) => boolean,
): Extract<ShownRow, { kind: 'summary' }> {
  const replaced = messages
    .slice(summary.from, summary.to + 1)
    .filter((_, at) => states[summary.from + at] === 'summarised');
  const id = `summary ${summary.from}`;
  return {
    kind: 'summary',
    id,
    summary,
    told: replaced.length,
    before: replaced.reduce((sum, message) => sum + chars4(formatMessage(message)), 0),
    isOpen: isOpen(id),
  };
}

function runLength(states: readonly MessageState[], from: number): number {
  const end = states.findIndex((state, position) => position > from && state !== 'dropped');
  return (end < 0 ? states.length : end) - from;
}

export type ShownCounts = Readonly<Record<ShownAs, number>>;

/** How many messages are drawn as what; they add up to all. */
export function countShown({ states, recalled }: Pick<ShownPlan, 'states' | 'recalled'>): ShownCounts {
  const newest = newestFrom(states);
  const counts = { whole: 0, key: 0, summarised: 0, dropped: 0 };
  const found = new Set(recalled);
  for (const [position, state] of states.entries()) {
    if (state !== 'full') counts[state] += 1;
    else if (position >= newest && !found.has(position)) counts.whole += 1;
    else counts.key += 1;
  }
  return counts;
}

/** A summary's text without the heading that says which messages it is of; the card says that itself. */
export function summaryText({ text }: Pick<ShownSummary, 'text'>): string {
  return text.replace(/^\[[^\]\n]*\bmessages \d+-\d+\]\n/, '');
}
