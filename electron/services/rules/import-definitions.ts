import type { ImportReport } from '../../../shared/contract/engines.ts';
import type { DefinitionList } from '../../storage/files/definition-file.ts';
import type { DefinitionChange, SavedDefinition } from '../../storage/files/plan-save.ts';
import { takenIds } from '../project/definition-list.ts';
import { decideConflict, type OnConflict } from './decide-conflict.ts';
import type { Candidate, FileShape } from './read-definition-files.ts';

interface Identified {
  readonly id: string;
}

/** What the import of one kind of definition must know of it. */
export interface DefinitionImport<Value extends Identified, Draft> extends FileShape<Draft> {
  /** The definition as it is stored, with an id minted where the draft has none. */
  complete(draft: Draft, takenIds: Iterable<string>): Value;
  nameOf(value: Value): string;
  /** What is wrong with it without stopping the import. */
  notes(value: Value): readonly { readonly message: string }[];
}

/** What of a project a plan is made for, and how its changes are written: all or none. */
interface DefinitionTarget<Value> {
  list(): Promise<DefinitionList<Value>>;
  saveAll(changes: readonly DefinitionChange<Value>[]): Promise<readonly SavedDefinition<Value>[]>;
}

interface ImportChoice {
  readonly on_conflict: OnConflict;
  readonly dry_run?: boolean | undefined;
}

/** Decides what happens to every candidate, then writes all that is good in one step, or nothing. */
export async function importCandidates<Value extends Identified, Draft>(
  kind: DefinitionImport<Value, Draft>,
  candidates: readonly Candidate<Draft>[],
  store: DefinitionTarget<Value>,
  { on_conflict, dry_run }: ImportChoice,
): Promise<{ report: ImportReport; saved: readonly SavedDefinition<Value>[] }> {
  const list = await store.list();
  const hashes = new Map(list.definitions.map(({ value, hash }) => [value.id, hash]));
  const plan = createPlan(kind, on_conflict, hashes, takenIds(list));
  for (const candidate of candidates) plan.add(candidate);
  const saved = dry_run === true ? [] : await store.saveAll(plan.changes);
  return { report: { imported: plan.imported, kept: plan.kept, refused: plan.refused }, saved };
}

interface CandidatePlan<Value, Draft> extends ImportReport {
  readonly changes: DefinitionChange<Value>[];
  add(candidate: Candidate<Draft>): void;
}

/** Decides for each definition in turn; an id is taken by the project or by one before. */
function createPlan<Value extends Identified, Draft>(
  kind: DefinitionImport<Value, Draft>,
  onConflict: OnConflict,
  hashes: ReadonlyMap<string, string>,
  idsOfProject: readonly string[],
): CandidatePlan<Value, Draft> {
  const taken = new Map(idsOfProject.map(id => [id.toLowerCase(), id]));
  const plan: CandidatePlan<Value, Draft> = {
    changes: [],
    imported: [],
    kept: [],
    refused: [],
    add({ file, draft }) {
      const value = kind.complete(draft, taken.values());
      const { id } = value;
      const name = kind.nameOf(value);
      const decision = decideConflict({
        id,
        noun: kind.noun,
        onConflict,
        taken,
        hashes,
        isWritten: other => plan.changes.some(change => change.value.id === other),
      });
      switch (decision.change) {
        case 'kept':
          plan.kept.push({ id, file, reason: decision.reason });
          break;
        case 'refused':
          plan.refused.push({ file, reason: decision.reason });
          break;
        default: {
          const { change, id: newId, expected, note } = decision;
          accept({ ...value, id: newId }, expected, {
            id: newId,
            name,
            file,
            change,
            ...(note !== undefined && { note }),
          });
        }
      }
    },
  };
  return plan;

  function accept(value: Value, expected: string | null, entry: ImportReport['imported'][number]): void {
    taken.set(value.id.toLowerCase(), value.id);
    plan.changes.push({ value, expected });
    const notes = [entry.note, noteOf(kind.notes(value))].filter(note => note !== undefined);
    plan.imported.push(notes.length === 0 ? entry : { ...entry, note: notes.join('; ') });
  }
}

/** What the user should look at; it does not stop the import. */
function noteOf(problems: readonly { readonly message: string }[]): string | undefined {
  const [first] = problems;
  return first === undefined ? undefined : `${problems.length} to look at: ${first.message}`;
}
