import type { SavedRecord } from '../../../shared/model/health.ts';
import { parseRecords, runeFiles } from '../../engine/health/rune-record.ts';
import { readRuneFile } from '../../storage/health/rune-files.ts';

/** Nobody reads more at once, and `.rune/` only ever grows. */
const mostRecords = 500;

/** Records of `.rune/`, newest first; those of other sessions than the given one are historical. */
export async function readSavedRecords(
  root: string,
  sessionId: string | undefined,
): Promise<{ readonly records: SavedRecord[]; readonly total: number }> {
  const files = await Promise.all(
    runeFiles.map(async file => {
      const records = parseRecords(await readRuneFile(root, file)).toReversed();
      return records.map(record => ({ file, record }));
    }),
  );
  const all = files.flat().map(({ file, record: { at, session_id, entries } }) => ({
    file,
    at,
    session_id,
    historical: sessionId !== undefined && session_id !== sessionId,
    entries: entries.map(({ text, details }) => ({ text, details: [...details] })),
  }));
  const newestFirst = all.toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at));
  return { records: newestFirst.slice(0, mostRecords), total: all.length };
}
