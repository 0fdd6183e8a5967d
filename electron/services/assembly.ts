import type { assemblyContract } from '../../shared/contract/assembly.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import { assemble } from '../engine/assembly/assemble.ts';
import { renderContext } from '../engine/assembly/render-context.ts';
import { validateRequest } from '../engine/assembly/validate-request.ts';
import { createAssemblyEmitter, silent } from './assembly-events.ts';
import type { Call, Handlers } from './call.ts';
import { namedRequestId, requestIdOf, withCallerThread } from './caller-request.ts';
import { redactionModeOf } from './config.ts';
import { enginePorts } from './engine-ports.ts';
import { explainGiven } from './explain-given.ts';
import { type KnownDefinitions, knownDefinitions, noDefinitions } from './known-definitions.ts';
import type { OpenProject } from './open-project.ts';
import { layOver, projectUnder } from './overlay.ts';

export const assemblyHandlers: Handlers<keyof typeof assemblyContract> = {
  async 'assembly.validate'({ request }, call) {
    const known = await knownDefinitions(await call.project());
    return validateRequest(withCallerThread(request, call.caller), known);
  },

  async 'assembly.assemble'({ request }, call) {
    const project = await call.project();
    return run(call, project, await knownDefinitions(project), request, { isLoud: true });
  },

  async 'assembly.preview'({ request, overlay = {} }, call) {
    const project = projectUnder(overlay, await call.app.projects.current());
    const known = layOver(project === undefined ? noDefinitions : await knownDefinitions(project), overlay);
    // Typing makes many of them, so only who names an id hears of one.
    const isLoud = namedRequestId(request, call.caller) !== undefined;
    return run(call, project, known, request, { isLoud });
  },

  'assembly.explain': explainGiven,

  'assembly.render': ({ assembled, format, provenance = false }) => ({
    text: renderContext(assembled, { format, provenance }),
  }),

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

async function run(
  call: Call,
  project: OpenProject | undefined,
  known: KnownDefinitions,
  request: unknown,
  { isLoud }: { readonly isLoud: boolean },
): Promise<AssembledContext> {
  const requestId = requestIdOf(request, call);
  return assemble(
    {
      ...known,
      request: withCallerThread(request, call.caller),
      redaction: await redactionModeOf(project),
    },
    {
      ports: enginePorts(call.app, project),
      cancel: call.cancel,
      emit: isLoud ? createAssemblyEmitter(call.app, requestId) : silent,
      requestId,
      compiled: call.app.compiled,
      redact: call.app.redact,
    },
  );
}
