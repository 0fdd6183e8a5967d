import { basename, isAbsolute, join } from 'node:path';
import type { DocumentImportReport } from '../../../shared/contract/content.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { importLimits } from '../../../shared/contract/import-limits.ts';
import { chars4 } from '../../../shared/model/chars4.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { isWhole } from '../../../shared/model/stored-name.ts';
import { cleanUnder } from '../../../shared/redaction/redact.ts';
import type { Pause } from '../../../shared/stretches.ts';
import {
  type Chunk,
  chunkMarkdown,
  chunkPlainText,
  markdownTitle,
} from '../../storage/documents/chunk-markdown.ts';
import { chunkTurn } from '../../storage/documents/chunk-turn.ts';
import {
  type CollectedFiles,
  collectFiles,
  type ImportFile,
  isImported,
} from '../../storage/documents/collect-files.ts';
import { storeDocuments } from '../../storage/documents/document-jobs.ts';
import { documentHashes, type PreparedDocument } from '../../storage/documents/document-table.ts';
import type { DocumentTrust } from '../../storage/documents/packed-chunk.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import type { World } from '../project/world.ts';
import { embedCollection } from './embeddings.ts';

interface DocumentImport {
  readonly collection: string;
  readonly files?: readonly ImportFile[] | undefined;
  /** Full, or relative to the project. */
  readonly folder?: string | undefined;
  readonly dryRun: boolean;
  readonly trust: DocumentTrust;
}

/** Imports documents: reads and counts first, then stores all of them in one transaction, or none. */
export async function importDocuments(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'publish'>,
  request: DocumentImport,
): Promise<DocumentImportReport> {
  const { files, refused } = await collect(project, request);
  const known = await project.content.read(
    database => documentHashes(database, request.collection),
    new Map<string, string>(),
  );
  const changed = files.filter(file => known.get(file.path) !== sha256(file.text));
  const prepared = request.dryRun
    ? changed.map(file => ({ path: file.path, chunks: toChunks(file) }))
    : await prepareAndStore(project, needs, request, changed);
  return {
    collection: request.collection,
    imported: prepared.map(({ path, chunks }) => ({
      path,
      chunks: chunks.length,
      change: known.has(path) ? 'replaced' : 'created',
    })),
    unchanged: files.filter(file => !changed.includes(file)).map(file => file.path),
    refused: [...refused],
  };
}

async function prepareAndStore(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'publish'>,
  request: DocumentImport,
  changed: readonly ImportFile[],
): Promise<PreparedDocument[]> {
  const prepared: PreparedDocument[] = [];
  for (const file of changed) {
    refuseCancelled(needs);
    prepared.push(await prepareDocument(needs.world, request, file));
  }
  if (prepared.length === 0) return [];
  await project.content.writeBulk(storeDocuments(request.collection, prepared), () => needs.cancel.cancelled);
  needs.publish({ event: 'project:changed', what: 'documents' });
  // The documents are safe by now; what stays to be embedded, `documents.embed` makes up for.
  await embedCollection(project, needs, request.collection);
  return prepared;
}

function refuseCancelled(needs: Needs<'cancel'>): void {
  if (needs.cancel.cancelled) throw new AppError('deadline', 'the import was cancelled; nothing was stored');
}

type DocumentPlace = Pick<DocumentImport, 'collection' | 'trust'>;

/** Cuts a document into chunks and counts them, so that storing it takes no time. */
export async function prepareDocument(
  world: World,
  place: DocumentPlace,
  file: ImportFile,
): Promise<PreparedDocument> {
  const chunks = toChunks(file);
  return prepared(world, place, { file, chunks }, await countChunks(world, chunks));
}

export interface ChunkedFile {
  readonly file: ImportFile;
  readonly chunks: readonly Chunk[];
}

/** Documents whose chunks are counted by one question. */
const countedTogether = 500;

