import { type ChosenFile, withoutTopFolder } from './import-plan.ts';

/** Files chosen or dropped together, and the folder they came in. */
export interface Choice {
  readonly files: readonly ChosenFile[];
  /** Path of the first file with its top folder, to name the collection after. */
  readonly firstPath: string;
}

/** What a file input holds; a folder input tells where each file lies in it. */
export function filesOfInput(list: FileList): Choice {
  const files = [...list].map(file => ({ path: file.webkitRelativePath || file.name, file }));
  return choiceOf(files);
}

/** What was dropped: files, or folders with all that is in them. */
export async function filesOfDrop(transfer: DataTransfer): Promise<Choice> {
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry() ?? []);
  const found = await Promise.all(entries.map(filesUnder));
  return choiceOf(found.flat());
}

interface Found {
  readonly path: string;
  readonly file: File;
}

function choiceOf(found: readonly Found[]): Choice {
  const sorted = found.toSorted((left, right) =>
    left.path.localeCompare(right.path, 'en', { numeric: true }),
  );
  return {
    firstPath: sorted[0]?.path ?? '',
    files: sorted.map(({ path, file }) => ({
      path: withoutTopFolder(path),
      bytes: file.size,
      read: () => file.arrayBuffer(),
    })),
  };
}

async function filesUnder(entry: FileSystemEntry): Promise<Found[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  if (!isDirectory(entry) || entry.name.startsWith('.') || entry.name === 'node_modules') return [];
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
