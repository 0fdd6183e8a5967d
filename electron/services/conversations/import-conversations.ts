import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { type Message, messageSchema } from '../../../shared/model/message.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { type ConversationIdentity, identityOf } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { createPause } from '../../storage/pause.ts';
import { embedCollection } from '../content/embeddings.ts';
import type { Needs } from '../project/call.ts';
import { configOf, redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { appendMessages, prepareAppended, readEnd } from './append-messages.ts';
import { buildProfiles, readTalk } from './build-profiles.ts';
import { deriveInBackground, derivingProgress } from './derive-conversations.ts';
import { type ImportedConversation, someNames, toMessages } from './imported-conversation.ts';
import { readConversation } from './read-conversation.ts';
import { conversationsIn } from './read-conversation-file.ts';
import { readGivenFiles, readPlaces } from './read-conversation-places.ts';
import { hashOf, type StoreOptions, storeConversation } from './store-conversation.ts';

type ImportInput = Input<'conversations.import'>;
type ImportReport = Output<'conversations.import'>;
type ReportRow = ImportReport['imported'][number];

const noEmbedder = 'none';

interface FoundConversation {
  readonly file: string;
  readonly conversation: ImportedConversation;
}

type ImportNeeds = Needs<'caller' | 'cancel' | 'world' | 'logger' | 'publish' | 'stays' | 'project'>;

/** Imports conversations (Import and export): each is stored whole or not at all, and every one is in the report. */
export async function importConversations(input: ImportInput, needs: ImportNeeds): Promise<ImportReport> {
  const project = await needs.project();
  refuseUnknownEmbedder(needs, input.embedder);
  const { id, messages = [] } = input;
  const report =
    input.append === true && id !== undefined && messages.length > 0
      ? { imported: [await addMessages(project, needs, input, { id, messages })], refused: [], notes: [] }
      : await importWhole(project, needs, input);
  if (input.dry_run !== true && report.imported.some(({ change }) => change !== 'unchanged'))
    needs.publish({ event: 'project:changed', what: 'conversations' });
  // Whoever asks by name waits; all others go on, and what is derived comes after them.
  deriveInBackground(project, needs);
  return { ...report, waiting: await derivingProgress(project, needs) };
}

async function importWhole(
  project: OpenProject,
  needs: ImportNeeds,
  input: ImportInput,
): Promise<Omit<ImportReport, 'waiting'>> {
  const { found, refused, notes } = await findConversations(project, needs, input);
  const imported: ReportRow[] = [];
  for (const one of found) {
    try {
      imported.push(await importOne(project, needs, input, one));
    } catch (error) {
      if (imported.length === 0 || !(error instanceof AppError)) throw error;
      // Those before it are stored, and are to be told of: it and the rest are refused, not the call.
      const rest = found.slice(imported.length).map(({ file }) => ({ file, reason: error.message }));
      return { imported, refused: [...refused, ...rest], notes };
    }
  }
  return { imported, refused, notes };
}

async function importOne(
  project: OpenProject,
  needs: ImportNeeds,
  input: ImportInput,
  { file, conversation }: FoundConversation,
): Promise<ReportRow> {
  const { id, title, format, messages, notes } = conversation;
  const known = await project.content.read(database => identityOf(database, id), undefined);
  const change =
    known === undefined ? 'created' : (await isSame(known, conversation)) ? 'unchanged' : 'replaced';
  // What is created replaces nothing that a backup would bring back.
  if (input.dry_run !== true && change === 'replaced') await project.content.backUp('import');
  const underived: string[] = [];
  if (input.dry_run !== true && change !== 'unchanged') {
    await storeConversation(project, needs, conversation, await storeOptions(project, input));
    underived.push(...(await deriveAsked(project, needs, input, id)));
  }
  const mode = await redactionModeOf(project);
  const shown = redact(title, mode).text;
  return {
    id,
    title: shown,
    file,
    format,
    messages: messages.length,
    change,
    notes: [...notes, ...underived].map(note => redact(note, mode).text),
  };
}

const isSame = async (known: ConversationIdentity, given: ImportedConversation): Promise<boolean> =>
  known.title === given.title &&
  known.format === given.format &&
  known.content_hash === (await hashOf(given));

/** One after the other, of whichever process: each is put behind what those before it have left. */
function addMessages(
  project: OpenProject,
  needs: ImportNeeds,
  input: ImportInput,
  { id, messages }: { readonly id: string; readonly messages: NonNullable<ImportInput['messages']> },
): Promise<ReportRow> {
  const add = async (): Promise<ReportRow> => {
    const known = await readEnd(project.content, id);
    if (known === undefined) {
      const conversation = await ownConversation(input, needs);
      return importOne(project, needs, input, { file: '', conversation });
    }
    const added = await prepareAppended(project, needs, known, { title: input.title, messages });
    const { title, format, messages: count } = added.conversation;
    const underived: string[] = [];
    if (input.dry_run !== true) {
      await appendMessages(project, needs, added, await storeOptions(project, input));
      underived.push(...(await deriveAsked(project, needs, input, id)));
    }
    const mode = await redactionModeOf(project);
    const shown = redact(title, mode).text;
    const notes = [...unknownFields(messages), ...underived].map(note => redact(note, mode).text);
    return { id, title: shown, file: '', format, messages: count, change: 'replaced', notes };
  };
  return project.parts.of(adding)(() => (input.dry_run === true ? add() : project.content.whileClaimed(add)));
}

const adding: PartKind<SerialQueue> = { make: createSerialQueue };

function refuseUnknownEmbedder(needs: Needs<'world'>, embedder: string | undefined): void {
  const { ids } = needs.world.embedder;
  if (embedder === undefined || embedder === noEmbedder || ids.includes(embedder)) return;
  const known = [...ids, noEmbedder].join(', ');
  throw new AppError('unsupported', `there is no embedder "${embedder}" here; there are: ${known}`);
}

async function storeOptions(
  project: OpenProject,
  { embedder, profiles }: ImportInput,
): Promise<StoreOptions> {
  const chosen = embedder ?? (await configOf(project)).embedder;
  return { embedder: chosen === noEmbedder ? null : chosen, waits: profiles === undefined };
}

/** Makes what of its derived parts was asked for by name; a note where that fails, since the messages are stored by then. */
async function deriveAsked(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'publish'>,
  { embedder, profiles }: ImportInput,
  id: string,
): Promise<string[]> {
  try {
    if (profiles === true) await buildProfiles(project, needs, [await readTalk(project.content, id)]);
    if (embedder !== undefined && embedder !== noEmbedder)
      await embedCollection(project, needs, conversationCollection(id));
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [`its messages are stored, but not all that was to be made of them: ${error.message}`];
  }
}

async function findConversations(
  project: OpenProject,
  needs: Needs<'caller' | 'cancel' | 'world'>,
  input: ImportInput,
): Promise<{ found: FoundConversation[]; refused: FileProblem[]; notes: string[] }> {
  const { files, from, messages, format } = input;
  const given = [files, from, messages].filter(way => way !== undefined);
  if (input.append === true && messages === undefined)
    throw new AppError('invalid_input', 'append: only messages can be added to a conversation, no files');
  if (given.length !== 1)
    throw new AppError('invalid_input', 'give either files, or where to import from, or messages');
  if (messages !== undefined)
    return {
      found: [{ file: '', conversation: await ownConversation(input, needs) }],
      refused: [],
      notes: [],
    };
  const read =
    files === undefined ? await readPlaces(project, needs, from ?? []) : await readGivenFiles(files);
  const refused = [...read.refused];
  const found: FoundConversation[] = [];
  const before = new Map<string, ImportedConversation>();
  const pause = createPause();
  for (const file of read.files) {
    if (needs.cancel.cancelled)
      throw new AppError('deadline', 'the import was cancelled; nothing was stored');
    const parsed = await inStretches(conversationsIn(file, format), pause);
    refused.push(...parsed.refused);
    for (const one of parsed.conversations) {
      const conversation = await namedApart(project.content, one, before);
      if (before.has(conversation.id))
        refused.push({ file: file.path, reason: `"${conversation.id}" was given twice` });
      else {
        found.push({ file: file.path, conversation });
        before.set(conversation.id, conversation);
      }
    }
  }
  return { found, refused, notes: [...read.notes] };
}

/** Messages as they are; their positions are those in the list. */
async function ownConversation(
  { messages = [], id, title = 'Untitled' }: ImportInput,
  needs: Needs<'world'>,
): Promise<ImportedConversation> {
  if (messages.length === 0)
    throw new AppError('invalid_input', 'messages: a conversation needs at least one message');
  return {
    id: id ?? needs.world.mintId(),
    title,
    format: 'messages',
    messages: await inStretches(toMessages(messages), createPause()),
    notes: unknownFields(messages),
  };
}

const messageFields: ReadonlySet<string> = new Set(Object.keys(messageSchema.shape));

/** What stands beside the fields of a message is accepted and not stored. */
function unknownFields(messages: readonly Message[]): string[] {
  const names = new Set(messages.flatMap(Object.keys).filter(name => !messageFields.has(name)));
  return names.size === 0 ? [] : [`fields of messages that are not stored: ${someNames(names)}`];
}

/**
 * A conversation under an id of its own. Where the file's name is all that names it, another one that came from a file of
 * the same name keeps its id, be it stored or read just before; the same file, with more or less in it, has the same again.
 */
async function namedApart(
  content: ContentDatabase,
  given: ImportedConversation,
  readBefore: ReadonlyMap<string, ImportedConversation>,
): Promise<ImportedConversation> {
  if (given.isNamedByFile !== true) return given;
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? given.id : `${given.id}-${count}`;
    const known = readBefore.get(id)?.messages ?? (await storedMessages(content, id));
    if (known !== undefined && !areAlike(known, given.messages)) continue;
    if (count === 1) return given;
    const note = `named "${id}", since "${given.id}" is another conversation from a file of the same name`;
    return { ...given, id, notes: [...given.notes, note] };
  }
}

async function storedMessages(content: ContentDatabase, id: string): Promise<Message[] | undefined> {
  const found = await readConversation(content, id);
  return found?.stored.map(({ message }) => message);
}

/** Whether at least half of the shorter one is said in the other as well: both begin with a greeting often enough. */
function areAlike(one: readonly Message[], other: readonly Message[]): boolean {
  const said = new Map<string, number>();
  for (const key of one.map(saidIn)) said.set(key, (said.get(key) ?? 0) + 1);
  let common = 0;
  for (const key of other.map(saidIn)) {
    const left = said.get(key) ?? 0;
    if (left > 0) common += 1;
    said.set(key, left - 1);
  }
  return common * 2 >= Math.min(one.length, other.length);
}

const saidIn = ({ author, parts }: Message): string => JSON.stringify([author, parts]);
