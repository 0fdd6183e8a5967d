import { AppError } from '../../../shared/contract/errors.ts';
import { formatCanonicalJson, type KeyOrder } from '../../../shared/model/canonical-json.ts';
import { engineOrder, memoryOrder } from '../../../shared/model/key-orders.ts';
import { storeDocuments } from '../../storage/documents/document-jobs.ts';
import type { PreparedDocument } from '../../storage/documents/document-table.ts';
import type { DefinitionList } from '../../storage/files/definition-file.ts';
import type { ExpectedHash } from '../../storage/files/definition-state.ts';
import type { DefinitionStep } from '../../storage/files/plan-save.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { saveTogether } from '../../storage/files/save-together.ts';
import { embedCollection } from '../content/embeddings.ts';
import { prepareDocument } from '../content/import-documents.ts';
import type { ImportProgress } from '../content/import-progress.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import type { ImportGround, ImportPlan } from './plan-import.ts';

interface ImportTarget {
  readonly project: OpenProject;
  readonly collection: string;
  /** What the plan was made for; what goes wrong at the very end is put back to it. */
  readonly state: ImportGround;
}

/** Stores what was planned, files and documents, all of it or nothing; answers what could not be done besides. */
export async function storeImport(
  needs: Needs<'cancel' | 'world' | 'publish'>,
  { project, collection, state }: ImportTarget,
  plan: ImportPlan,
  progress: ImportProgress,
): Promise<string[]> {
  const prepared: PreparedDocument[] = [];
  for (const [index, file] of plan.documents.entries()) {
    await progress.pause('preparing', index, plan.documents.length);
    prepared.push(await prepareDocument(needs.world, { collection, trust: 'imported' }, file));
  }
  progress.note('storing', 0, 1);
  const saveFiles = () =>
    save(project, { changes: plan.engines }, { changes: plan.memories, removals: plan.removals });
  if (prepared.length === 0) await saveFiles();
  else {
    const written = { files: false };
    try {
      await project.content.writeBulk(
        storeDocuments(collection, prepared),
        progress.isCancelled,
        async () => {
          await saveFiles();
          written.files = true;
        },
      );
    } catch (error) {
      if (written.files) await putBack(project, plan, state);
      throw error;
    }
  }
  publishImport(needs, plan);
  progress.tell('storing', 1, 1);
  return prepared.length === 0 ? [] : embed(project, needs, collection);
}

/** The documents are safe by now, and are found by words until they are embedded. */
async function embed(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'publish'>,
  collection: string,
): Promise<string[]> {
  try {
    await embedCollection(project, needs, collection);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const rest = 'documents.embed makes up for the rest';
    return [
      `the documents of "${collection}" are stored, but not all are found by meaning: ${error.message}; ${rest}`,
    ];
  }
}

async function save(
  project: OpenProject,
  engines: DefinitionStep<ImportPlan['engines'][number]['value']>,
  memories: DefinitionStep<ImportPlan['memories'][number]['value']>,
): Promise<void> {
  await saveTogether(project.folder, [project.engines.stage(engines), project.memories.stage(memories)]);
}

/** New files go, replaced and removed ones become what they were; what somebody made of one meanwhile stays. */
async function putBack(project: OpenProject, plan: ImportPlan, state: ImportGround): Promise<void> {
  const [engines, memories] = await Promise.all([project.engines.look(), project.memories.look()]);
  await save(
    project,
    stepBack({ changes: plan.engines }, state.engines, engines, engineOrder),
    stepBack({ changes: plan.memories, removals: plan.removals }, state.memories, memories, memoryOrder),
  );
}

function stepBack<Value extends { readonly id: string }>(
  { changes, removals: removed = [] }: DefinitionStep<Value>,
  before: DefinitionList<Value>,
  now: DefinitionList<Value>,
  order: KeyOrder,
): DefinitionStep<Value> {
  const hashes = new Map(now.definitions.map(({ value, hash }) => [value.id, hash]));
  const written = changes
    .map(({ value, expected }) => ({
      id: value.id,
      isNew: expected === null,
      hash: sha256(formatCanonicalJson(value, order)),
    }))
    .filter(({ id, hash }) => hashes.get(id) === hash);
  const replaced = new Map<string, ExpectedHash>([
    ...written.filter(({ isNew }) => !isNew).map(({ id, hash }) => [id, hash] as const),
    ...removed.filter(({ id }) => !hashes.has(id)).map(({ id }) => [id, null] as const),
  ]);
  return {
    changes: before.definitions.flatMap(({ value }) => {
      const expected = replaced.get(value.id);
      return expected === undefined ? [] : [{ value, expected }];
    }),
    removals: written.filter(({ isNew }) => isNew).map(({ id, hash }) => ({ id, expected: hash })),
  };
}

function publishImport({ publish }: Needs<'publish'>, plan: ImportPlan): void {
  const { engines, memories, documents, removals } = plan;
  const change = (expected: unknown) => (expected === null ? 'created' : 'updated');
  for (const { value, expected } of engines)
    publish({ event: `contextRuleEngine:${change(expected)}`, id: value.id });
  for (const { value, expected } of memories)
    publish({ event: `persistentMemory:${change(expected)}`, id: value.id });
  for (const { id } of removals) publish({ event: 'persistentMemory:deleted', id });
  if (documents.length > 0) publish({ event: 'project:changed', what: 'documents' });
}
