import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ContextContract } from '../../../shared/model/context-contract.ts';
import type { Layout } from '../../../shared/model/layout.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import type { RenamedFile, RenamingReport } from '../../../shared/model/renaming.ts';
import { type NamingKind, renameNamed } from '../../../shared/renaming/named-places.ts';
import { renameField } from '../../../shared/renaming/rename-field.ts';
import { renameFieldInContracts } from '../../../shared/renaming/rename-in-contracts.ts';
import { renameFieldPins, renameMemoryPins } from '../../../shared/renaming/rename-pins.ts';
import type { Renamed, Renaming, RenamingInput } from '../../../shared/renaming/renaming.ts';
import type { DefinitionList } from '../../storage/files/definition-file.ts';
import type { DefinitionStep } from '../../storage/files/plan-save.ts';
import { saveTogether } from '../../storage/files/save-together.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';

/** Renames a variable in every file of the project, or in none. */
export async function renameFieldEverywhere(
  { from, to, dry_run }: Input<'rules.renameField'>,
  needs: Needs<'publish' | 'project'>,
): Promise<Output<'rules.renameField'>> {
  const project = await needs.project();
  const state = await readAll(project);
  const renaming = renameField(from, to, state.definitions);
  const beside = await renameBeside(
    project,
    layouts => renameFieldPins(from, to, layouts),
    contracts => renameFieldInContracts(from, to, contracts),
  );
  if (dry_run !== true) await saveSteps(needs, project, { ...stepsOf(renaming, state), ...beside.steps });
  return reportOf(renaming, beside, state.problems);
}

/** Gives a memory another id in its own file and wherever it is asked for, or nowhere. */
export async function renameMemoryEverywhere(
  { id, to, expected_hash, dry_run }: Input<'memories.rename'>,
  needs: Needs<'publish' | 'project'>,
): Promise<Output<'memories.rename'>> {
  const project = await needs.project();
  const { value: current, hash } = await project.memories.get(id);
  if (id === to) throw new AppError('invalid_input', `"${id}" has that id already`);
  const state = await readAll(project);
  if (state.definitions.memories.some(memory => memory.id === to))
    throw new AppError('conflict', `there is already a memory type "${to}"`, { id: to });
  const { engines, samples, tests = [] } = state.definitions;
  const named = <Document extends object>(kind: NamingKind, documents: readonly Document[]) =>
    renameNamed('memory', kind, documents, name => (name === id ? to : name));
  const renaming: Renaming = {
    engines: named('engines', engines),
    memories: [],
    samples: named('samples', samples),
    tests: named('tests', tests),
    notes: [],
  };
  const memory = { ...current, id: to };
  const beside = await renameBeside(
    project,
    layouts => bothRenamed(layouts, renameMemoryPins(id, to, layouts), now => named('layouts', now)),
    contracts => named('contracts', contracts),
  );
  const report = reportOf(renaming, beside, state.problems);
  const changed = [{ kind: 'memory' as const, id: to, places: ['id'] }, ...report.changed];
  if (dry_run === true) return { memory, hash, ...report, changed };
  const steps = stepsOf(renaming, state);
  const memories: DefinitionStep<PersistentMemory> = {
    changes: [{ value: memory, expected: null, copyOf: current }],
    removals: [{ id, expected: expected_hash ?? hash }],
  };
  await saveSteps(needs, project, { ...steps, memories, ...beside.steps });
  return { memory, hash: (await project.memories.get(to)).hash, ...report, changed };
}

/** Documents that are renamed in two ways, one after the other. */
function bothRenamed<Value extends { readonly id: string }>(
  documents: readonly Value[],
  first: readonly Renamed<Value>[],
  rename: (documents: readonly Value[]) => Renamed<Value>[],
): Renamed<Value>[] {
  const done = new Map(first.map(one => [one.value.id, one]));
  for (const one of rename(documents.map(document => done.get(document.id)?.value ?? document)))
    done.set(one.value.id, { ...one, places: [...(done.get(one.value.id)?.places ?? []), ...one.places] });
  return [...done.values()];
}

interface ProjectState {
  readonly definitions: RenamingInput;
  /** By kind and id: what each file must still be when it is written. */
  readonly hashes: Readonly<Record<keyof Required<RenamingInput>, ReadonlyMap<string, string>>>;
  readonly problems: readonly FileProblem[];
}

/** All definitions of the project with their hashes, and the files that cannot be read. */
export async function readAll(project: OpenProject): Promise<ProjectState> {
  const [engines, memories, samples, tests] = await Promise.all([
    project.engines.look(),
    project.memories.look(),
    project.samples.look(),
    project.tests.look(),
  ]);
  return {
    definitions: {
      engines: valuesOf(engines),
      memories: valuesOf(memories),
      samples: valuesOf(samples),
      tests: valuesOf(tests),
    },
    hashes: {
      engines: hashesOf(engines),
      memories: hashesOf(memories),
      samples: hashesOf(samples),
      tests: hashesOf(tests),
    },
    problems: [engines, memories, samples, tests].flatMap(list => [...list.problems]),
  };
}

