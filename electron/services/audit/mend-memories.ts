import { applyMends } from '../../../shared/audit/apply-mends.ts';
import type { Mended, MendGround } from '../../../shared/audit/mend-ground.ts';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import type { DefinitionStep } from '../../storage/files/plan-save.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshapedGiven, refuseProblems } from '../project/refuse-problems.ts';
import { stampOrigin } from '../project/stamp-origin.ts';
import { hashesOf, saveSteps, valuesOf } from '../rules/renaming.ts';
import { auditProject } from './audit-project.ts';

interface ProjectGround {
  readonly definitions: MendGround;
  /** By kind and id: what each file must still be when it is written. */
  readonly hashes: Readonly<Record<keyof MendGround, ReadonlyMap<string, string>>>;
}

/** All definitions that a mend can touch. */
export async function readGround(project: OpenProject): Promise<ProjectGround> {
  const [memories, engines, samples, tests, contracts, layouts] = await Promise.all([
    project.memories.look(),
    project.engines.look(),
    project.samples.look(),
    project.tests.look(),
    project.contracts.look(),
    project.layouts.look(),
  ]);
  return {
    definitions: {
      memories: valuesOf(memories),
      engines: valuesOf(engines),
      samples: valuesOf(samples),
      tests: valuesOf(tests),
      contracts: valuesOf(contracts),
      layouts: valuesOf(layouts),
    },
    hashes: {
      memories: hashesOf(memories),
      engines: hashesOf(engines),
      samples: hashesOf(samples),
      tests: hashesOf(tests),
      contracts: hashesOf(contracts),
      layouts: hashesOf(layouts),
    },
  };
}

/** Applies the mends of findings, all in one step; they are looked for anew, so that each is about what is there. */
export async function mendFindings(
  ids: readonly string[],
  call: Needs<'caller' | 'cancel' | 'publish' | 'project'>,
): Promise<Output<'audit.mend'>> {
  const project = await call.project();
  const ground = await readGround(project);
  const { findings } = await auditProject(project, call, ground.definitions);
  const found = findings.map(one => one.id);
  const chosen = ids.map(id => {
    const finding = findings.find(one => one.id === id);
    if (finding === undefined)
      throw new AppError(
        'not_found',
        withNearest(`there is no finding "${id}" any more`, id, found, 'ask audit.memories again'),
        { id },
      );
    return finding;
  });
  const after = laidOver(ground.definitions, applyMends(chosen, ground.definitions));
  const changed = await writeSteps(call, project, ground, after);
  return { mended: chosen.map(({ id }) => id), changed: changed.names, undo: changed.before };
}

function laidOver(before: MendGround, mended: Mended): MendGround {
  const laid = <Value extends { readonly id: string }>(
    all: readonly Value[],
    changes: Readonly<Record<string, Value | undefined>>,
  ): Value[] => all.flatMap(one => (Object.hasOwn(changes, one.id) ? (changes[one.id] ?? []) : one));
  return {
    memories: laid(before.memories, mended.memories),
    engines: laid(before.engines, mended.engines),
    samples: laid(before.samples, mended.samples),
    tests: laid(before.tests, mended.tests),
    contracts: laid(before.contracts, mended.contracts),
    layouts: laid(before.layouts, mended.layouts),
  };
}

type StepBack = NonNullable<Input<'audit.mend'>['undo']>;

/** Writes back what a mend changed; what came in between is not known, so it takes the place of whatever is there. */
export async function takeBack(
  undo: StepBack,
  call: Needs<'caller' | 'publish' | 'project'>,
): Promise<Output<'audit.mend'>> {
  await refuseMisshapedGiven(undo);
  for (const memory of undo.memories) refuseProblems('the memory type', checkMemory(memory));
  const project = await call.project();
  const ground = await readGround(project);
  const { memories, engines, samples, tests, contracts, layouts } = ground.definitions;
  const changed = await writeSteps(call, project, ground, {
    memories: withGiven(memories, undo.memories),
    engines: withGiven(engines, undo.engines),
    samples: withGiven(samples, undo.samples),
    tests: withGiven(tests, undo.tests),
    contracts: withGiven(contracts, undo.contracts),
    layouts: withGiven(layouts, undo.layouts),
  });
  return { mended: [], changed: changed.names, undo: changed.before };
}

function withGiven<Value extends { readonly id: string }>(
  all: readonly Value[],
  given: readonly Value[] = [],
): readonly Value[] {
  const ids = new Set(given.map(({ id }) => id));
  return [...all.filter(({ id }) => !ids.has(id)), ...given];
}

/** Writes all that differs in one step, or nothing; answers what differs, and how it was. */
async function writeSteps(
  call: Needs<'caller' | 'publish'>,
  project: OpenProject,
  { definitions, hashes }: ProjectGround,
  after: MendGround,
): Promise<{ readonly names: string[]; readonly before: Required<StepBack> }> {
  const known = new Map(definitions.memories.map(memory => [memory.id, memory]));
  const stamped = after.memories.map(memory => {
    const before = known.get(memory.id);
    return memory === before ? memory : stampOrigin(call.caller, memory, before);
  });
  const memories = stepTo('memory', definitions.memories, stamped, hashes.memories);
  const engines = stepTo('engine', definitions.engines, after.engines, hashes.engines);
  const samples = stepTo('sample', definitions.samples, after.samples, hashes.samples);
  const tests = stepTo('test', definitions.tests, after.tests, hashes.tests);
  const contracts = stepTo('contract', definitions.contracts, after.contracts, hashes.contracts);
  const layouts = stepTo('layout', definitions.layouts, after.layouts, hashes.layouts);
  await saveSteps(call, project, {
    memories: memories.step,
    engines: engines.step,
    samples: samples.step,
    tests: tests.step,
    contracts: contracts.step,
    layouts: layouts.step,
  });
  return {
    names: [memories, engines, samples, tests, contracts, layouts].flatMap(({ names }) => names),
    before: {
      memories: memories.before,
      engines: engines.before,
      samples: samples.before,
      tests: tests.before,
      contracts: contracts.before,
      layouts: layouts.before,
    },
  };
}

function stepTo<Value extends { readonly id: string }>(
  kind: string,
  before: readonly Value[],
  after: readonly Value[],
  hashes: ReadonlyMap<string, string>,
): { readonly step: DefinitionStep<Value>; readonly names: string[]; readonly before: Value[] } {
  const known = new Map(before.map(value => [value.id, value]));
  const left = new Set(after.map(({ id }) => id));
  const changed = after.filter(value => known.get(value.id) !== value);
  const removed = before.filter(({ id }) => !left.has(id));
  return {
    step: {
      changes: changed.map(value => ({ value, expected: hashes.get(value.id) ?? null })),
      removals: removed.map(({ id }) => ({ id, expected: hashes.get(id) })),
    },
    names: [...changed, ...removed].map(({ id }) => `${kind} ${id}`),
    before: [...changed.flatMap(({ id }) => known.get(id) ?? []), ...removed],
  };
}
