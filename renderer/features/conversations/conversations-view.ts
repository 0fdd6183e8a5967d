import { useEffect } from 'react';
import { create } from 'zustand';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { type BudgetPolicy, contextTokens, type KnowledgeDepth } from '../../../shared/model/layer-names.ts';
import { subscribe } from '../../api/events.ts';
import type { Answer } from '../../stores/use-answer.ts';

export type ConversationTab = 'shown' | 'prompt' | 'arc';
export type Assembled = Output<'conversations.assemble'>;

/** What the inspector shows in place of the budget. */
export interface Selection {
  readonly kind: 'topic' | 'entity' | 'bundle';
  readonly id: string;
}

export type ConversationDialog =
  | { readonly kind: 'import' }
  | { readonly kind: 'delete'; readonly id: string; readonly title: string };

/** What the user looks at and asks for, as it stays while going to other views and back. */
export interface ConversationsView {
  readonly tab: ConversationTab;
  readonly search: string;
  /** The one that changed last when absent. */
  readonly conversationId?: string | undefined;
  /** What the user says next, by conversation. */
  readonly drafts: Readonly<Record<string, string>>;
  readonly totalBudget: number;
  readonly depth: KnowledgeDepth;
  readonly historyFirst: boolean;
  /** `both`: the plan is the fitted one, the documented shares stand beside it. */
  readonly policy: BudgetPolicy | 'both';
  readonly selection?: Selection | undefined;
  readonly dialog?: ConversationDialog | undefined;
  /** The latest plan that there is, and why there is no newer one. */
  readonly assembled?: Assembled | undefined;
  readonly failure?: string | undefined;
  /** Counts what was told of changes; whatever is read is read again. */
  readonly reading: number;
  /** Counts plans: each of them uses and builds bundles. */
  readonly planned: number;
}

export const useConversationsView = create<ConversationsView>()(() => ({
  tab: 'shown',
  search: '',
  drafts: {},
  totalBudget: contextTokens.usual,
  depth: 'standard',
  historyFirst: true,
  policy: 'fitted',
  reading: 0,
  planned: 0,
}));

export function setConversationsView(change: Partial<ConversationsView>): void {
  useConversationsView.setState(change);
}

export function setDraft(conversationId: string, text: string): void {
  useConversationsView.setState(({ drafts }) => ({ drafts: { ...drafts, [conversationId]: text } }));
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

export const selectReading = (view: ConversationsView) => view.reading;
export const selectAssembled = (view: ConversationsView) => view.assembled;
export const selectSelection = (view: ConversationsView) => view.selection;

/** What is asked of an assembly, for one policy. */
export function planInput(
  view: Pick<ConversationsView, 'drafts' | 'totalBudget' | 'depth' | 'historyFirst'>,
  conversationId: string,
  policy: BudgetPolicy,
): Input<'conversations.assemble'> {
  return {
    conversation_id: conversationId,
    user_message: view.drafts[conversationId] ?? '',
    total_budget: view.totalBudget,
    knowledge_depth: view.depth,
    prioritize_history: view.historyFirst,
    policy,
  };
}

/** Keeps the latest plan for the list and the inspector; one that failed leaves the plan before in sight. */
export function useKeepPlan({ output, error }: Answer<'conversations.assemble'>): void {
  useEffect(() => {
    useConversationsView.setState(({ planned }) =>
      output === undefined
        ? { failure: error }
        : { assembled: output, failure: undefined, planned: planned + 1 },
    );
  }, [output, error]);
}

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
        // Another project has other conversations.
        if (event.what === 'opened')
          useConversationsView.setState({
            conversationId: undefined,
            selection: undefined,
            assembled: undefined,
            drafts: {},
          });
        readAgain();
      }),
    [],
  );
}

function readAgain(): void {
  useConversationsView.setState(({ reading }) => ({ reading: reading + 1 }));
}
