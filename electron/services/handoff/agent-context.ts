import type { Input } from '../../../shared/contract/contract.ts';
import { AppError, messageOf } from '../../../shared/contract/errors.ts';
import { chars4 } from '../../../shared/model/chars4.ts';
import { type Config, defaultConfig } from '../../../shared/model/config.ts';
import type { AgentContext, HandedPackage, LeftOutPackage, Zone } from '../../../shared/model/handoff.ts';
import { agentShares, retrievalLimit } from '../../engine/handoff/agent-shares.ts';
import { classifyZone, type ZoneState } from '../../engine/handoff/classify-zone.ts';
import {
  type ComposedContext,
  type CountTexts,
  composeContext,
  type ShownPackage,
} from '../../engine/handoff/compose-context.ts';
import { contextText, fallbackText, switchedOffText } from '../../engine/handoff/context-text.ts';
import type { RankedEntry, RankedPackage } from '../../engine/handoff/rank-packages.ts';
import type { Needs } from '../project/call.ts';
import { loadConfig } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import { type RankablePackage, readCandidates, readShownPatterns } from './handoff-store.ts';

/** Longer than this an agent does not wait for what others have left it. */
const patienceMs = 5_000;
/** The counter of what is shown; `chars4` takes its place where it fails. */
const exactCounter = 'o200k_base';

type ContextInput = Input<'packages.context'>;

/** What an agent gets to begin with. Whatever fails within Weft, it gets an answer in time. */
export async function agentContext(
  input: ContextInput,
  needs: Needs<'world' | 'logger' | 'project'>,
): Promise<AgentContext> {
  const { clock } = needs.world;
  let stopWaiting = () => {};
  const late = new Promise<never>((_, reject) => {
    stopWaiting = clock.after(patienceMs, () =>
      reject(new AppError('deadline', `the context took longer than ${patienceMs} ms`)),
    );
  });
  try {
    return await Promise.race([readContext(input, needs), late]);
  } catch (error) {
    const reason = messageOf(error);
    needs.logger.warn('an agent got no context', { session: input.session_id, reason });
    return fallback(input, reason);
  } finally {
    stopWaiting();
  }
}

async function readContext(
  input: ContextInput,
  needs: Needs<'world' | 'logger' | 'project'>,
): Promise<AgentContext> {
  const project = await needs.project();
  refuseUntrusted(project);
  const { config, warnings } = await loadConfig(project);
  const zone = zoneFor(input, config);
  zone.warnings.push(...warnings.map(({ message }) => message));
  const shares = agentShares(input.agent_type, zone.effective_limit, input.current_tokens ?? 0);
  if (!config.enable_context_assembler)
    return {
      ...emptyContext(zone, shares, 'plain'),
      markdown: switchedOffText(input.agent_type),
      packages: [],
    };
  const isClosed = (zone.zone === 'Emergency' || zone.zone === 'Wrap-up') && input.explain !== true;
  const read = isClosed ? nothingRead : await readStores(input, needs, project, config);
  const counting = tolerantCounter(needs);
  const limit = input.limit ?? retrievalLimit(input.agent_type, config.retrieval_limits);
  const composed = await composeContext(
    { zone: zone.zone, ranked: read.ranked, patterns: read.patterns, limit, shares },
    counting.count,
  );
  return {
    ...emptyContext(zone, shares, read.path),
    markdown: textOf(input, zone, composed),
    packages: composed.shown.map(handedPackage),
    error_patterns: composed.patterns,
    available: composed.available,
    overflow: composed.available - composed.shown.length,
    stopped_by: composed.stoppedBy,
    counter: counting.used(),
    ...(input.explain === true && {
      left_out: [...leftOut(zone.zone, read.ranked, composed), ...read.excluded],
    }),
  };
}

const nothingRead = { ranked: [], excluded: [], path: 'plain', patterns: [] } as const;

