import type { Output } from '../../../shared/contract/contract.ts';
import type { ImportItem } from '../../../shared/contract/imports.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { t } from '../../texts/texts.ts';
import { formatCounted } from '../../ui/format-number.ts';

export type RowChange = ImportItem['change'] | 'not_chosen';

/** One line of an import: something that it would bring or brought, or a file that it cannot read. */
export interface ImportRow {
  readonly id: string;
  readonly title: string;
  /** What it makes and the file it comes from. */
  readonly place: string;
  readonly notes: readonly string[];
  readonly change: RowChange;
  /** What already is as it would become, and what cannot be stored, is nothing to choose. */
  readonly choosable: boolean;
}

interface Outcome {
  readonly items: readonly ImportItem[];
  readonly refused: readonly FileProblem[];
}

/** What an import would do: what needs a look first, what was not even sent last. */
export function previewRows(preview: Outcome, skipped: readonly FileProblem[]): ImportRow[] {
  return [...preview.refused.map(refusedRow), ...preview.items.map(itemRow), ...skipped.map(refusedRow)];
}

/** What an import did; names of what was left out are known from its preview. */
export function resultRows(
  result: Output<'imports.apply'>,
  preview: Outcome,
  skipped: readonly FileProblem[],
): ImportRow[] {
  const left = new Set(result.not_chosen);
  // What nothing would have become of is told as it is: an edited source and one that is gone were not left by choice.
  const leftOut = preview.items
    .filter(({ id }) => left.has(id))
    .map(itemRow)
    .map(row => (isChosenAtFirst(row) ? { ...row, change: 'not_chosen' as const, notes: [] } : row));
  return [...previewRows(result, skipped), ...leftOut].map(row => ({ ...row, choosable: false }));
}

/** Whether files are gone of which something is still here. */
export const hasGone = (rows: readonly ImportRow[]): boolean =>
  rows.some(({ change }) => change === 'gone' || change === 'removed');

/** What is imported unless the user says otherwise: what changes something. */
function isChosenAtFirst({ change }: ImportRow): boolean {
  return ['created', 'replaced', 'renamed', 'removed'].includes(change);
}

/** The rows that are chosen, when the user turned those of `turned` around. */
export function chosenIds(rows: readonly ImportRow[], turned: ReadonlySet<string>): string[] {
  return rows.filter(row => row.choosable && isChosenAtFirst(row) !== turned.has(row.id)).map(({ id }) => id);
}

/** What an import of the chosen rows does, as its button says it: `Import 2 items, remove 1`. */
export function describeChosen(rows: readonly ImportRow[], chosen: readonly string[]): string {
  const ids = new Set(chosen);
  const removed = rows.filter(({ id, change }) => change === 'removed' && ids.has(id)).length;
  const brought = chosen.length - removed;
  if (chosen.length === 0) return t('Nothing to import');
  if (removed === 0) return t('Import {items}', { items: formatCounted(brought, 'item') });
  return brought === 0
    ? t('Remove {items}', { items: formatCounted(removed, 'item') })
    : t('Import {items}, remove {removed}', {
        items: formatCounted(brought, 'item'),
        removed,
      });
}

/** What has to be turned around so that, of the rows in sight, exactly these are chosen. */
export function turnToChoose(
  rows: readonly ImportRow[],
  chosen: ReadonlySet<string>,
  turned: ReadonlySet<string>,
): Set<string> {
  const next = new Set(turned);
  for (const row of rows.filter(({ choosable }) => choosable)) {
    if (isChosenAtFirst(row) === chosen.has(row.id)) next.delete(row.id);
    else next.add(row.id);
  }
  return next;
}

const changes = [
  'created',
  'replaced',
  'renamed',
  'kept',
  'unchanged',
  'refused',
  'gone',
  'removed',
  'not_chosen',
] as const;

/** How many rows there are of each change that occurs, in a fixed order. */
export function countChanges(
  rows: readonly ImportRow[],
): { readonly change: RowChange; readonly count: number }[] {
  return changes
    .map(change => ({ change, count: rows.filter(row => row.change === change).length }))
    .filter(({ count }) => count > 0);
}

function itemRow({ id, name, file, makes, change, notes }: ImportItem): ImportRow {
  const made = makes.map(thing => `${thing.kind} ${thing.id}`).filter(text => text !== `document ${file}`);
  const isOwnName = name === file && made.length === 0;
  return {
    id,
    title: name,
    place: isOwnName ? 'document' : [...made, file].join(' · '),
    notes,
    change,
    choosable: change !== 'refused' && change !== 'unchanged' && change !== 'gone',
  };
}

/** `planning.json:12:5`, as editors write it. */
function refusedRow({ file, line, column, reason }: FileProblem, index: number): ImportRow {
  const title = [file, line, column].filter(part => part !== undefined).join(':');
  return {
    id: `refused ${index} ${title}`,
    title,
    place: '',
    notes: [reason],
    change: 'refused',
    choosable: false,
  };
}
