import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import {
  asOneEngine,
  type CompareOptions,
  compareBehaviour,
  ofAnyEngine,
} from '../../../shared/rules/behaviour/compare-behaviour.ts';
import type { ComparedDefinitions } from '../../../shared/rules/behaviour/compare-definitions.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { engineKind, memoryKind } from '../../storage/files/definition-kinds.ts';
import { withGit } from '../../storage/git/ask-git.ts';
import { readRevision, resolveRevision } from '../../storage/git/read-revision.ts';
import { createPause } from '../../storage/pause.ts';
import type { Needs } from '../project/call.ts';
import { knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import { refuseMisshapedGiven } from '../project/refuse-problems.ts';

type Asked = Input<'rules.compare'>;
type CompareNeeds = Needs<'regexes' | 'compiled' | 'project' | 'projectIfOpen'>;

/** What changes in behaviour from a revision, from given rules, or from one engine to another. */
export async function compareRules(
  input: Asked,
  { regexes, compiled, ...needs }: CompareNeeds,
): Promise<Output<'rules.compare'>> {
  await refuseAmiss(input);
  const project = isAllGiven(input) ? await needs.projectIfOpen() : await needs.project();
  const { unread, ...now } = await stateNow(input, project);
  const listed = input.samples === undefined ? await project?.samples.list() : undefined;
  const samples = input.samples ?? listed?.definitions.map(({ value }) => value) ?? [];
  const missing = [...unread, ...(listed?.problems ?? [])];
  const options: CompareOptions = { regexes, compiled, fired: input.fired === true };
  if (input.pair !== undefined) {
    const [before, after] = asOneEngine(engineOf(now, input.pair[0]), engineOf(now, input.pair[1]));
    const work = compareBehaviour(before, after, samples.map(ofAnyEngine), options);
    return { ...(await inStretches(work, createPause())), problems: missing };
  }
  const { commit, problems, ...before } = await stateBefore(input, project);
  const work = compareBehaviour(before, now, samples, options);
  return {
    ...(await inStretches(work, createPause())),
    ...(commit !== undefined && { commit }),
    problems: [...problems, ...missing],
  };
}

/** The engines and memory types of a git revision of the open project; git is asked about trusted projects only. */
export async function definitionsAtRevision(
  { revision }: Input<'engines.atRevision'>,
  needs: Needs<'project'>,
): Promise<Output<'engines.atRevision'>> {
  const project = await needs.project();
  // What git is asked about came with the project: like everything that acts, it needs trust.
  refuseUntrusted(project);
  return withGit(project.path, async git => {
    const commit = await resolveRevision(git, revision);
    const engines = await readRevision(git, commit, engineKind);
    const memories = await readRevision(git, commit, memoryKind);
    return {
      commit,
      engines: [...engines.values],
      memories: [...memories.values],
      problems: [...engines.problems, ...memories.problems],
    };
  });
}

async function refuseAmiss(input: Asked): Promise<void> {
  const { before_engines, revision, pair } = input;
  if ([before_engines, revision, pair].filter(one => one !== undefined).length !== 1)
    throw new AppError(
      'invalid_input',
      'say what to compare with by one of "revision", "before_engines" and "pair"',
    );
  if (input.before_memories !== undefined && before_engines === undefined)
    throw new AppError('invalid_input', 'give "before_memories" only beside "before_engines"');
  await refuseMisshapedGiven(input);
  await refuseMisshapedGiven({ engines: before_engines, memories: input.before_memories });
}

const isAllGiven = ({ engines, revision }: Asked): boolean => engines !== undefined && revision === undefined;

interface Now extends ComparedDefinitions {
  /** Files of the project that are no part of it, since they cannot be read or may not act. */
  readonly unread: readonly FileProblem[];
}

async function stateNow(
  { engines, memories }: Pick<Asked, 'engines' | 'memories'>,
  project: OpenProject | undefined,
): Promise<Now> {
  if (engines !== undefined && memories !== undefined) return { engines, memories, unread: [] };
  const known = project && (await knownDefinitions(project));
  return {
    engines: engines ?? known?.engines ?? [],
    // Of given engines the memories of the project are no part, unless it is compared with its own past.
    memories: memories ?? known?.memories ?? [],
    unread: [
      ...(engines === undefined ? (known?.unreadable?.engines ?? []) : []),
      ...(memories === undefined ? (known?.unreadable?.memories ?? []) : []),
    ],
  };
}

interface Before extends ComparedDefinitions {
  readonly commit?: string;
  readonly problems: FileProblem[];
}

async function stateBefore(input: Asked, project: OpenProject | undefined): Promise<Before> {
  const { before_engines, revision } = input;
  if (revision !== undefined && project !== undefined)
    return definitionsAtRevision({ revision }, { project: async () => project });
  const { memories } = await stateNow({ memories: input.before_memories }, project);
  return { engines: before_engines ?? [], memories, problems: [] };
}

function engineOf({ engines }: ComparedDefinitions, id: string) {
  const engine = engines.find(one => one.id === id);
  if (engine !== undefined) return engine;
  const ids = engines.map(one => one.id);
  throw new AppError('not_found', withNearest(`there is no engine "${id}"`, id, ids), { id });
}