async function readStores(
  input: ContextInput,
  needs: Needs<'world'>,
  { content }: OpenProject,
  config: Config,
) {
  const now = needs.world.clock.nowIso();
  const mode = config.redaction_mode;
  const { session_id, agent_type, group_id, iteration = 0, query, failure, project_id } = input;
  const patternsOf = { sessionId: session_id, projectId: project_id };
  const asked = { session_id, agent_type, group_id, iteration, query, isIndexed: config.enable_fts5 };
  const { ranked, path, excluded } = await readCandidates(content, asked, now, mode);
  return {
    ranked,
    path,
    excluded,
    patterns: await readShownPatterns(content, patternsOf, now, mode, failure),
  };
}

function zoneFor({ model, current_tokens }: ContextInput, config: Config): ZoneState {
  const { token_safety_margin: safetyMargin, models } = config;
  return classifyZone({ model, current_tokens, safetyMargin, models });
}

function textOf(
  { agent_type }: ContextInput,
  { zone, usage_pct }: ZoneState,
  { shown, patterns, available, noneShown }: ComposedContext<RankablePackage>,
): string {
  const packages = shown.map(({ block }) => block);
  return contextText({ agent: agent_type, zone, usage_pct, packages, available, noneShown, patterns });
}

function handedPackage({
  entry,
  score,
  factors,
  block,
  tokens,
}: ShownPackage<RankablePackage>): HandedPackage {
  const { id, session_id, group_id, package_type, producer_agent, created_at, supersedes_id } = entry;
  return {
    id,
    session_id,
    group_id,
    package_type,
    producer_agent,
    created_at,
    ...(supersedes_id !== undefined && { supersedes_id }),
    priority: block.priority,
    file_path: block.file_path,
    summary: block.summary,
    ...(block.content !== undefined && { content: block.content }),
    score,
    factors,
    tokens,
  };
}

type Frame = Omit<AgentContext, 'markdown'>;

function emptyContext(
  { zone, usage_pct, effective_limit, warnings }: ZoneState,
  shares: AgentContext['shares'],
  path: AgentContext['path'],
): Frame {
  return {
    zone,
    usage_pct,
    effective_limit,
    warnings,
    shares,
    path,
    packages: [],
    error_patterns: [],
    available: 0,
    overflow: 0,
    stopped_by: null,
    counter: exactCounter,
  };
}

/** Needs no store and no configuration. */
function fallback(input: ContextInput, reason: string): AgentContext {
  const zone = zoneFor(input, defaultConfig);
  zone.warnings.push(`the context is unavailable: ${reason}`);
  const shares = agentShares(input.agent_type, zone.effective_limit, input.current_tokens ?? 0);
  return { ...emptyContext(zone, shares, 'fallback'), markdown: fallbackText(input.agent_type) };
}

/** Counts exactly, and by length from the first failure on. */
function tolerantCounter(needs: Needs<'world' | 'logger'>): {
  readonly count: CountTexts;
  readonly used: () => string;
} {
  const state: { used: string } = { used: exactCounter };
  return {
    used: () => state.used,
    async count(texts) {
      try {
        if (state.used === exactCounter) return await needs.world.tokens.countTokens(exactCounter, texts);
      } catch (error) {
        needs.logger.warn('tokens are estimated', { error: String(error) });
        state.used = 'chars4';
      }
      return texts.map(chars4);
    },
  };
}

/** Candidates that an agent does not get, in their order, and why. */
function leftOut<Package extends RankedPackage>(
  zone: Zone,
  ranked: readonly RankedEntry<Package>[],
  { shown, stoppedBy }: Pick<ComposedContext<Package>, 'shown' | 'stoppedBy'>,
): LeftOutPackage[] {
  const taken = new Set(shown.map(({ entry }) => entry.id));
  const isClosed = zone === 'Wrap-up' || zone === 'Emergency';
  return ranked
    .filter(({ entry }) => !taken.has(entry.id))
    .map(({ entry, score, factors }) => {
      const isForbidden = isClosed || (zone === 'Conservative' && entry.priority !== 'critical');
      return { id: entry.id, reason: isForbidden ? 'zone' : (stoppedBy ?? 'limit'), score, factors };
    });
}
