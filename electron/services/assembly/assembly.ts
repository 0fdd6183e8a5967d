import type { assemblyContract } from '../../../shared/contract/assembly.ts';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { AssemblyEventBody } from '../../../shared/contract/events.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { chars4 } from '../../../shared/model/chars4.ts';
import { compareAssemblies } from '../../../shared/model/compare-assemblies.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { Giver } from '../../../shared/model/origin.ts';
import { estimators } from '../../../shared/model/request.ts';
import { assemble } from '../../engine/assembly/assemble.ts';
import { defaultLimits } from '../../engine/assembly/call-memories.ts';
import { countTexts } from '../../engine/assembly/count-items.ts';
import type { ExplainTarget } from '../../engine/assembly/explain/explain-target.ts';
import { explainItem } from '../../engine/assembly/explain-item.ts';
import { redactTexts } from '../../engine/assembly/redact-texts.ts';
import { renderContext } from '../../engine/assembly/render-context.ts';
import { validateRequest } from '../../engine/assembly/validate-request.ts';
import { within } from '../../engine/assembly/within.ts';
import { silent } from '../project/assemble-quietly.ts';
import type { Call, Handlers, Needs } from '../project/call.ts';
import { giverOf, namedRequestId, requestIdOf } from '../project/caller-request.ts';
import { configOf, itemPolicyOf, redactionModeOf } from '../project/config.ts';
import { valuesOf } from '../project/definition-list.ts';
import { type KnownDefinitions, knownDefinitions, noDefinitions } from '../project/known-definitions.ts';
import { layOver, projectUnder } from '../project/overlay.ts';
import type { OpenProject } from '../project/project.ts';
import { recordServed } from '../recordings/recorder.ts';
import { recordingHandlers } from '../recordings/recordings.ts';

export const assemblyHandlers: Handlers<keyof typeof assemblyContract> = {
  async 'assembly.validate'({ request }, call) {
    const project = await call.project();
    const judged = validateRequest(request, await knownDefinitions(project));
    // Warnings name what stands in definitions.
    return redactTexts(judged, await redactionModeOf(project));
  },

  'assembly.assemble': ({ request }, call) => assembleServed(request, giverOf(call.caller), call),

  'assembly.preview': ({ request, overlay = {} }, call) => preview(request, overlay, call),

  'assembly.explain': explainGiven,

  async 'assembly.diff'({ before, after }, call) {
    return compareAssemblies(await sideOf('before', before, call), await sideOf('after', after, call));
  },

  async 'assembly.render'({ assembled, format, provenance = false }, call) {
    const text = renderContext(assembled, { format, provenance });
    const estimator = estimators.find(name => name === assembled.meta.estimator) ?? 'chars4';
    const [tokens = 0] = await countTexts(call.world.tokens, estimator, [text]);
    return { text, tokens };
  },

  async 'assembly.count'({ texts, estimator = 'o200k_base' }, call) {
    return { tokens: [...(await countTexts(call.world.tokens, estimator, texts))] };
  },

  async 'assembly.memoryTypes'(_, call) {
    const { memories } = await knownDefinitions(await call.project());
    const memory_types = memories.map(({ id, label, description = '', contribution, inputs_scope }) => ({
      id,
      label,
      description,
      section: contribution.section,
      inputs_scope,
    }));
    return { memory_types };
  },
};

/** A recording keeps what was asked, not what was answered, so that it is assembled as the definitions are now. */
async function sideOf(
  name: 'before' | 'after',
  { request, recording, assembled, overlay }: Input<'assembly.diff'>['before'],
  call: Needs<keyof Call>,
): Promise<AssembledContext> {
  if ([request, recording, assembled].filter(one => one !== undefined).length !== 1)
    throw new AppError('invalid_input', `${name}: give one of request, recording and assembled`);
  if (assembled !== undefined && overlay !== undefined)
    throw new AppError('invalid_input', `${name}: an overlay is for what is assembled now`);
  if (assembled !== undefined) return assembled;
  const asked =
    recording === undefined
      ? request
      : (await recordingHandlers['recordings.get']({ id: recording }, call)).recording.request;
  return preview(asked, overlay ?? {}, call);
}

async function preview(
  request: unknown,
  overlay: NonNullable<Input<'assembly.preview'>['overlay']>,
  call: Needs<keyof Call>,
): Promise<AssembledContext> {
  const project = projectUnder(overlay, await call.projectIfOpen());
  const stored = project === undefined ? noDefinitions : await definitionsInTime(call, project, request);
  const known = await layOver(stored, overlay, call.caller);
  // Typing makes many of them, so only who names an id hears of one.
  const isLoud = namedRequestId(request, call.caller) !== undefined;
  const giver = giverOf(call.caller);
  return run(call, project, known, request, { giver, isLoud, isServed: false });
}

