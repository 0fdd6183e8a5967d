import { AppError } from '../../../shared/contract/errors.ts';
import type { SessionNotes } from '../../../shared/model/health.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { newEntries } from '../../engine/health/merge-notes.ts';
import { formatRecord, recordsToSave } from '../../engine/health/rune-record.ts';
import type { ProjectFolder } from '../../storage/files/project-folder.ts';
import { appendRecord, runeFolder } from '../../storage/health/rune-files.ts';
import type { KeptHealth } from './kept-health.ts';

/**
 * Writes what of a session is not in `.rune/` yet, one synced record a file. What could not be written is told and
 * tried again with the next save; what was written is not written twice.
 */
export async function saveSession(
  folder: ProjectFolder,
  kept: KeptHealth,
  { now, mode, why }: { readonly now: string; readonly mode: RedactionMode; readonly why: string },
): Promise<KeptHealth> {
  const decisions = newEntries(kept.saved.decisions, kept.notes.decisions);
  const conventions = newEntries(kept.saved.conventions, kept.notes.conventions);
  const progress = progressKey(kept.notes);
  const isNothingNew = decisions.length + conventions.length === 0 && progress === kept.saved.progress;
  if (isNothingNew && kept.last_save?.ok === true) return kept;
  const records = cleanRecords();
  const written = new Set<string>();
  const failures: { readonly file: string; readonly reason: string }[] = [];
  for (const [file, record] of records) {
    try {
      await appendRecord(folder, file, formatRecord(record));
      written.add(file);
    } catch (error) {
      failures.push({ file, reason: reasonOf(error) });
    }
  }
  return {
    ...kept,
    saved: {
      decisions: written.has('decisions.md') ? (kept.notes.decisions ?? []) : kept.saved.decisions,
      conventions: written.has('conventions.md') ? (kept.notes.conventions ?? []) : kept.saved.conventions,
      progress: failures.some(({ file }) => file === 'progress.md') ? kept.saved.progress : progress,
    },
    last_save: {
      ok: failures.length === 0,
      files: [...written].map(file => `${runeFolder}/${file}`),
      ...(failures.length > 0 && { failure: describeFailures(failures) }),
    },
  };

  /** Redacted first, field by field: what is saved leaves Weft. */
  function cleanRecords() {
    const told = { decisions, conventions, notes: kept.notes, id: kept.session_id };
    const { notes, id, ...news } = redactValue(told, mode);
    return recordsToSave({ at: now, session_id: id }, news, notes, why);
  }
}

const progressKey = ({ task, phase, files, remaining, blockers }: SessionNotes): string =>
  JSON.stringify([task, phase, files, remaining, blockers]);

function describeFailures(failures: readonly { readonly file: string; readonly reason: string }[]): string {
  const reasons = [...new Set(failures.map(({ reason }) => reason))].join('; ');
  return `${failures.map(({ file }) => file).join(', ')} (${reasons})`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
