import { randomBytes } from 'node:crypto';
import type { AssemblyEvent, AssemblyEventBody } from '../../shared/contract/events.ts';
import type { AssembledContext, RequestValidation } from '../../shared/model/assembled-context.ts';
import type { RuleEvaluation } from '../../shared/model/evaluation.ts';
import type { Explanation } from '../../shared/model/explanation.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { CompiledEngines } from '../../shared/rules/compiled/compiled-engines.ts';
import type { RegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { assemble } from '../engine/assembly/assemble.ts';
import { evaluateKnown } from '../engine/assembly/evaluate-known.ts';
import { explainItem } from '../engine/assembly/explain-item.ts';
import type { Redact } from '../engine/assembly/redact-items.ts';
import { renderContext, renderFormats } from '../engine/assembly/render-context.ts';
import { validateRequest } from '../engine/assembly/validate-request.ts';
import type { Cancel, ChatPort, EnginePorts } from '../engine/ports.ts';
import { createIdMint } from '../platform/ids.ts';
import { checkChoice, checkObject, checkText } from './check-given.ts';
import type { Acting } from './sources/acting-source.ts';
import type { Weft } from './weft-types.ts';

/** What questions are answered from. */
export interface Within {
  readonly acting: () => Acting;
  readonly ports: EnginePorts;
  readonly chat: ChatPort | undefined;
  readonly compiled: CompiledEngines;
  readonly regexes: RegexCache;
  readonly redact: Redact;
}

export function evaluateFor(
  { acting, compiled, regexes }: Within,
  request: ContextRequest,
  { explain = false, engineId }: { explain?: boolean | undefined; engineId?: string | undefined },
): RuleEvaluation {
  const known = acting();
  return evaluateKnown(request, known, { explain, engineId, regexes, compiled, redaction: known.redaction });
}

export function validateFor({ acting }: Within, request: unknown): RequestValidation {
  return validateRequest(request, acting());
}

export async function assembleFor(
  { acting, ports, compiled, redact }: Within,
  request: ContextRequest,
  { cancel, onEvent }: { cancel: Cancel; onEvent?: ((event: AssemblyEvent) => void) | undefined },
): Promise<AssembledContext> {
  const requestId = request?.request_id ?? mintId();
  return assemble(
    { ...acting(), request },
    { ports, cancel, emit: numbered(requestId, ports, onEvent), requestId, compiled, redact },
  );
}

const mintId = createIdMint(randomBytes);

function numbered(
  request_id: string,
  { clock }: EnginePorts,
  onEvent: ((event: AssemblyEvent) => void) | undefined,
): (event: AssemblyEventBody) => void {
  if (onEvent === undefined) return () => {};
  let seq = 0;
  return event => {
    seq += 1;
    try {
      onEvent({ ...event, request_id, seq, at: clock.nowIso() });
    } catch {
      // Who listens keeps nobody from the context, and answers for its own failures.
    }
  };
}

export async function explainFor(
  { acting, ports, regexes }: Within,
  request: ContextRequest,
  target: Parameters<Weft['explain']>[1],
  cancel: Cancel,
): Promise<Explanation> {
  checkTarget(target);
  const asked =
    'memoryId' in target
      ? { memoryId: target.memoryId }
      : { memoryId: target.itemId.slice(0, target.itemId.lastIndexOf('#')), itemId: target.itemId };
  return explainItem({ ...acting(), request, target: asked }, { ports, cancel, regexes });
}

function checkTarget(target: Parameters<Weft['explain']>[1]): void {
  checkObject('target', target, '; give a memoryId or an itemId');
  if ('memoryId' in target) checkText('target.memoryId', target.memoryId);
  else checkText('target.itemId', target.itemId);
}

export const renderText: Weft['render'] = (assembled, as = {}) => {
  checkObject('assembled', assembled);
  checkObject('assembled.context', assembled.context);
  checkObject('assembled.trace', assembled.trace);
  checkObject('as', as);
  checkChoice('format', as.format, renderFormats);
  const { format = 'markdown', provenance = false } = as;
  return renderContext(assembled, { format, provenance });
};
