import { applyPatches, enablePatches, type Patch, produceWithPatches } from 'immer';
import type { ContextContract } from '../../shared/model/context-contract.ts';
import type { ContextTest } from '../../shared/model/context-test.ts';
import type { Layout } from '../../shared/model/layout.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { settleBegun } from './layouts.ts';

enablePatches();

/** What the studio edits, by the name of its kind. */
export interface DocumentOfKind {
  engines: ContextRuleEngine;
  memories: PersistentMemory;
  samples: Sample;
  /** By the id of their engine; most engines have none. */
  layouts: Layout;
  contracts: ContextContract;
  tests: ContextTest;
}
export type DocumentKind = keyof DocumentOfKind;
/** Everything the studio edits, by id. The canvas, the inspector and the JSON view are computed from it. */
export type Documents = { [Kind in DocumentKind]: Record<string, DocumentOfKind[Kind]> };

/** Where a rule is: its engine's id and its own. */
export interface RuleRef {
  readonly engineId: string;
  readonly ruleId: string;
}

/** The rule itself, to read it, or to change it in a recipe; with the layouts also one that is only begun. */
export function findRule(
  { engines, layouts }: Pick<Documents, 'engines'> & Partial<Pick<Documents, 'layouts'>>,
  { engineId, ruleId }: RuleRef,
): ContextRule | undefined {
  return (
    engines[engineId]?.rules.find(({ id }) => id === ruleId) ?? layouts?.[engineId]?.begun?.[ruleId]?.rule
  );
}

export const documentKinds = [
  'engines',
  'memories',
  'samples',
  'layouts',
  'contracts',
  'tests',
] as const satisfies readonly DocumentKind[];

/** One undoable step, as patches that lead forth and back. */
export interface HistoryStep {
  readonly label: string;
  readonly patches: readonly Patch[];
  readonly inverse: readonly Patch[];
  readonly mergeKey?: string;
  /** Milliseconds since the epoch, to coalesce keystrokes. */
  readonly at: number;
}

export interface History {
  readonly working: Documents;
  readonly past: readonly HistoryStep[];
  readonly future: readonly HistoryStep[];
}

interface Edit {
  readonly label: string;
  readonly recipe: (draft: Documents) => void;
  /** Edits of the same key within a second are one step. */
  readonly mergeKey?: string | undefined;
}

export const emptyDocuments: Documents = {
  engines: {},
  memories: {},
  samples: {},
  layouts: {},
  contracts: {},
  tests: {},
};
const coalesceMs = 1000;
/** A day of work: steps are small, and undoing all of them is what gives the files back. */
const longestHistory = 1500;

/** Applies an edit and remembers how to undo it; an edit that changes nothing leaves no step. */
export function applyEdit(history: History, edit: Edit, now: number): History {
  const [working, patches, inverse] = produceWithPatches(history.working, draft => {
    edit.recipe(draft); // what a recipe answers is for its caller; immer would take it as the new documents
    settleBegun(draft);
  });
  if (patches.length === 0) return history;
  const step: HistoryStep = {
    label: edit.label,
    patches,
    inverse,
    at: now,
    ...(edit.mergeKey === undefined ? {} : { mergeKey: edit.mergeKey }),
  };
  return { working, past: appendStep(history.past, step), future: [] };
}

/** Takes the last step back; unchanged when there is none. */
export function undoStep(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  const working = applyPatches(history.working, [...step.inverse]);
  return { working, past: history.past.slice(0, -1), future: [step, ...history.future] };
}

/** Does the last undone step again; unchanged when there is none. */
export function redoStep(history: History): History {
  const [step, ...future] = history.future;
  if (!step) return history;
  return { working: applyPatches(history.working, [...step.patches]), past: [...history.past, step], future };
}

/** True when a step touched this document: replacing it unseen would make the step unfit. */
export function mentions(step: HistoryStep, kind: DocumentKind, id: string): boolean {
  return step.patches.some(patch => patch.path[0] === kind && patch.path[1] === id);
}

/** The documents that steps touched, each once. */
export function touchedDocuments(steps: readonly HistoryStep[]): { kind: DocumentKind; id: string }[] {
  return documentKinds.flatMap(kind => {
    const paths = steps
      .flatMap(step => step.patches)
      .filter(patch => patch.path[0] === kind && patch.path.length > 1);
    return [...new Set(paths.map(patch => String(patch.path[1])))].map(id => ({ kind, id }));
  });
}

function appendStep(past: readonly HistoryStep[], step: HistoryStep): readonly HistoryStep[] {
  const last = past.at(-1);
  if (
    !last ||
    step.mergeKey === undefined ||
    last.mergeKey !== step.mergeKey ||
    // Clocks are set, also backwards.
    Math.abs(step.at - last.at) > coalesceMs
  ) {
    return [...past, step].slice(-longestHistory);
  }
  const merged = {
    ...step,
    patches: [...last.patches, ...step.patches],
    inverse: [...step.inverse, ...last.inverse],
  };
  return [...past.slice(0, -1), merged];
}
