import { useEffect } from 'react';
import { create } from 'zustand';
import type { Output } from '../../../shared/contract/contract.ts';
import type { Answer } from '../../stores/use-answer.ts';

export type Assembled = Output<'conversations.assemble'>;

/** The latest plan of a conversation that there is, and why there is no newer one. */
interface Plan {
  readonly assembled?: Assembled | undefined;
  readonly failure?: string | undefined;
}

interface KeptPlan extends Plan {
  /** The conversation that the plan is of. */
  readonly conversationId?: string | undefined;
  /** Counts plans: each of them uses and builds bundles. */
  readonly planned: number;
}

/** Not for others: whoever shows a plan says of which conversation, and so is never given that of another. */
const useKept = create<KeptPlan>()(() => ({ planned: 0 }));

const none: Plan = {};

/** The plan of this conversation; nothing while none was made since it is in sight. */
export function usePlan(conversationId: string | undefined): Plan {
  return useKept(kept => (kept.conversationId === conversationId ? kept : none));
}

const selectPlanned = ({ planned }: KeptPlan) => planned;

export const usePlannedCount = (): number => useKept(selectPlanned);

/** Keeps what came of planning this conversation; one that failed leaves the plan before in sight. */
export function keepPlan(conversationId: string, { assembled, failure }: Plan): void {
  useKept.setState(({ planned, ...before }) => {
    if (assembled !== undefined) return { conversationId, assembled, failure, planned: planned + 1 };
    const former = before.conversationId === conversationId ? before.assembled : undefined;
    return { conversationId, assembled: former, failure };
  });
}

/** Keeps the plan for all who show something of it, as long as the conversation is in sight. */
export function useKeepPlan(
  conversationId: string,
  { output, error }: Answer<'conversations.assemble'>,
): void {
  useEffect(
    () => keepPlan(conversationId, { assembled: output, failure: error }),
    [conversationId, output, error],
  );
  // The conversation of this id may be one of another project by the time that somebody looks again.
  useEffect(
    () => () => useKept.setState({ conversationId: undefined, assembled: undefined, failure: undefined }),
    [],
  );
}
