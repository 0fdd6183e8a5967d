import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { importsContract } from '../../../shared/contract/imports.ts';
import { idFromName } from '../../../shared/model/id-name.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { firstOf } from '../../storage/documents/collect-files.ts';
import { documentHashes } from '../../storage/documents/document-table.ts';
import { createImportProgress, type ImportProgress, runningImports } from '../content/import-progress.ts';
import { readSources } from '../content/read-sources.ts';
import type { Handlers, Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { findCandidates } from './find-candidates.ts';
import { findFileless, findGone, isSourceThere } from './find-gone.ts';
import type { FoundCandidates, ImportCandidate } from './import-reader.ts';
import { importedFrom, sourceKey } from './imported-from.ts';
import { type ImportGround, type ImportPlan, planImport } from './plan-import.ts';
import { storeImport } from './store-import.ts';

const defaultCollection = 'imported';

/** `imports.*`: from files of many kinds to rules, memory types and documents, in one step. */
export const importHandlers: Handlers<keyof typeof importsContract> = {
  'imports.preview': (input, call) =>
    whileRunning(input, call, async progress => {
      const prepared = await prepare(input, call, progress);
      const { plan, refused, ledgers, notes, notChosen, conversations } = prepared;
      return {
        items: plan.items,
        ...(notChosen.length > 0 && { not_chosen: notChosen }),
        refused,
        ...(ledgers.length > 0 && { ledger_folders: [...ledgers] }),
        ...(conversations.length > 0 && { conversation_files: [...conversations] }),
        ...(notes.length > 0 && { notes: [...notes] }),
      };
    }),

  'imports.apply': (input, call) => whileRunning(input, call, progress => apply(input, call, progress)),

  async 'imports.cancel'({ import_id }, call) {
    const project = await call.projectIfOpen();
    return { cancelled: project?.parts.of(runningImports).cancel(import_id) === true };
  },
};

async function whileRunning<Result>(
  { import_id }: Input<'imports.preview'>,
  needs: Needs<'cancel' | 'publish' | 'project'>,
  work: (progress: ImportProgress) => Promise<Result>,
): Promise<Result> {
  const running = (await needs.project()).parts.of(runningImports).begin(import_id);
  try {
    return await work(createImportProgress(needs, import_id, running));
  } finally {
    running.end();
  }
}

async function apply(
  input: Input<'imports.apply'>,
  needs: Needs<'caller' | 'cancel' | 'world' | 'publish' | 'project'>,
  progress: ImportProgress,
): Promise<Output<'imports.apply'>> {
  const prepared = await prepare(input, needs, progress);
  const { project, plan, state, refused, notChosen, conversations, notes: left } = prepared;
  const { collection = defaultCollection } = input;
  await project.content.backUp('import');
  const notes = [...left, ...(await storeImport(needs, { project, collection, state }, plan, progress))];
  return {
    items: plan.items,
    not_chosen: notChosen,
    refused,
    ...(conversations.length > 0 && { conversation_files: [...conversations] }),
    ...(notes.length > 0 && { notes }),
  };
}

interface Prepared {
  readonly project: OpenProject;
  readonly state: ImportGround;
  readonly plan: ImportPlan;
  readonly refused: FoundCandidates['refused'];
  readonly notChosen: string[];
  /** Given places that are a ledger or have one. */
  readonly ledgers: readonly string[];
  readonly conversations: readonly string[];
  /** What was left where it is. */
  readonly notes: readonly string[];
}

/** Reads, recognizes and plans; what was not chosen takes no part in the plan. */
async function prepare(
  input: Input<'imports.apply'>,
  needs: Needs<'caller' | 'project'>,
  progress: ImportProgress,
): Promise<Prepared> {
  const project = await needs.project();
  const { choose, source, on_conflict = 'keep', prune = false, collection = defaultCollection } = input;
  const read = await readSources(input, { caller: needs.caller, projectPath: project.path }, progress);
  const found = await findCandidates(read.files, source, progress);
  const state = await stateOf(project, collection);
  const known = state.memories.definitions.map(({ value }) => value);
  const candidates = [
    ...found.candidates,
    ...searchOf(collection, found.candidates),
    ...(await findGone(read.folders ?? [], known, project.path)),
  ];
  const readNow = new Set(read.files.map(({ path }) => path));
  const others = [...state.documents.keys()].filter(path => !readNow.has(path));
  const fileless = await findFileless(read.folders ?? [], others, project.path);
  refuseUnknown(choose ?? [], candidates);
  const chosen = choose === undefined ? undefined : new Set(choose);
  const isChosen = ({ id }: ImportCandidate): boolean => chosen?.has(id) ?? true;
  return {
    project,
    state,
    plan: planImport(candidates.filter(isChosen), state, {
      onConflict: on_conflict,
      prune,
      idsBySource: await findKnownSources(candidates, known, project.path),
    }),
    refused: [...read.refused, ...found.refused],
    ledgers: read.ledgers ?? [],
    conversations: found.conversations,
    notes: [...(read.notes ?? []), ...describeLeft(found.left), ...describeFileless(collection, fileless)],
    notChosen: candidates.filter(candidate => !isChosen(candidate)).map(({ id }) => id),
  };
}

const describeFileless = (collection: string, paths: readonly string[]): string[] =>
  paths.length === 0
    ? []
    : [
        `documents of "${collection}" have no file here: ${firstOf(paths)}; what is gone for good, documents.delete removes`,
      ];

/** What a search left, and how it is taken all the same. */
function describeLeft({ papers, json }: FoundCandidates['left']): string[] {
  const how = 'name a file itself to import it';
  return [
    ...(papers.length === 0 ? [] : [`left as papers of the repository: ${firstOf(papers)}; ${how}`]),
    ...(json.length === 0 ? [] : [`JSON without rules or memory types was left: ${firstOf(json)}; ${how}`]),
  ];
}

async function stateOf(project: OpenProject, collection: string): Promise<ImportGround> {
  const [engines, memories] = await Promise.all([project.engines.look(), project.memories.look()]);
  const documents = await project.content.read(
    database => documentHashes(database, collection),
    new Map<string, string>(),
  );
  return { engines, memories, documents };
}

function refuseUnknown(choose: readonly string[], candidates: readonly ImportCandidate[]): void {
  const known = new Set(candidates.map(({ id }) => id));
  const unknown = choose.filter(id => !known.has(id));
  if (unknown.length === 0) return;
  throw new AppError(
    'invalid_input',
    `there is nothing to choose as ${unknown.slice(0, 3).join(', ')}; take the ids of imports.preview`,
    { unknown },
  );
}

/** Documents alone reach no context: with them comes a memory type that searches them. */
function searchOf(collection: string, candidates: readonly ImportCandidate[]): ImportCandidate[] {
  if (!candidates.some(({ content }) => content.kind === 'document')) return [];
  const label = `Search ${collection}`;
  const draft = {
    id: idFromName(label, 'search'),
    label,
    description: `What the documents of "${collection}" say about the input.`,
    inputs_scope: [],
    retrieval: { pipeline: [{ type: 'document_search' as const, alias: 'found', params: { collection } }] },
    contribution: { section: 'knowledge' as const, priority: 'medium' as const, format: 'prose' as const },
    tags: ['imported'],
  };
  return [
    {
      id: `search:${collection}`,
      source: 'document',
      file: collection,
      name: label,
      notes: [],
      content: { kind: 'memory', draft },
    },
  ];
}

/**
 * Ids of the memory types that were imported, by the `sourceKey` of their file. A repository that stands elsewhere by now,
 * or in another clone of the project, is known again: where it was, none of its files is any more.
 */
async function findKnownSources(
  candidates: readonly ImportCandidate[],
  memories: readonly PersistentMemory[],
  projectPath: string,
): Promise<ReadonlyMap<string, string>> {
  const imported = memories.flatMap(memory => {
    const from = importedFrom(memory);
    return from === undefined ? [] : [{ id: memory.id, from }];
  });
  const ids = new Map(imported.map(({ id, from }) => [sourceKey(from), id]));
  const elsewhere = Map.groupBy(
    imported.filter(({ from }) => from.root !== undefined),
    ({ from }) => from.path,
  );
  for (const { content } of candidates) {
    const from = content.kind === 'rule' ? importedFrom(content.memory) : undefined;
    if (from?.root === undefined || ids.has(sourceKey(from))) continue;
    const others = elsewhere.get(from.path) ?? [];
    for (const [at, other] of others.entries()) {
      if (await isSourceThere(projectPath, other.from)) continue;
      ids.set(sourceKey(from), other.id);
      others.splice(at, 1);
      break;
    }
  }
  return ids;
}
