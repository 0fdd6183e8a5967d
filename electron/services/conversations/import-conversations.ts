import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { conversationHash } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import { collectFiles } from '../../storage/documents/collect-files.ts';
import { readTextFile } from '../../storage/files/read-text-file.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { createTurns } from '../../storage/turns.ts';
import { embedCollection } from '../content/embeddings.ts';
import { realPlace } from '../content/read-sources.ts';
import { refuseOutsideToAgents } from '../project/agent-folders.ts';
import type { Needs } from '../project/call.ts';
import { configOf, redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { buildProfiles } from './build-profiles.ts';
import { deriveInBackground, derivingProgress } from './derive-conversations.ts';
import { type ImportedConversation, toMessages } from './imported-conversation.ts';
import { readConversation } from './read-conversation.ts';
import { type ConversationFile, conversationsIn } from './read-conversation-file.ts';
import { hashOf, storeConversation } from './store-conversation.ts';

type ImportInput = Input<'conversations.import'>;
type Report = Output<'conversations.import'>;
type ReportRow = Report['imported'][number];

const noEmbedder = 'none';

interface Found {
  readonly file: string;
  readonly conversation: ImportedConversation;
}

/** Imports conversations (Import and export): each is stored whole or not at all, and every one is in the report. */
export async function importConversations(
  input: ImportInput,
  needs: Needs<'caller' | 'cancel' | 'world' | 'logger' | 'publish' | 'stays' | 'project'>,
): Promise<Report> {
  const project = await needs.project();
  refuseUnknownEmbedder(needs, input.embedder);
  const { found, refused } = await findConversations(project, needs, input);
  const imported: ReportRow[] = [];
  const mode = await redactionModeOf(project);
  for (const { file, conversation } of found) {
    const { id, title, format, messages } = conversation;
    const known = await project.content.read(database => conversationHash(database, id), undefined);
    const change =
      known === undefined ? 'created' : known === (await hashOf(conversation)) ? 'unchanged' : 'replaced';
    // What is created or added replaces nothing that a backup would bring back.
    if (input.dry_run !== true && change === 'replaced' && input.append !== true)
      await project.content.backUp('import');
    if (input.dry_run !== true && change !== 'unchanged') await store(project, needs, input, conversation);
    imported.push({
      id,
      title: redact(title, mode).text,
      file,
      format,
      messages: messages.length,
      change,
      notes: [...conversation.notes],
    });
  }
  if (input.dry_run !== true && imported.some(({ change }) => change !== 'unchanged'))
    needs.publish({ event: 'project:changed', what: 'conversations' });
  // Whoever asks by name waits; all others go on, and what is derived comes after them.
  deriveInBackground(project, needs);
  return { imported, refused, waiting: await derivingProgress(project, needs) };
}

function refuseUnknownEmbedder(needs: Needs<'world'>, embedder: string | undefined): void {
  const { ids } = needs.world.embedder;
  if (embedder === undefined || embedder === noEmbedder || ids.includes(embedder)) return;
  const known = [...ids, noEmbedder].join(', ');
  throw new AppError('unsupported', `there is no embedder "${embedder}" here; there are: ${known}`);
}

/** Stores one, with what of its derived parts was asked for by name. */
async function store(
  project: OpenProject,
  needs: Needs<'caller' | 'cancel' | 'world' | 'publish'>,
  { embedder, profiles }: ImportInput,
  conversation: ImportedConversation,
): Promise<void> {
  const chosen = embedder ?? (await configOf(project)).embedder;
  const waits = profiles === undefined;
  await storeConversation(project, needs, conversation, chosen === noEmbedder ? null : chosen, waits);
  if (profiles === true) await buildProfiles(project, needs, [conversation]);
  if (embedder !== undefined && embedder !== noEmbedder)
    await embedCollection(project, needs, conversationCollection(conversation.id));
}

async function findConversations(
  project: OpenProject,
  needs: Needs<'caller' | 'cancel' | 'world'>,
  input: ImportInput,
): Promise<{ found: Found[]; refused: FileProblem[] }> {
  const { files, from, messages, format } = input;
  const given = [files, from, messages].filter(way => way !== undefined);
  if (given.length !== 1)
    throw new AppError('invalid_input', 'give either files, or where to import from, or messages');
  if (messages !== undefined)
    return { found: [{ file: '', conversation: await ownConversation(project, input, needs) }], refused: [] };
  const read =
    files === undefined
      ? await readPlaces(project, needs, from ?? [])
      : { files: namedFiles(files), refused: [] };
  const refused = [...read.refused];
  const found: Found[] = [];
  const ids = new Set<string>();
  const turns = createTurns();
  for (const file of read.files) {
    if (needs.cancel.cancelled)
      throw new AppError('deadline', 'the import was cancelled; nothing was stored');
    const parsed = await inStretches(conversationsIn(file, format), turns);
    refused.push(...parsed.refused);
    for (const conversation of parsed.conversations) {
      if (ids.has(conversation.id))
        refused.push({ file: file.path, reason: `"${conversation.id}" was given twice` });
      else found.push({ file: file.path, conversation });
      ids.add(conversation.id);
    }
  }
  return { found, refused };
}

const namedFiles = (files: NonNullable<ImportInput['files']>): ConversationFile[] =>
  files.map(({ name, text }) => ({ path: name, text }));

/** Messages as they are; their positions are those in the list, behind what is there where they are added. */
async function ownConversation(
  { content }: OpenProject,
  { messages = [], id, title, append }: ImportInput,
  needs: Needs<'world'>,
): Promise<ImportedConversation> {
  if (messages.length === 0)
    throw new AppError('invalid_input', 'messages: a conversation needs at least one message');
  const known = append !== true || id === undefined ? undefined : await readConversation(content, id);
  const stored = (known?.stored ?? []).map(({ message }) => message);
  return {
    id: id ?? needs.world.mintId(),
    title: title ?? known?.conversation.title ?? 'Untitled',
    format: known?.conversation.format ?? 'messages',
    messages: await inStretches(toMessages([...stored, ...messages]), createTurns()),
    notes: [],
  };
}

interface ReadFiles {
  readonly files: readonly ConversationFile[];
  readonly refused: readonly FileProblem[];
}

const isConversationFile = (name: string): boolean => /\.jsonl?$/i.test(name);

async function readPlaces(
  project: OpenProject,
  needs: Needs<'caller'>,
  from: readonly string[],
): Promise<ReadFiles> {
  const read: ReadFiles[] = [];
  for (const place of from) {
    refuseOutsideToAgents(needs.caller, project.path, place);
    const full = resolve(project.path, place);
    read.push(await atStorageBorder(`reading ${place}`, () => readPlace(full, place)));
  }
  return { files: read.flatMap(({ files }) => files), refused: read.flatMap(({ refused }) => refused) };
}

async function readPlace(full: string, given: string): Promise<ReadFiles> {
  const real = await realPlace(full, given);
  if ((await stat(real)).isDirectory()) return collectFiles(real, isConversationFile);
  const read = await readTextFile(real);
  const path = basename(full);
  return read.kind === 'refused'
    ? { files: [], refused: [{ file: path, reason: read.reason }] }
    : { files: [{ path, text: read.text }], refused: [] };
}
