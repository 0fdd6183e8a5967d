import { toolFolders } from '../../../shared/imports/recognize-file.ts';
import type { ImportFile } from '../../stores/dialogs.ts';
import { inNaturalOrder } from '../../texts/natural-order.ts';
import { droppedEntries } from './dropped-entries.ts';
import { isLedgerFolder } from './ledgers-among.ts';

interface Found {
  readonly path: string;
  readonly file: File;
}

/** What a file input holds; a folder input tells where each file lies in it. */
export function filesOfInput(list: FileList): ImportFile[] {
  return sorted([...list].map(file => ({ path: file.webkitRelativePath || file.name, file })));
}

/** What was dropped: files, or folders with all that is in them. */
export function filesOfDrop(transfer: DataTransfer): Promise<ImportFile[]> {
  return filesOfEntries(droppedEntries(transfer));
}

/** Files, and those in folders with all that is in them. */
export async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<ImportFile[]> {
  const found = await Promise.all(entries.map(filesUnder));
  return sorted(found.flat());
}

/** True for folders of programs, which no import searches; those of tools that keep rules are searched. */
export function isSkippedFolder(name: string): boolean {
  return name === 'node_modules' || (name.startsWith('.') && !toolFolders.has(name));
}

function sorted(found: readonly Found[]): ImportFile[] {
  return found
    .toSorted((left, right) => inNaturalOrder(left.path, right.path))
    .map(({ path, file }) => ({
      path,
      bytes: file.size,
      read: () => file.arrayBuffer(),
    }));
}

async function filesUnder(entry: FileSystemEntry): Promise<Found[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  if (!isDirectory(entry)) return [];
  if (isSkippedFolder(entry.name) && !isLedgerFolder(entry.name)) return [];
  const found: Found[] = [];
  for (const child of await entriesOf(entry)) found.push(...(await filesUnder(child)));
  return found;
}

/** A reader gives a folder's entries in portions of its own size. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return entries;
    entries.push(...portion);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
