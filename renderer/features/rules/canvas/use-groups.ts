import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Layout } from '../../../../shared/model/layout.ts';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { type DocumentsState, useDocuments } from '../../../stores/documents.ts';
import { shownEngine } from '../../../stores/layouts.ts';
import { showError } from '../../../stores/toasts.ts';
import { useWorkspace } from '../../../stores/workspace.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { GroupedRules } from './build-graph.ts';
import { ruleNodeId } from './node-ids.ts';
import { isGrouped, useRevealed } from './revealed-groups.ts';

const noKeys: readonly string[] = [];

/** How many rules an engine has, drafts with it. */
export function useEngineSize(engineId: string): number {
  return useDocuments(
    useCallback(
      ({ working }: DocumentsState) => shownEngine(working, engineId)?.rules.length ?? 0,
      [engineId],
    ),
  );
}

/** Comes with what groups: a canvas takes a card's handles as it finds them when the card first has its size. */
export const GroupNode = lazyPart(async () => (await import('./GroupNode.tsx')).GroupNode);

type GroupRules = typeof import('./group-rules.ts').groupRules;
type Part = { readonly groupRules?: GroupRules | undefined };

interface GroupsInput {
  readonly engine: ContextRuleEngine | undefined;
  readonly layout: Layout | undefined;
  readonly fired: ReadonlySet<string> | undefined;
  readonly selected: string | undefined;
}

/** The rules of an engine in groups, where it has so many or somebody wants it; what groups them is loaded then. */
export function useGroups({ engine, layout, fired, selected }: GroupsInput): {
  readonly grouped?: GroupedRules | undefined;
  readonly isComing: boolean;
} {
  const isWanted = isGrouped(engine, layout);
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    if (!isWanted || part) return;
    // Where nobody is there to load it from, the rules are shown one by one.
    Promise.all([import('./group-rules.ts'), GroupNode.preload()]).then(
      ([loaded]) => setPart(loaded),
      () => setPart({}),
    );
  }, [isWanted, part]);
  const engineId = engine?.id;
  const revealed = useRevealed(state => (state.engineId === engineId ? state.keys : noKeys));
  const grouping = layout?.groups;
  const grouped = useMemo(
    () => (engine && isWanted ? part?.groupRules?.(engine, grouping, { revealed, fired }) : undefined),
    [engine, isWanted, part, grouping, revealed, fired],
  );
  useEffect(() => reveal(engineId, grouped, selected), [engineId, grouped, selected]);
  return { grouped, isComing: isWanted && part === undefined };
}

/** A rule that was chosen, here or elsewhere, is shown: its group opens. */
function reveal(
  engineId: string | undefined,
  grouped: GroupedRules | undefined,
  selected: string | undefined,
): void {
  const { ruleId } = useWorkspace.getState();
  if (!grouped || engineId === undefined || ruleId === undefined || selected !== ruleNodeId(ruleId)) return;
  const key = grouped.hidden.get(ruleId);
  if (key === undefined) return;
  useRevealed.setState(state => ({
    engineId,
    keys: state.engineId === engineId ? [...state.keys, key] : [key],
  }));
}

/** Opens or closes a group, as one step of the history. */
export function toggleGroup(engineId: string, key: string): void {
  import('./group-rules.ts').then(({ toggle }) => toggle(engineId, key), showError);
}
