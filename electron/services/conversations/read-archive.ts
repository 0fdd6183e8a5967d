import type { FileProblem } from '../../../shared/model/problem.ts';
import { maxTotalBytes } from '../../storage/documents/collect-files.ts';
import { decodeText } from '../../storage/files/read-text-file.ts';
import { openZip, type ZipMember } from '../../storage/files/read-zip.ts';
import { counted } from './imported-conversation.ts';
import type { ConversationFile } from './read-conversation-file.ts';

/** The files of an archive that may hold conversations. */
export interface ReadArchive {
  readonly files: readonly ConversationFile[];
  readonly refused: readonly FileProblem[];
  /** What of it was not looked at, as sentences. */
  readonly notes: readonly string[];
}

export const isConversationFile = (name: string): boolean => /\.(?:jsonl?|ndjson)$/i.test(name);

/** What programs put into an export beside the conversations. */
const companions =
  /(?:^|\/)(?:users?|projects|memories|message_feedback|model_comparisons|shared_conversations|user_settings|shopping|sora|group_chats|export_manifest|tool_data)\.json$/i;

/** Reads the JSON of an archive, as an export is given out by ChatGPT or Claude. Archives within it are not opened. */
export async function readArchive(name: string, archive: Buffer): Promise<ReadArchive> {
  const opened = openZip(archive);
  if ('reason' in opened) return { files: [], refused: [{ file: name, reason: opened.reason }], notes: [] };
  const isWanted = ({ path }: ZipMember) => isConversationFile(path) && !companions.test(path);
  const wanted = opened.members.filter(isWanted);
  const files: ConversationFile[] = [];
  const refused: FileProblem[] = [];
  let total = 0;
  for (const member of wanted) {
    const path = `${name}/${member.path}`;
    total += member.bytes;
    const read = total > maxTotalBytes ? { reason: tooMuch } : await readText(member);
    if ('reason' in read) refused.push({ file: path, reason: read.reason });
    else files.push({ path, text: read.text });
  }
  if (wanted.length === 0) refused.push({ file: name, reason: 'holds no JSON' });
  return {
    files,
    refused,
    notes: notesOf(
      name,
      opened.members.filter(member => !isWanted(member)),
    ),
  };
}

const tooMuch = `is beyond the ${maxTotalBytes / 1024 / 1024} MiB of an archive that are read`;

async function readText(member: ZipMember): Promise<{ readonly text: string } | { readonly reason: string }> {
  const read = await member.read();
  if ('reason' in read) return read;
  const decoded = decodeText(read.content);
  return decoded.kind === 'text' ? { text: decoded.text } : decoded;
}

/** Names that are told. */
const mostNamed = 5;

function notesOf(name: string, others: readonly ZipMember[]): string[] {
  if (others.length === 0) return [];
  const bytes = others.reduce((sum, member) => sum + member.bytes, 0);
  const named = others.slice(0, mostNamed).map(({ path }) => path);
  const more = others.length > mostNamed ? ', …' : '';
  return [
    `${name}: ${counted(others.length, 'other file')} left out, ${size(bytes)}: ${named.join(', ')}${more}`,
  ];
}

const size = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
