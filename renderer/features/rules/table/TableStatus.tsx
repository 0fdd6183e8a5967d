import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import frame from '../frame.module.css';
import type { useTableCells } from './use-table-cells.ts';

interface TableStatusProps {
  readonly cells: Pick<ReturnType<typeof useTableCells>, 'refused' | 'leftOut'>;
}

/** What could not be written, else what keys do. */
export function TableStatus({ cells: { refused, leftOut } }: TableStatusProps) {
  const [first] = refused;
  const said = [
    first &&
      t('{cells} not taken over: “{first}” in {column}. {reason}', {
        cells: formatCounted(refused.length, 'cell'),
        first: first.text,
        column: first.column.title,
        reason: first.reason,
      }),
    leftOut > 0 &&
      t('{cells} had no place: the table ends before them.', { cells: formatCounted(leftOut, 'cell') }),
  ].filter(Boolean);
  return (
    <p className={classNames(frame.status, said.length > 0 && frame.refused)} role="status">
      {said.join(' ') ||
        t(
          'Enter or F2 edits, Shift marks more, Ctrl D fills down, Ctrl C and V exchange cells with a spreadsheet, Ctrl and arrows move a rule.',
        )}
    </p>
  );
}
