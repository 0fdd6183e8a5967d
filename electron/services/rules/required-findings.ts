import { AppError } from '../../../shared/contract/errors.ts';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import type { Finding } from '../../../shared/model/finding.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { type ContextRequest, requestSchema } from '../../../shared/model/request.ts';
import { requiredItems } from '../../../shared/model/required-items.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { assembleQuietly, type QuietNeeds } from '../project/assemble-quietly.ts';
import { itemPolicyOf } from '../project/config.ts';
import type { KnownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';

/**
 * `required-over-budget`: samples whose required items alone exceed their own limit. Each is assembled without
 * the limit, so that nothing is cut that should be counted; pipelines that ran before are not run again.
 */
export async function requiredOverBudget(
  known: KnownDefinitions,
  samples: readonly Sample[],
  needs: QuietNeeds,
  project: OpenProject | undefined,
): Promise<Finding[]> {
  const isAnyRequired = known.memories.some(({ contribution }) => contribution.required === true);
  const limited = samples.flatMap(sample => limitedSample(sample) ?? []);
  // What is not trusted is shown and does nothing, so nothing can be measured.
  if (!isAnyRequired || limited.length === 0 || project?.trust.isTrusted() === false) return [];
  const findings: Finding[] = [];
  for (const { sample, limit, request } of limited) {
    const whole = await assembledOf(request, known, needs, project);
    if (whole === undefined) continue;
    const required = requiredItems(whole, known.memories);
    const items = Object.values(whole.context).flatMap(list => list ?? []);
    const own = items.filter(({ id }) => required.has(id));
    const tokens = own.reduce((sum, item) => sum + item.tokens, 0);
    const ids = new Set(own.flatMap(({ id }) => required.get(id) ?? []));
    if (tokens > limit) findings.push(findingOf(sample, [...ids], { tokens, limit }));
  }
  return findings;
}

interface LimitedSample {
  readonly sample: Sample;
  readonly limit: number;
  /** The sample's request without its limit. */
  readonly request: ContextRequest;
}

function limitedSample(sample: Sample): LimitedSample | undefined {
  const constraints = sample.request.constraints;
  if (
    !hasShape(requestSchema, sample.request) ||
    !isJsonObject(constraints) ||
    typeof constraints.max_tokens !== 'number'
  )
    return undefined;
  const { max_tokens: limit, ...others } = constraints;
  // Without its limit a request is still one.
  return { sample, limit, request: asRequest({ ...sample.request, constraints: others }) };
}

async function assembledOf(
  request: ContextRequest,
  known: KnownDefinitions,
  needs: QuietNeeds,
  project: OpenProject | undefined,
): Promise<AssembledContext | undefined> {
  try {
    const input = { ...known, request, ...(await itemPolicyOf(project)) };
    return await assembleQuietly(input, needs, project);
  } catch (error) {
    // A sample that cannot be assembled says so where it is shown; nothing is known of its tokens.
    if (error instanceof AppError && error.code === 'invalid_input') return undefined;
    throw error;
  }
}

function findingOf(
  sample: Sample,
  memories: string[],
  { tokens, limit }: { readonly tokens: number; readonly limit: number },
): Finding {
  const names = memories.map(id => `"${id}"`).join(', ');
  return {
    code: 'required-over-budget',
    severity: 'warning',
    possible: false,
    message: `The required items of ${names} alone have ${tokens} tokens in the sample "${sample.name}", whose limit is ${limit}.`,
    rules: [],
    memories,
    // Judged when the sample was taken up.
    witness: asRequest(sample.request),
  };
}