/** The same of many small ones that were cut already, while others run in between. */
export async function prepareDocuments(
  world: World,
  place: DocumentPlace,
  cut: readonly ChunkedFile[],
  pause: Pause,
): Promise<PreparedDocument[]> {
  const documents: PreparedDocument[] = [];
  for (let from = 0; from < cut.length; from += countedTogether) {
    const some = cut.slice(from, from + countedTogether);
    const all = some.flatMap(({ chunks }) => chunks);
    const counts = await countChunks(world, all);
    let done = 0;
    for (const one of some) {
      const end = done + one.chunks.length;
      documents.push(prepared(world, place, one, counts.slice(done, end)));
      done = end;
      const others = pause();
      if (others !== undefined) await others;
    }
  }
  return documents;
}

/** Counted now, so that assembling adds numbers only. */
const countChunks = ({ tokens }: World, chunks: readonly Chunk[]): Promise<readonly number[]> =>
  tokens.countTokens(
    'o200k_base',
    chunks.map(({ content }) => content),
  );

function prepared(
  { clock }: World,
  { collection, trust }: DocumentPlace,
  { file, chunks }: ChunkedFile,
  counts: readonly number[],
): PreparedDocument {
  return {
    collection,
    path: file.path,
    title: titleOf(file),
    trust,
    contentHash: sha256(file.text),
    bytes: Buffer.byteLength(file.text),
    chunks: chunks.map((chunk, index) => ({
      ...chunk,
      chars4: chars4(chunk.content),
      o200k_base: counts[index] ?? 0,
      // Scanned now, for the same reason.
      cleanUnder: cleanUnder([chunk.content, chunk.title, `${collection}/${file.path}`]),
    })),
    updatedAt: clock.nowIso(),
  };
}

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

const titleOf = (file: ImportFile): string =>
  (isMarkdown(file.path) ? markdownTitle(file.text) : undefined) ??
  basename(file.path).replace(/\.[^.]+$/, '');

const toChunks = (file: ImportFile): Chunk[] =>
  isMarkdown(file.path)
    ? chunkMarkdown(file.text, titleOf(file))
    : (chunkTurn(file.text, titleOf(file)) ?? chunkPlainText(file.text, titleOf(file)));

async function collect(project: OpenProject, { files, folder }: DocumentImport): Promise<CollectedFiles> {
  if ((files === undefined) === (folder === undefined))
    throw new AppError('invalid_input', 'give either files or a folder to import');
  const { files: found, refused } =
    folder === undefined
      ? { files: files ?? [], refused: [] }
      : await atStorageBorder(`reading ${folder}`, () =>
          collectFiles(isAbsolute(folder) ? folder : join(project.path, folder)),
        );
  const judged = judgeFiles(found);
  return { files: judged.files, refused: [...refused, ...judged.refused] };
}

function judgeFiles(files: readonly ImportFile[]): CollectedFiles {
  const accepted = new Map<string, ImportFile>();
  const refused: FileProblem[] = [];
  for (const file of files) {
    const reason = accepted.has(file.path) ? 'was given twice' : documentRefusal(file);
    if (reason === undefined) accepted.set(file.path, file);
    else refused.push({ file: file.path, reason });
  }
  return { files: [...accepted.values()], refused };
}

/** Why a file is not imported; undefined when it is. */
export function documentRefusal({ path, text }: ImportFile): string | undefined {
  if (!isImported(path)) return 'is neither Markdown (.md, .markdown) nor text (.txt)';
  const segments = path.split('/');
  if (path.includes('\\') || segments.some(segment => segment === '' || segment === '.' || segment === '..'))
    return 'its path must be relative, with "/" between names and without ".."';
  // Stored, two such paths could be one.
  if (!isWhole(path)) return 'its path holds half a character';
  if (Buffer.byteLength(text) > importLimits.fileBytes) return 'is larger than 10 MiB';
  if (text.includes('\u0000')) return 'is no text: it holds NUL characters';
  return text.trim() === '' ? 'is empty' : undefined;
}
