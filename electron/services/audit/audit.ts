import { applyMend, type Mended } from '../../../shared/audit/apply-mend.ts';
import type { AuditGround, ProjectNames } from '../../../shared/audit/audit-ground.ts';
import { auditMemories } from '../../../shared/audit/audit-memories.ts';
import { symbolsIn } from '../../../shared/audit/kinds/stale.ts';
import { passagesOf } from '../../../shared/audit/passages.ts';
import type { auditContract } from '../../../shared/contract/audit.ts';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { MemoryFinding } from '../../../shared/model/memory-audit.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { inStretches } from '../../../shared/stretches.ts';
import type { DefinitionStep } from '../../storage/files/plan-save.ts';
import { listProjectFiles, namesInCode } from '../../storage/files/project-names.ts';
import { readDecisions } from '../ledger/ledger-elements.ts';
import { cancellablePause, type Handlers, type Needs, refuseCancelled } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshapedGiven, refuseProblems } from '../project/refuse-problems.ts';
import { stampOrigin } from '../project/stamp-origin.ts';
import { readAll, saveSteps } from '../rules/renaming.ts';

/** Decisions that memories are held against, the newest. */
const mostDecisions = 10_000;

export const auditHandlers: Handlers<keyof typeof auditContract> = {
  async 'audit.memories'(input, call) {
    await refuseMisshapedGiven(input);
    const project = await call.project();
    const { definitions } = await readAll(project);
    const { findings, notes } = await audit(project, call, { ...definitions, ...definedIn(input) });
    return { findings, notes, memories: (input.memories ?? definitions.memories).length };
  },

  async 'audit.mend'({ findings: ids, undo }, call) {
    if ((ids === undefined) === (undo === undefined))
      throw new AppError('invalid_input', 'give either findings, or what to undo');
    return undo === undefined ? mend(ids ?? [], call) : takeBack(undo, call);
  },
};

type Definitions = Pick<AuditGround, 'memories' | 'engines' | 'samples'>;

const definedIn = ({ memories, engines, samples }: Input<'audit.memories'>): Partial<Definitions> => ({
  ...(memories && { memories }),
  ...(engines && { engines }),
  ...(samples && { samples }),
});

async function audit(
  project: OpenProject,
  needs: Needs<'cancel'>,
  definitions: Definitions,
): Promise<{ readonly findings: MemoryFinding[]; readonly notes: string[] }> {
  refuseCancelled(needs.cancel);
  const { names, notes } = await namesOf(project, definitions.memories);
  const statuses = ['active', 'provisional', 'superseded', 'overridden'] as const;
  const records = await readDecisions(project.content, { statuses, limit: mostDecisions });
  const decisions = records.flatMap(({ id, title, status }) => {
    const known = statuses.find(one => one === status);
    return id === undefined || title === undefined || known === undefined
      ? []
      : [{ id, summary: title, status: known }];
  });
  const found = await inStretches(
    auditMemories({ ...definitions, decisions, names }),
    cancellablePause(needs),
  );
  const mode = await redactionModeOf(project);
  const findings = found.map(finding => ({ ...finding, message: redact(finding.message, mode).text }));
  return { findings, notes };
}

