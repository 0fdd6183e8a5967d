import { messageOf } from '../../../shared/contract/errors.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import {
  formatRecord,
  newsOf,
  parseRecords,
  type RuneFile,
  type RuneRecord,
  recordsToSave,
  runeFiles,
} from '../../engine/health/rune-record.ts';
import type { ProjectFolder } from '../../storage/files/project-folder.ts';
import { appendRecord, readRuneFile, runeFolder } from '../../storage/health/rune-files.ts';
import type { KeptHealth } from './kept-health.ts';

/**
 * Writes what of a session is not in `.rune/`, one synced record a file. The files are asked: what was saved may have
 * been removed since. What could not be written is told and tried again with the next save; what is there is not
 * written twice.
 */
export async function saveSession(
  folder: ProjectFolder,
  kept: KeptHealth,
  { now, mode, why }: { readonly now: string; readonly mode: RedactionMode; readonly why: string },
): Promise<KeptHealth> {
  const { session_id, notes, news, unreadable } = await unsavedOf(folder, kept, mode);
  if (!news.isAny && kept.last_save?.ok === true) return kept;
  const records = recordsToSave({ at: now, session_id }, news, notes, why);
  const written: string[] = [];
  const failures: FileFailure[] = [];
  for (const [file, record] of records) {
    const reason = unreadable.get(file) ?? (await append(folder, file, record));
    if (reason === undefined) written.push(`${runeFolder}/${file}`);
    else failures.push({ file, reason });
  }
  return {
    ...kept,
    last_save: {
      ok: failures.length === 0,
      files: written,
      ...(failures.length > 0 && { failure: describeFailures(failures) }),
    },
  };
}

/** What of a session is not in `.rune/`, and which of the files could not be read. */
export async function unsavedOf(
  { path }: ProjectFolder,
  kept: Pick<KeptHealth, 'session_id' | 'notes'>,
  mode: RedactionMode,
) {
  // Redacted first, field by field: what is saved leaves Weft.
  const { session_id, notes } = redactValue({ session_id: kept.session_id, notes: kept.notes }, mode);
  const saved = new Map<RuneFile, RuneRecord[]>();
  const unreadable = new Map<RuneFile, string>();
  for (const file of runeFiles)
    try {
      const records = parseRecords(await readRuneFile(path, file));
      const own = records.filter(record => record.session_id === session_id);
      saved.set(file, own);
    } catch (error) {
      unreadable.set(file, messageOf(error));
    }
  return { session_id, notes, news: newsOf(notes, saved), unreadable };
}

/** Why a record could not be appended; undefined when it is on disk. */
async function append(
  folder: ProjectFolder,
  file: RuneFile,
  record: RuneRecord,
): Promise<string | undefined> {
  try {
    await appendRecord(folder, file, formatRecord(record));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

interface FileFailure {
  readonly file: string;
  readonly reason: string;
}

function describeFailures(failures: readonly FileFailure[]): string {
  const reasons = [...new Set(failures.map(({ reason }) => reason))].join('; ');
  return `${failures.map(({ file }) => file).join(', ')} (${reasons})`;
}
