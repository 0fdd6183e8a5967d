import type { DocumentImportReport } from '../../../../shared/contract/content.ts';
import { importLimits } from '../../../../shared/contract/import-limits.ts';

/** A file that the user chose; `path` is relative to the chosen folder, with forward slashes. */
export interface ChosenFile {
  readonly path: string;
  readonly bytes: number;
  readonly read: () => Promise<ArrayBuffer>;
}

export interface ImportFile {
  readonly path: string;
  readonly text: string;
}

export interface Refusal {
  readonly file: string;
  readonly reason: string;
}

/** A body may have 8 MiB; the rest is left for the frame around it and for escapes. */
export const mostBytes = 6 * 1024 * 1024;
/** Calls are kept smaller than they may be, so that progress moves and stopping takes effect. */
const fillBytes = 1024 * 1024;
const documentName = /\.(?:md|markdown|txt)$/i;

/** Sorts out what can be a document before anything is read: by name, size and number. */
export function planImport(files: readonly ChosenFile[]): { take: ChosenFile[]; refused: Refusal[] } {
  const visible = files.filter(file => !isHidden(file.path));
  const documents = visible.filter(file => documentName.test(file.path));
  const small = documents.filter(file => file.bytes <= importLimits.fileBytes);
  const take = small.slice(0, importLimits.files);
  const others = visible.filter(file => !documentName.test(file.path));
  return {
    take,
    refused: [
      ...others.map(file => ({ file: file.path, reason: 'Only .md, .markdown and .txt can be imported.' })),
      ...documents
        .filter(file => file.bytes > importLimits.fileBytes)
        .map(file => ({
          file: file.path,
          reason: `It has ${megabytes(file.bytes)}; a file may have 10 MiB.`,
        })),
      ...small
        .slice(importLimits.files)
        .map(file => ({ file: file.path, reason: `An import takes ${importLimits.files} files at most.` })),
    ],
  };
}

/** Text of a file, or why it is none. */
export function decodeText(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    // Bytes that are no UTF-8 are not text; the caller says so.
    return undefined;
  }
}

/** Groups files into calls; a file over the usual size goes alone, one that fits no call is refused. */
export function batchFiles(
  files: readonly ImportFile[],
  limit: number = mostBytes,
): { batches: ImportFile[][]; refused: Refusal[] } {
  const batches: ImportFile[][] = [];
  const refused: Refusal[] = [];
  let room = 0;
  for (const file of files) {
    const size = jsonBytes(file);
    if (size > limit) {
      refused.push({ file: file.path, reason: tooLargeHere });
      continue;
    }
    if (size > room) {
      batches.push([]);
      room = Math.min(limit, fillBytes);
    }
    batches.at(-1)?.push(file);
    room -= size;
  }
  return { batches, refused };
}

const tooLargeHere = 'It is too large to send from here; import its folder by path instead.';

/** One report over all batches of an import. */
export function joinReports(
  collection: string,
  reports: readonly DocumentImportReport[],
): DocumentImportReport {
  return {
    collection,
    imported: reports.flatMap(report => report.imported),
    unchanged: reports.flatMap(report => report.unchanged),
    refused: reports.flatMap(report => report.refused),
  };
}

/** A proposal for the collection: the name of the chosen folder, as far as it may be one. */
export function collectionFromPath(path: string): string {
  const [folder = ''] = path.includes('/') ? path.split('/') : [''];
  const name = folder.replace(/[^A-Za-z0-9 ._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name.slice(0, 64) || 'documents';
}

/** Paths inside the chosen folder: its own name says nothing about a document. */
export function withoutTopFolder(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? path : path.slice(slash + 1);
}

function isHidden(path: string): boolean {
  return path.split('/').some(part => part.startsWith('.') || part === 'node_modules');
}

const encoder = new TextEncoder();

/** Bytes of a file in the body of a call: JSON makes quotes and line ends longer. */
function jsonBytes(file: ImportFile): number {
  return encoder.encode(JSON.stringify(file)).length + 1;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
