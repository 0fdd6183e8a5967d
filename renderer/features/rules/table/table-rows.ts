import type { ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { locale } from '../../../texts/texts.ts';
import { orderedRules } from '../edits/rule-edits.ts';
import type { Column } from './columns.ts';

/** How the rules are shown; nothing of it is kept in a file. */
export interface TableOrder {
  /** Absent: by priority. */
  readonly sort?: { readonly columnId: string; readonly isDown: boolean } | undefined;
  /** Part of any cell; empty shows all. */
  readonly filter: string;
  /** The column whose cells make the groups. */
  readonly groupBy?: string | undefined;
}

/** What of it can be: an undo, an edit or another name of a variable may have taken the column away. */
export function orderAmong(columns: readonly Column[], { filter, sort, groupBy }: TableOrder): TableOrder {
  const isThere = (id: string | undefined) => columns.some(column => column.id === id);
  return {
    filter,
    sort: isThere(sort?.columnId) ? sort : undefined,
    groupBy: isThere(groupBy) ? groupBy : undefined,
  };
}

/** Whether all rules stand in the order in which they count. */
export const isAsCounted = ({ filter, sort, groupBy }: TableOrder): boolean =>
  !sort && groupBy === undefined && filter.trim() === '';

export type TableRow =
  | { readonly kind: 'group'; readonly text: string; readonly count: number }
  | { readonly kind: 'rule'; readonly rule: ContextRule };

/** Cells hold words of the interface too. */
const collator = new Intl.Collator(locale, { numeric: true });

/** The rows in their order, with a heading over each group. */
export function tableRows(
  engine: ContextRuleEngine,
  columns: readonly Column[],
  { sort, filter, groupBy }: TableOrder,
): TableRow[] {
  const wanted = filter.trim().toLowerCase();
  const isWanted = (rule: ContextRule) =>
    wanted === '' || columns.some(column => column.read(rule).toLowerCase().includes(wanted));
  const rules = sorted(orderedRules(engine).filter(isWanted), columns, sort);
  const column = columns.find(({ id }) => id === groupBy);
  if (!column) return rules.map(rule => ({ kind: 'rule', rule }));
  const groups = Map.groupBy(rules, rule => column.read(rule));
  return [...groups].flatMap(([text, group]): TableRow[] => [
    { kind: 'group', text, count: group.length },
    ...group.map(rule => ({ kind: 'rule', rule }) as const),
  ]);
}

export function ruleAt(rows: readonly TableRow[], at: number): ContextRule | undefined {
  const found = rows[at];
  return found?.kind === 'rule' ? found.rule : undefined;
}

/** The place of a rule among the rows; -1 where none shows it. */
export const rowOf = (rows: readonly TableRow[], ruleId: string | undefined): number =>
  rows.findIndex(row => row.kind === 'rule' && row.rule.id === ruleId);

/** The rules of rows, as they stand. */
export const idsIn = (rows: readonly TableRow[]): string[] =>
  rows.flatMap(row => (row.kind === 'rule' ? row.rule.id : []));

/** The same of the rows from one to another, whichever is above. */
export const idsBetween = (rows: readonly TableRow[], one: number, other: number): string[] =>
  idsIn(rows.slice(Math.min(one, other), Math.max(one, other) + 1));

/** The row with a rule that is gone to: headings of groups are passed over, and at the end one turns back. */
export function ruleRow(rows: readonly TableRow[], from: number, to: number): number {
  const by = to < from ? -1 : 1;
  for (const step of [by, -by])
    for (let row = to; row >= 0 && row < rows.length; row += step) if (rows[row]?.kind === 'rule') return row;
  return from;
}

/** Empty cells come last, however it is sorted. */
function sorted(
  rules: readonly ContextRule[],
  columns: readonly Column[],
  sort: TableOrder['sort'],
): readonly ContextRule[] {
  const column = columns.find(({ id }) => id === sort?.columnId);
  if (!sort || !column) return rules;
  const turn = sort.isDown ? -1 : 1;
  const { rank } = column;
  if (rank) return rules.toSorted((left, right) => (rank(left) - rank(right)) * turn);
  const texts = new Map(rules.map(rule => [rule, column.read(rule)]));
  const textOf = (rule: ContextRule) => texts.get(rule) ?? '';
  return rules.toSorted((left, right) => {
    const [one, other] = [textOf(left), textOf(right)];
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    return collator.compare(one, other) * turn;
  });
}