export const valuesOf = <Value>(list: DefinitionList<Value>): Value[] =>
  list.definitions.map(({ value }) => value);

export const hashesOf = (list: DefinitionList<{ readonly id: string }>): Map<string, string> =>
  new Map(list.definitions.map(({ value, hash }) => [value.id, hash]));

interface Steps {
  readonly engines: DefinitionStep<Renaming['engines'][number]['value']>;
  readonly memories: DefinitionStep<PersistentMemory>;
  readonly samples: DefinitionStep<Renaming['samples'][number]['value']>;
  readonly tests: DefinitionStep<Renaming['tests'][number]['value']>;
}

function stepsOf({ engines, memories, samples, tests }: Renaming, { hashes }: ProjectState): Steps {
  return {
    engines: stepOf(engines, hashes.engines),
    memories: stepOf(memories, hashes.memories),
    samples: stepOf(samples, hashes.samples),
    tests: stepOf(tests, hashes.tests),
  };
}

function stepOf<Value extends { readonly id: string }>(
  renamed: readonly Renamed<Value>[],
  hashes: ReadonlyMap<string, string>,
): DefinitionStep<Value> {
  return { changes: renamed.map(({ value }) => ({ value, expected: hashes.get(value.id) ?? null })) };
}

/** What nothing is assembled from, and names follow all the same. */
interface RenamedBeside {
  readonly pins: readonly Renamed<Layout>[];
  readonly contracts: readonly Renamed<ContextContract>[];
  readonly steps: {
    readonly layouts: DefinitionStep<Layout>;
    readonly contracts: DefinitionStep<ContextContract>;
  };
  readonly problems: readonly FileProblem[];
}

async function renameBeside(
  project: OpenProject,
  renamePins: (layouts: readonly Layout[]) => Renamed<Layout>[],
  renameContracts: (contracts: readonly ContextContract[]) => Renamed<ContextContract>[],
): Promise<RenamedBeside> {
  const [layouts, stated] = [await project.layouts.look(), await project.contracts.look()];
  const [pins, contracts] = [renamePins(valuesOf(layouts)), renameContracts(valuesOf(stated))];
  return {
    pins,
    contracts,
    steps: { layouts: stepOf(pins, hashesOf(layouts)), contracts: stepOf(contracts, hashesOf(stated)) },
    problems: [...layouts.problems, ...stated.problems],
  };
}

const nothing = { changes: [] };

/** Writes a step over all kinds, or nothing, and tells of it. */
export async function saveSteps(
  { publish }: Needs<'publish'>,
  project: OpenProject,
  {
    engines = nothing,
    memories = nothing,
    samples = nothing,
    tests = nothing,
    layouts = nothing,
    contracts = nothing,
  }: Partial<Steps & RenamedBeside['steps']>,
): Promise<void> {
  await saveTogether(project.folder, [
    project.engines.stage(engines),
    project.memories.stage(memories),
    project.samples.stage(samples),
    project.tests.stage(tests),
    project.layouts.stage(layouts),
    project.contracts.stage(contracts),
  ]);
  for (const { value } of engines.changes) publish({ event: 'contextRuleEngine:updated', id: value.id });
  for (const { value, expected } of memories.changes)
    publish({ event: `persistentMemory:${expected === null ? 'created' : 'updated'}`, id: value.id });
  for (const { id } of memories.removals ?? []) publish({ event: 'persistentMemory:deleted', id });
  if (samples.changes.length > 0) publish({ event: 'project:changed', what: 'samples' });
  if (tests.changes.length > 0) publish({ event: 'project:changed', what: 'tests' });
  if (layouts.changes.length > 0) publish({ event: 'project:changed', what: 'layouts' });
  if (contracts.changes.length > 0) publish({ event: 'project:changed', what: 'contracts' });
}

/** What changed and what did not; files that cannot be read were not looked into. */
function reportOf(
  renaming: Renaming,
  { pins, contracts, problems: others }: RenamedBeside,
  problems: readonly FileProblem[],
): RenamingReport {
  const filesOf = (kind: RenamedFile['kind'], renamed: readonly Renamed<{ readonly id: string }>[]) =>
    renamed.map(({ value, places }) => ({ kind, id: value.id, places: [...places] }));
  return {
    changed: [
      ...filesOf('engine', renaming.engines),
      ...filesOf('memory', renaming.memories),
      ...filesOf('sample', renaming.samples),
      ...filesOf('test', renaming.tests),
      ...filesOf('layout', pins),
      ...filesOf('contract', contracts),
    ],
    notes: [...renaming.notes],
    problems: [...problems, ...others],
  };
}
