import type { DraftCondition } from '../../../../shared/model/layout.ts';
import type { Condition, ContextRule } from '../../../../shared/model/rule.ts';
import { operators } from '../../../../shared/rules/operators.ts';
import { conditionsText } from '../../../../shared/rules/rule-sentence.ts';
import type { Documents } from '../../../stores/history.ts';
import { shownRules } from '../../../stores/layouts.ts';
import { shownRule } from '../../../stores/rules-of-engine.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';
import { told } from '../../../texts/texts.ts';
import { addsEdgeId, ruleNodeId, usesEdgeId } from '../canvas/node-ids.ts';
import { draftsOf } from '../edits/draft-edits.ts';
import { orderedRules } from '../edits/rule-edits.ts';

type OutlineDocuments = Pick<Documents, 'engines' | 'layouts'>;

/** A row of the tree; `position` counts from 1 among the `size` rows beside it. */
interface Placed {
  readonly key: string;
  readonly level: 1 | 2 | 3;
  readonly position: number;
  readonly size: number;
  readonly engineId: string;
}
interface Branch {
  readonly isOpen: boolean;
  readonly hasRows: boolean;
}
interface OfRule {
  readonly ruleId: string;
}
export type OutlineRow = Placed &
  (
    | (Branch & { readonly kind: 'engine' })
    | (Branch & OfRule & { readonly kind: 'rule' })
    | (OfRule & { readonly kind: 'condition'; readonly index: number })
    | (OfRule & { readonly kind: 'draft'; readonly draft: number })
    | (OfRule & { readonly kind: 'memory'; readonly memoryId: string })
    | (OfRule & { readonly kind: 'new'; readonly what: NewLeaf })
  );

/** What is being added to a rule and is not there yet. */
export type NewLeaf = 'condition' | 'memory';

interface OutlineState {
  /** What somebody opened or closed, by key. */
  readonly opened: ReadonlyMap<string, boolean>;
  readonly currentEngineId: string;
  readonly adding?:
    | { readonly engineId: string; readonly ruleId: string; readonly what: NewLeaf }
    | undefined;
}

/** Engines of more rules begin with all of them closed. */
const mostOpen = 30;

export const engineKey = (engineId: string): string => `engine ${engineId}`;
export const ruleKey = (engineId: string, ruleId: string): string => `${engineId} ${ruleNodeId(ruleId)}`;
export const conditionKey = (engineId: string, ruleId: string, index: number): string =>
  `${engineId} ${usesEdgeId(ruleId, index)}`;
const memoryKey = (engineId: string, ruleId: string, memoryId: string): string =>
  `${engineId} ${addsEdgeId(ruleId, memoryId)}`;
const draftKey = (engineId: string, ruleId: string, draft: number): string =>
  `${conditionKey(engineId, ruleId, draft)} draft`;

/** The rows that are shown: engines by id, their rules as they count, of an open rule what it asks for and adds. */
export function outlineRows(documents: OutlineDocuments, state: OutlineState): OutlineRow[] {
  const engines = Object.values(documents.engines).sort((left, right) => inNaturalOrder(left.id, right.id));
  return engines.flatMap((engine, at): OutlineRow[] => {
    const key = engineKey(engine.id);
    const isOpen = state.opened.get(key) ?? engine.id === state.currentEngineId;
    const all = shownRules(documents, engine.id);
    const rules = isOpen ? orderedRules({ rules: all }) : [];
    return [
      {
        kind: 'engine',
        key,
        level: 1,
        position: at + 1,
        size: engines.length,
        engineId: engine.id,
        isOpen,
        hasRows: all.length > 0,
      },
      ...rules.flatMap((rule, place) =>
        rowsOfRule(documents, state, engine.id, rule, { position: place + 1, size: rules.length }),
      ),
    ];
  });
}

