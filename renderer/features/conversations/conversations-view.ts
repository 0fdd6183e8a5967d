import { useEffect } from 'react';
import { create } from 'zustand';
import type { Input } from '../../../shared/contract/contract.ts';
import type { BudgetPolicy, KnowledgeDepth } from '../../../shared/model/layer-names.ts';
import type { MadeShapeName } from '../../../shared/shapes/shape-names.ts';
import { subscribe } from '../../api/events.ts';
import { onOtherProject } from '../../stores/other-project.ts';
import { useAnswer } from '../../stores/use-answer.ts';

export type ConversationTab = 'shown' | 'prompt' | 'arc';

/** What the inspector shows in place of the budget. */
export interface Selection {
  readonly kind: 'topic' | 'entity' | 'bundle';
  readonly id: string;
}

type ConversationDialog =
  | { readonly kind: 'import' }
  | { readonly kind: 'delete'; readonly id: string; readonly title: string };

/** What decides a budget. */
export interface BudgetSettings {
  readonly totalBudget: number;
  readonly depth: KnowledgeDepth;
  readonly historyFirst: boolean;
  readonly withEntities: boolean;
}

/** What the user looks at and asks for, as it stays while going to other views and back. */
export interface ConversationsView {
  readonly tab: ConversationTab;
  readonly search: string;
  /** The one that changed last when absent. */
  readonly conversationId?: string | undefined;
  /** What the user says next, by conversation. */
  readonly drafts: Readonly<Record<string, string>>;
  /** What the project's configuration says, once it is read. */
  readonly configured?: BudgetSettings | undefined;
  /** What the user tries out in its place. */
  readonly tried: Partial<BudgetSettings>;
  /** `both`: the plan is the fitted one, the documented shares stand beside it. */
  readonly policy: BudgetPolicy | 'both';
  /** The provider in whose shape the prompt is looked at; plain messages when absent. */
  readonly shape?: MadeShapeName | undefined;
  readonly selection?: Selection | undefined;
  readonly dialog?: ConversationDialog | undefined;
  /** Counts what was told of changes; whatever is read is read again. */
  readonly reading: number;
}

export const useConversationsView = create<ConversationsView>()(() => ({
  tab: 'shown',
  search: '',
  drafts: {},
  tried: {},
  policy: 'fitted',
  reading: 0,
}));

onOtherProject(() =>
  useConversationsView.setState({
    conversationId: undefined,
    selection: undefined,
    dialog: undefined,
    drafts: {},
    tried: {},
  }),
);

export function setConversationsView(change: Partial<ConversationsView>): void {
  useConversationsView.setState(change);
}

export function setDraft(conversationId: string, text: string): void {
  useConversationsView.setState(({ drafts }) => ({ drafts: { ...drafts, [conversationId]: text } }));
}

/** Tries another budget; the configuration stays as it is. */
export function tryBudget(change: Partial<BudgetSettings>): void {
  useConversationsView.setState(({ tried }) => ({ tried: { ...tried, ...change } }));
}

/** Back to what is configured. */
export function tryNothing(): void {
  useConversationsView.setState({ tried: {} });
}

export function select(selection: Selection | undefined): void {
  useConversationsView.setState({ selection });
}

export function openDialog(dialog: ConversationDialog): void {
  useConversationsView.setState({ dialog });
}

export function closeDialog(): void {
  useConversationsView.setState({ dialog: undefined });
}

export const selectSearch = (view: ConversationsView) => view.search;
export const selectReading = (view: ConversationsView) => view.reading;
export const selectSelection = (view: ConversationsView) => view.selection;

/** What is asked of an assembly, for one policy; what was not tried is the configuration's to say. */
export function planInput(
  { drafts, tried, shape }: Pick<ConversationsView, 'drafts' | 'tried' | 'shape'>,
  conversationId: string,
  policy: BudgetPolicy,
): Input<'conversations.assemble'> {
  const { totalBudget, depth, historyFirst, withEntities } = tried;
  return {
    conversation_id: conversationId,
    user_message: drafts[conversationId] ?? '',
    ...(totalBudget !== undefined && { total_budget: totalBudget }),
    ...(depth !== undefined && { knowledge_depth: depth }),
    ...(historyFirst !== undefined && { prioritize_history: historyFirst }),
    ...(withEntities !== undefined && { include_entities: withEntities }),
    ...(shape !== undefined && { shape }),
    policy,
  };
}

/** Keeps what the configuration says, as long as it is looked at. */
export function useKeepConfigured(reading: number): void {
  const { output } = useAnswer('config.get', configInput, reading, 0);
  useEffect(() => {
    if (output === undefined) return;
    const { maxContextTokens, knowledgeDepth, prioritizeConversationHistory, includeEntityContext } =
      output.config;
    useConversationsView.setState({
      configured: {
        totalBudget: maxContextTokens,
        depth: knowledgeDepth,
        historyFirst: prioritizeConversationHistory,
        withEntities: includeEntityContext,
      },
    });
  }, [output]);
}

const configInput: Input<'config.get'> = {};

/** Reads anew what is in sight whenever somebody, by whatever door, changes what plans are made of. */
export function useConversationNews(): void {
  useEffect(
    () =>
      subscribe(event => {
        if (
          event.event.startsWith('persistentMemory:') &&
          event.event !== 'persistentMemory:pipeline-executed'
        )
          return readAgain();
        if (event.event !== 'project:changed' || event.what === 'layouts' || event.what === 'samples') return;
        readAgain();
      }),
    [],
  );
}

function readAgain(): void {
  useConversationsView.setState(({ reading }) => ({ reading: reading + 1 }));
}
