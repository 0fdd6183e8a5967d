import type { Input } from '../../../shared/contract/contract.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import type { ContextContract } from '../../../shared/model/context-contract.ts';
import type { ContextTest } from '../../../shared/model/context-test.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import type { KnownContracts } from '../../../shared/rules/testing/judge-contract.ts';
import type { RunnableTest } from '../../../shared/rules/testing/runnable-test.ts';
import { assembleQuietly, type QuietNeeds } from '../project/assemble-quietly.ts';
import type { Needs } from '../project/call.ts';
import { type ItemPolicy, itemPolicyOf } from '../project/config.ts';
import { valuesOf } from '../project/definition-list.ts';
import { type KnownDefinitions, knownDefinitions, noDefinitions } from '../project/known-definitions.ts';
import { stampEach } from '../project/overlay.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseMisshapedGiven } from '../project/refuse-problems.ts';

/** What tests are run against. */
export interface TestedDefinitions extends KnownDefinitions, ItemPolicy {
  readonly tests: readonly ContextTest[];
  readonly samples: readonly Sample[];
  readonly contracts: readonly ContextContract[];
  /** Undefined where none is open, or it may not act and what is given stands alone. */
  readonly project: OpenProject | undefined;
}

type GivenDefinitions = Pick<Input<'tests.run'>, 'tests' | 'engines' | 'memories' | 'samples' | 'contracts'>;

/** What is given, and of the rest what the open project has. */
export async function testedDefinitions(
  given: GivenDefinitions,
  needs: Needs<'caller' | 'project' | 'projectIfOpen'>,
  needsMemories: boolean,
): Promise<TestedDefinitions> {
  await refuseMisshapedGiven(given);
  const { tests, engines, memories, samples, contracts } = given;
  const isWhole = tests !== undefined && engines !== undefined && (memories !== undefined || !needsMemories);
  const open = isWhole ? await needs.projectIfOpen() : await needs.project();
  const project = isWhole && open?.trust.isTrusted() === false ? undefined : open;
  const known = project === undefined ? noDefinitions : await knownDefinitions(project);
  return {
    ...known,
    ...(engines && { engines }),
    // What an agent gives is believed as if it had saved it.
    ...(memories && { memories: stampEach(needs.caller, memories, known.memories) }),
    tests: tests ?? (await valuesOf(project?.tests)) ?? [],
    samples: samples ?? (await valuesOf(project?.samples)) ?? [],
    // A contract changes no context, so that no trust is needed for it.
    contracts: contracts ?? (await valuesOf(open?.contracts)) ?? [],
    project,
    ...(await itemPolicyOf(project)),
  };
}

/** A test with its request, or why it has none that can be judged. */
export type PreparedTest = RunnableTest | { readonly test: ContextTest; readonly error: string };

export function preparedTests({
  tests,
  samples,
}: Pick<TestedDefinitions, 'tests' | 'samples'>): PreparedTest[] {
  const byId = new Map(samples.map(sample => [sample.id, sample.request]));
  return tests.map(test => {
    const { sample, request } = test;
    if (sample !== undefined && request !== undefined)
      return { test, error: `it has a request and names the sample "${sample}"; keep one of them` };
    const asked = sample === undefined ? request : byId.get(sample);
    if (asked === undefined)
      return {
        test,
        error:
          sample === undefined
            ? 'it has no request; write one, or name a sample'
            : withNearest(`there is no sample "${sample}"`, sample, [...byId.keys()]),
      };
    return hasShape(requestSchema, asked)
      ? { test, request: asked }
      : { test, error: 'its request is not one; "assembly.validate" says what is wrong with it' };
  });
}

/** What contracts speak of where memories play no part: no name of one is unknown then. */
export const rulesOfContracts = ({ contracts, engines }: TestedDefinitions): KnownContracts => ({
  contracts,
  engines,
});

export const runnableAmong = (prepared: readonly PreparedTest[]): RunnableTest[] =>
  prepared.filter(one => 'request' in one);

/** What a request comes to with these definitions. */
export const assembleTested = (
  request: unknown,
  { project, ...defined }: TestedDefinitions,
  needs: QuietNeeds,
): Promise<AssembledContext> => assembleQuietly({ ...defined, request }, needs, project);
