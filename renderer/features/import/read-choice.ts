import { AppError } from '../../../shared/contract/errors.ts';
import { importLimits } from '../../../shared/contract/import-limits.ts';
import { recognizeFile } from '../../../shared/imports/recognize-file.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import type { ImportFile } from '../../stores/dialogs.ts';
import { t } from '../../texts/texts.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { isSkippedFolder } from './chosen-files.ts';
import { ledgersAmong } from './ledgers-among.ts';

/** The texts of the chosen files, as `imports.preview` takes them, and what was left where it is. */
interface ReadChoice {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly refused: readonly FileProblem[];
  /** Folders that are ledgers; they are imported by themselves, and nothing of them was read. */
  readonly ledgers: readonly string[];
}

/** A call may have 8 MiB; the rest is left for the frame around the files. */
const mostBytes = 7.5 * 1024 * 1024;

interface ReadOptions {
  /** Told before each file is read; what it throws ends the reading. */
  readonly onFile: (done: number, total: number) => void;
  /** Bytes that one call may have. */
  readonly limit?: number;
}

/** Reads what can be imported by name, size and number; throws where it is more than one call can bring. */
export async function readChoice(
  chosen: readonly ImportFile[],
  { onFile, limit = mostBytes }: ReadOptions,
): Promise<ReadChoice> {
  const ledgers = ledgersAmong(chosen.map(({ path }) => path));
  const isInLedger = ({ path }: ImportFile) => ledgers.some(folder => path.startsWith(`${folder}/`));
  const { take, refused } = sortOut(chosen.filter(file => !isInLedger(file)));
  refuseTooLarge(
    take.reduce((sum, { bytes }) => sum + bytes, 0),
    limit,
  );
  const files: { name: string; text: string }[] = [];
  for (const [index, { path, read }] of take.entries()) {
    onFile(index, take.length);
    const text = decodeText(await read());
    if (text === undefined) refused.push({ file: path, reason: t('is not UTF-8 text') });
    else files.push({ name: nameInFolder(path), text });
  }
  // JSON makes quotes and line ends longer.
  refuseTooLarge(new TextEncoder().encode(JSON.stringify(files)).length, limit);
  return { files, refused, ledgers };
}

/** Before anything is read: what hidden folders hold is nobody's wish, everything else is told. */
function sortOut(chosen: readonly ImportFile[]): { take: ImportFile[]; refused: FileProblem[] } {
  const visible = chosen.filter(({ path }) => !path.split('/').slice(0, -1).some(isSkippedFolder));
  const known = visible.filter(({ path }) => recognizeFile(path) !== undefined);
  const small = known.filter(({ bytes }) => bytes <= importLimits.fileBytes);
  if (small.length > importLimits.files)
    throw new AppError(
      'too_large',
      `${small.length} files are too many; import at most ${importLimits.files} at once, folder by folder`,
    );
  return {
    take: small,
    refused: [
      ...visible
        .filter(file => !known.includes(file))
        .map(({ path }) => ({
          file: path,
          reason: t('is no kind of file that can be imported: JSON, Markdown, text, or the rules of a tool'),
        })),
      ...known
        .filter(file => !small.includes(file))
        .map(({ path, bytes }) => ({
          file: path,
          reason: t('has {bytes}; a file may have 10 MiB', { bytes: formatBytes(bytes) }),
        })),
    ],
  };
}

function refuseTooLarge(bytes: number, limit: number): void {
  if (bytes <= limit) return;
  throw new AppError(
    'too_large',
    `These files have ${formatBytes(bytes)}, and ${formatBytes(limit)} can be sent from here. Give the path of their folder instead: Weft then reads it itself.`,
  );
}

/** Text of a file; undefined when it is none. */
function decodeText(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    // Bytes that are no UTF-8 are not text; the caller says so.
    return undefined;
  }
}

/** The chosen folder's own name says nothing about a file in it, unless it is a tool's. */
export function nameInFolder(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 || path.startsWith('.') ? path : path.slice(slash + 1);
}

/** A proposal for the collection: the name of the chosen folder, as far as it may be one. */
export function collectionFromPath(path: string): string | undefined {
  const [folder = ''] = path.includes('/') ? path.split('/') : [''];
  const name = folder.replace(/[^A-Za-z0-9 ._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name.slice(0, 64) || undefined;
}