function rowsOfRule(
  { layouts }: OutlineDocuments,
  { opened, adding }: OutlineState,
  engineId: string,
  rule: ContextRule,
  place: Pick<Placed, 'position' | 'size'>,
): OutlineRow[] {
  const key = ruleKey(engineId, rule.id);
  const at = { engineId, ruleId: rule.id };
  const drafts = draftsOf(layouts[engineId], rule.id);
  const isAdding = adding?.engineId === engineId && adding.ruleId === rule.id;
  const isOpen = isAdding || (opened.get(key) ?? place.size <= mostOpen);
  const hasRows = rule.when.length + drafts.length + rule.then.add_memories.length > 0 || isAdding;
  const conditions = [
    ...rule.when.map((_, index) => ({
      ...at,
      kind: 'condition' as const,
      index,
      key: conditionKey(engineId, rule.id, index),
    })),
    ...drafts.map((_, draft) => ({
      ...at,
      kind: 'draft' as const,
      draft,
      key: draftKey(engineId, rule.id, draft),
    })),
  ];
  const memories = rule.then.add_memories.map(memoryId => ({
    ...at,
    kind: 'memory' as const,
    memoryId,
    key: memoryKey(engineId, rule.id, memoryId),
  }));
  const added = (what: NewLeaf) =>
    isAdding && adding.what === what
      ? [{ ...at, kind: 'new' as const, what, key: `${key} new ${what}` }]
      : [];
  const leaves = [...conditions, ...added('condition'), ...memories, ...added('memory')];
  return [
    { ...at, ...place, kind: 'rule', key, level: 2, isOpen, hasRows },
    ...(isOpen
      ? leaves.map((leaf, index) => ({
          ...leaf,
          level: 3 as const,
          position: index + 1,
          size: leaves.length,
        }))
      : []),
  ];
}

/** What a row says, as one reads and searches it. */
export function textOfRow({ engines, layouts }: OutlineDocuments, row: OutlineRow): string {
  if (row.kind === 'engine') return engines[row.engineId]?.name || row.engineId;
  if (row.kind === 'new') return '';
  if (row.kind === 'memory') return row.memoryId;
  const rule = shownRule({ engines, layouts }, row);
  if (row.kind === 'rule') return rule?.name || row.ruleId;
  const condition: Condition | undefined = row.kind === 'condition' ? rule?.when[row.index] : undefined;
  if (condition) return conditionsText([condition], told);
  const begun = row.kind === 'draft' ? draftsOf(layouts[row.engineId], row.ruleId)[row.draft] : undefined;
  return begun ? draftText(begun) : '';
}

const draftText = ({ field = '', operator }: DraftCondition): string =>
  `${field} ${told(operators[operator].label)}`.trim();

/** Where a key leads from a row: to another one, or to open or close this one. */
type OutlineStep =
  | { readonly to: number }
  | { readonly open: boolean; readonly keys: readonly string[] }
  | undefined;

export function outlineStep(rows: readonly OutlineRow[], at: number, key: string, page: number): OutlineStep {
  const row = rows[at];
  if (!row) return undefined;
  const to = (place: number) => ({ to: Math.max(0, Math.min(rows.length - 1, place)) });
  const isBranch = 'isOpen' in row && row.hasRows;
  switch (key) {
    case 'ArrowUp':
      return to(at - 1);
    case 'ArrowDown':
      return to(at + 1);
    case 'PageUp':
      return to(at - page);
    case 'PageDown':
      return to(at + page);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (isBranch && !row.isOpen) return { open: true, keys: [row.key] };
      return isBranch ? to(at + 1) : undefined;
    case 'ArrowLeft':
      if (isBranch && row.isOpen) return { open: false, keys: [row.key] };
      return row.level === 1 ? undefined : to(parentOf(rows, at));
    case '*':
      return { open: true, keys: siblings(rows, at) };
    default:
      return undefined;
  }
}

export const parentOf = (rows: readonly OutlineRow[], at: number): number =>
  rows.slice(0, at).findLastIndex(({ level }) => level < (rows[at]?.level ?? 0));

function siblings(rows: readonly OutlineRow[], at: number): string[] {
  const level = rows[at]?.level;
  return rows.flatMap(row => (row.level === level && 'isOpen' in row ? row.key : []));
}

/** The next row whose text begins with what was typed; one letter again and again goes from one to the next. */
export function findByText(
  rows: readonly OutlineRow[],
  at: number,
  typed: string,
  textOf: (row: OutlineRow) => string,
): number | undefined {
  const isOneLetter = [...typed].every(letter => letter === typed[0]);
  const wanted = (isOneLetter ? typed.slice(0, 1) : typed).toLowerCase();
  const from = isOneLetter ? at + 1 : at;
  const order = rows.map((_, index) => (from + index) % rows.length);
  return order.find(index => {
    const row = rows[index];
    return row !== undefined && textOf(row).toLowerCase().startsWith(wanted);
  });
}