/** Assembles what somebody asked for, whoever that is: all hear of it, and it is recorded where that is switched on. */
export async function assembleServed(
  request: unknown,
  giver: Giver,
  call: Needs<keyof Call>,
): Promise<AssembledContext> {
  const project = await call.project();
  const known = await definitionsInTime(call, project, request);
  return run(call, project, known, request, { giver, isLoud: true, isServed: true });
}

/** The definitions of a project; files that do not answer hold nobody up beyond the request's deadline. */
async function definitionsInTime(
  needs: Needs<'world'>,
  project: OpenProject,
  request: unknown,
): Promise<KnownDefinitions> {
  const constraints = isJsonObject(request) && isJsonObject(request.constraints) ? request.constraints : {};
  const asked = Number(constraints.deadline_ms);
  const mostMs = asked >= 0 ? Math.min(asked, defaultLimits.deadline_ms) : defaultLimits.deadline_ms;
  const late = new AppError(
    'deadline',
    `the definitions of the project could not be read within ${mostMs} ms`,
  );
  return within(knownDefinitions(project), mostMs, late, needs.world.clock);
}

interface HowAssembled {
  readonly giver: Giver;
  readonly isLoud: boolean;
  readonly isServed: boolean;
}

async function run(
  needs: Needs<'caller' | 'cancel' | 'world' | 'logger' | 'publish' | 'compiled' | 'redact' | 'ports'>,
  project: OpenProject | undefined,
  known: KnownDefinitions,
  request: unknown,
  { giver, isLoud, isServed }: HowAssembled,
): Promise<AssembledContext> {
  const requestId = requestIdOf(request, needs);
  const config = await configOf(project);
  const assembled = await assemble(
    {
      ...known,
      request,
      giver,
      redaction: config.redaction_mode,
      authority: config.authority,
    },
    {
      ports: needs.ports(project),
      cancel: needs.cancel,
      emit: isLoud ? createAssemblyEmitter(needs, requestId) : silent,
      requestId,
      compiled: needs.compiled,
      redact: needs.redact,
    },
  );
  if (isServed && project !== undefined && config.recordings.enabled)
    recordServed(needs, project, config, { request, assembled });
  return withRenderedTokens(assembled);
}

/** What somebody pastes into a prompt has a frame, which the default limit does not count: the trace tells both. */
function withRenderedTokens(assembled: AssembledContext): AssembledContext {
  const { trace, meta } = assembled;
  if (meta.estimator !== 'chars4') return assembled;
  const rendered = chars4(renderContext(assembled, { format: 'markdown' }));
  if (rendered === meta.token_estimate) return assembled;
  return { ...assembled, trace: { ...trace, rendered_tokens: rendered } };
}

/** Why a memory or an item is there or not, with unsaved definitions laid over the project's. */
async function explainGiven(
  { request, memory_id, item_id, overlay = {} }: Input<'assembly.explain'>,
  needs: Needs<'caller' | 'cancel' | 'regexes' | 'ports' | 'projectIfOpen'>,
): Promise<Output<'assembly.explain'>> {
  const project = projectUnder(overlay, await needs.projectIfOpen());
  const known = await layOver(
    project === undefined ? noDefinitions : await knownDefinitions(project),
    overlay,
    needs.caller,
  );
  const samples = (await valuesOf(project?.samples)) ?? [];
  return explainItem(
    {
      ...known,
      samples,
      request,
      giver: giverOf(needs.caller),
      ...(await itemPolicyOf(project)),
      target: targetOf(memory_id, item_id),
    },
    { ports: needs.ports(project), cancel: needs.cancel, regexes: needs.regexes },
  );
}

function targetOf(memoryId: string | undefined, itemId: string | undefined): ExplainTarget {
  if (memoryId !== undefined && itemId === undefined) return { memoryId };
  if (memoryId === undefined && itemId !== undefined)
    return { memoryId: itemId.slice(0, itemId.lastIndexOf('#')), itemId };
  throw new AppError('invalid_input', 'give either memory_id or item_id');
}

/** Sends an assembly's events to all who listen, numbered from 1 and dated. */
function createAssemblyEmitter(
  { world, publish }: Needs<'world' | 'publish'>,
  requestId: string,
): (event: AssemblyEventBody) => void {
  let seq = 0;
  return event => {
    seq += 1;
    publish({ ...event, request_id: requestId, seq, at: world.clock.nowIso() });
  };
}
