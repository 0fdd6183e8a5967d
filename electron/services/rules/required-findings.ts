import { AppError } from '../../../shared/contract/errors.ts';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { ContextItem } from '../../../shared/model/assembled-context.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import type { Finding } from '../../../shared/model/finding.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { type ContextRequest, requestSchema } from '../../../shared/model/request.ts';
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
  const required = new Set(
    known.memories.filter(({ contribution }) => contribution.required === true).map(({ id }) => id),
  );
  const limited = samples.flatMap(sample => limitedSample(sample) ?? []);
  // What is not trusted is shown and does nothing, so nothing can be measured.
  if (required.size === 0 || limited.length === 0 || project?.trust.isTrusted() === false) return [];
  const findings: Finding[] = [];
  for (const { sample, limit, request } of limited) {
    const items = await itemsOf(request, known, needs, project);
    // What stands as data is never required.
    const own = items.filter(item => item.lowered_from === undefined && required.has(item.memory_id));
    const tokens = own.reduce((sum, item) => sum + item.tokens, 0);
    if (tokens > limit) findings.push(findingOf(sample, own, { tokens, limit }));
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

async function itemsOf(
  request: ContextRequest,
  known: KnownDefinitions,
  needs: QuietNeeds,
  project: OpenProject | undefined,
): Promise<ContextItem[]> {
  try {
    const input = { ...known, request, ...(await itemPolicyOf(project)) };
    const { context } = await assembleQuietly(input, needs, project);
    return Object.values(context).flatMap(list => list ?? []);
  } catch (error) {
    // A sample that cannot be assembled says so where it is shown; nothing is known of its tokens.
    if (error instanceof AppError && error.code === 'invalid_input') return [];
    throw error;
  }
}

function findingOf(
  sample: Sample,
  items: readonly ContextItem[],
  { tokens, limit }: { readonly tokens: number; readonly limit: number },
): Finding {
  const memories = [...new Set(items.map(({ memory_id }) => memory_id))];
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
