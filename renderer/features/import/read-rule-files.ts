import { importLimits } from '../../../shared/contract/import-limits.ts';
import type { ImportFile } from '../../stores/dialogs.ts';

export interface ReadFiles {
  readonly files: readonly ImportFile[];
  /** Files that were not read, each with its reason. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

/** Reads chosen or dropped files as rule JSON; others are named, never dropped silently. */
export async function readRuleFiles(chosen: readonly File[]): Promise<ReadFiles> {
  const judged = chosen.map(file => ({ file, reason: refusal(file) }));
  const files = await Promise.all(
    judged
      .filter(({ reason }) => reason === undefined)
      .map(async ({ file }) => ({ name: file.name, text: await file.text() })),
  );
  const skipped = judged.flatMap(({ file, reason }) =>
    reason === undefined ? [] : [{ name: file.name, reason }],
  );
  return { files, skipped };
}

function refusal(file: File): string | undefined {
  if (!/\.json$/i.test(file.name)) return 'is no .json file';
  if (file.size > importLimits.fileBytes) {
    return `is larger than ${importLimits.fileBytes / 1024 / 1024} MiB`;
  }
  return undefined;
}
