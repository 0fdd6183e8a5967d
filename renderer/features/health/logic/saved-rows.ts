import type { SavedRecord } from '../../../../shared/model/health.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';

interface RecordFilter {
  /** Undefined is every file. */
  readonly file?: string | undefined;
  readonly withHistorical: boolean;
}

/** Records of the chosen file; those of other sessions only where they are wanted. */
export function filterRecords(
  records: readonly SavedRecord[],
  { file, withHistorical }: RecordFilter,
): SavedRecord[] {
  return records.filter(
    one => (file === undefined || one.file === file) && (withHistorical || !one.historical),
  );
}

/** Records by file, files by name, each in the order they come. */
export function recordFiles(
  records: readonly SavedRecord[],
): { readonly file: string; readonly count: number }[] {
  const files = [...new Set(records.map(({ file }) => file))].toSorted(inNaturalOrder);
  return files.map(file => ({ file, count: records.filter(one => one.file === file).length }));
}
