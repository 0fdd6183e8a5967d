import type { ImportSource } from '../../../shared/imports/import-kinds.ts';
import { type FileFormat, recognizeFile } from '../../../shared/imports/recognize-file.ts';
import type { ImportProgress } from '../content/import-progress.ts';
import type { SourceFile } from '../content/read-sources.ts';
import { readConversationFile } from '../conversations/read-conversation-file.ts';
import type { FoundCandidates } from './import-reader.ts';
import { importReaders } from './import-readers.ts';
import { readDefinitions } from './read-definitions.ts';

/** Reads every file as what it is. The same files give the same candidates with the same ids. */
export async function findCandidates(
  files: readonly SourceFile[],
  source: ImportSource | undefined,
  progress: ImportProgress,
): Promise<FoundCandidates> {
  const found: FoundCandidates = {
    candidates: [],
    refused: [],
    conversations: [],
    left: { papers: [], json: [] },
  };
  const paths = new Set<string>();
  for (const [index, file] of files.entries()) {
    await progress.pause('judging', index, files.length);
    if (paths.has(file.path)) found.refused.push({ file: file.path, reason: 'was given twice' });
    else if (source !== undefined) readFile({ ...file, isNamed: true }, source, found);
    else readFile(file, recognizeFile(file.fullPath), found);
    paths.add(file.path);
  }
  return found;
}

function readFile(file: SourceFile, format: FileFormat | undefined, found: FoundCandidates): void {
  switch (format) {
    case undefined:
      found.refused.push({
        file: file.path,
        reason: 'is no kind of file that can be imported: JSON, Markdown, text, or the rules of a tool',
      });
      break;
    case 'conversation':
      if (!noteConversation(file, found))
        found.refused.push(...readConversationFile(file, undefined).refused);
      break;
    case 'json':
      if (noteConversation(file, found)) break;
      if (file.isNamed || mayDefine(file.text)) readDefinitions(file, 'either', found);
      else found.left.json.push(file.path);
      break;
    default:
      importReaders[format].read(file, found, format);
  }
}

/** Most JSON of a repository defines nothing for Weft; what might is read, and what is wrong with it told. */
const mayDefine = (text: string): boolean =>
  /"(?:rules|engines|memories)"\s*:\s*\[/.test(text) || /"retrieval"\s*:/.test(text);

/** True for a file that holds a conversation; rules and messages have the same ending. */
function noteConversation(file: SourceFile, found: FoundCandidates): boolean {
  const holds = readConversationFile(file, undefined).conversations.length > 0;
  if (holds) found.conversations.push(file.fullPath);
  return holds;
}