/** What is known of the names in the project; a project without files of its own has nothing that could be gone. */
async function namesOf(
  { path }: OpenProject,
  memories: readonly PersistentMemory[],
): Promise<{ readonly names: ProjectNames; readonly notes: string[] }> {
  const files = await listProjectFiles(path);
  const isKnown = files.isWhole && files.paths.length > 0;
  const paths = Map.groupBy(files.paths, lastPart);
  const asked = new Set(
    memories.flatMap(memory => [...passagesOf(memory)].flatMap(({ text }) => symbolsIn(text))),
  );
  const symbols = asked.size === 0 ? undefined : await namesInCode(path, files, asked);
  const notes = [
    ...(files.isWhole
      ? []
      : ['the project has too many files to say which of those that memories name are gone']),
    ...(asked.size > 0 && symbols === undefined
      ? ['names of code are not judged: the project has no code, or too much of it to look through']
      : []),
  ];
  return {
    names: {
      hasFile: name => (isKnown ? isAmong(paths, name.replace(/^\.\//, '')) : undefined),
      hasSymbol: name => symbols?.has(name),
    },
    notes,
  };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A text may name a file from any folder on. `paths` by their last part: of all their endings a list takes long. */
const isAmong = (paths: ReadonlyMap<string, readonly string[]>, name: string): boolean =>
  paths.get(lastPart(name))?.some(path => path === name || path.endsWith(`/${name}`)) ?? false;

type StepBack = NonNullable<Input<'audit.mend'>['undo']>;

async function mend(
  ids: readonly string[],
  call: Needs<'caller' | 'cancel' | 'publish' | 'project'>,
): Promise<Output<'audit.mend'>> {
  const project = await call.project();
  const state = await readAll(project);
  const { findings } = await audit(project, call, state.definitions);
  const chosen = ids.map(id => {
    const finding = findings.find(one => one.id === id);
    if (finding === undefined)
      throw new AppError('not_found', `there is no finding "${id}" any more; ask audit.memories again`, {
        id,
      });
    return finding;
  });
  const before = state.definitions;
  // From the end of a text on, so that what one takes away moves nothing that another is about.
  const after = chosen
    .toSorted(fromTheEnd)
    .reduce<Definitions>(
      (definitions, finding) => merged(definitions, applyMend(finding, definitions)),
      before,
    );
  const memories = after.memories.map(memory => {
    const known = before.memories.find(({ id }) => id === memory.id);
    return memory === known ? memory : stampOrigin(call.caller, memory, known);
  });
  const changed = await writeSteps(call, project, state, { ...after, memories });
  return { mended: chosen.map(({ id }) => id), changed: changed.names, undo: changed.before };
}

/** Later positions first. */
function fromTheEnd(left: MemoryFinding, right: MemoryFinding): number {
  const key = ({ place = [], mend: made }: MemoryFinding): number[] => [
    ...place.filter(part => typeof part === 'number'),
    made.do === 'cut' ? made.from : 0,
  ];
  const [one, other] = [key(left), key(right)];
  for (const [at, value] of other.entries()) if (value !== (one[at] ?? 0)) return value - (one[at] ?? 0);
  return 0;
}

function merged(definitions: Definitions, { memories, engines, samples }: Mended): Definitions {
  const replaced = <Value extends { readonly id: string }>(
    all: readonly Value[],
    changes: Readonly<Record<string, Value | undefined>>,
  ): Value[] =>
    all.flatMap(value => {
      if (!Object.hasOwn(changes, value.id)) return [value];
      const now = changes[value.id];
      return now === undefined ? [] : [now];
    });
  return {
    memories: replaced(definitions.memories, memories),
    engines: replaced(definitions.engines, engines),
    samples: replaced(definitions.samples, samples),
  };
}

/** Writes back what a mend changed; what came in between is not known, so it takes the place of whatever is there. */
async function takeBack(
  undo: StepBack,
  call: Needs<'caller' | 'publish' | 'project'>,
): Promise<Output<'audit.mend'>> {
  await refuseMisshapedGiven(undo);
  for (const memory of undo.memories) refuseProblems('the memory type', checkMemory(memory));
  const project = await call.project();
  const state = await readAll(project);
  const laid = <Value extends { readonly id: string }>(
    all: readonly Value[],
    given: readonly Value[],
  ): Value[] => {
    const ids = new Set(given.map(({ id }) => id));
    return [...all.filter(({ id }) => !ids.has(id)), ...given];
  };
  const { memories, engines, samples } = state.definitions;
  const stamped = undo.memories.map(memory =>
    stampOrigin(
      call.caller,
      memory,
      memories.find(({ id }) => id === memory.id),
    ),
  );
  const changed = await writeSteps(call, project, state, {
    memories: laid(memories, stamped),
    engines: laid(engines, undo.engines),
    samples: laid(samples, undo.samples),
  });
  return { mended: [], changed: changed.names, undo: changed.before };
}

type ProjectState = Awaited<ReturnType<typeof readAll>>;

/** Writes all that differs in one step, or nothing; answers what differs, and how it was. */
async function writeSteps(
  call: Needs<'publish'>,
  project: OpenProject,
  { definitions, hashes }: ProjectState,
  after: Definitions,
): Promise<{ readonly names: string[]; readonly before: StepBack }> {
  const memories = stepTo(definitions.memories, after.memories, hashes.memories);
  const engines = stepTo(definitions.engines, after.engines, hashes.engines);
  const samples = stepTo(definitions.samples, after.samples, hashes.samples);
  await saveSteps(call, project, {
    engines: engines.step,
    memories: memories.step,
    samples: samples.step,
  });
  const named = (kind: string, ids: readonly string[]) => ids.map(id => `${kind} ${id}`);
  return {
    names: [
      ...named('memory', memories.ids),
      ...named('engine', engines.ids),
      ...named('sample', samples.ids),
    ],
    before: { memories: memories.before, engines: engines.before, samples: samples.before },
  };
}

function stepTo<Value extends PersistentMemory | ContextRuleEngine | Sample>(
  before: readonly Value[],
  after: readonly Value[],
  hashes: ReadonlyMap<string, string>,
): { readonly step: DefinitionStep<Value>; readonly ids: string[]; readonly before: Value[] } {
  const known = new Map(before.map(value => [value.id, value]));
  const left = new Set(after.map(({ id }) => id));
  const changed = after.filter(value => known.get(value.id) !== value);
  const removed = before.filter(({ id }) => !left.has(id));
  return {
    step: {
      changes: changed.map(value => ({ value, expected: hashes.get(value.id) ?? null })),
      removals: removed.map(({ id }) => ({ id, expected: hashes.get(id) })),
    },
    ids: [...changed, ...removed].map(({ id }) => id),
    before: [...changed.flatMap(({ id }) => known.get(id) ?? []), ...removed],
  };
}
