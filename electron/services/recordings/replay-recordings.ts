import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { CauseSummary, Recording } from '../../../shared/model/recording.ts';
import { type ContextRequest, requestSchema } from '../../../shared/model/request.ts';
import { costOf } from '../../../shared/model/token-prices.ts';
import type { CompiledEngines } from '../../../shared/rules/compiled/compiled-engines.ts';
import { inStretches, type Pause } from '../../../shared/stretches.ts';
import {
  type FiredRules,
  type ReplayDefinitions,
  type ReplayedGroup,
  ReplayRun,
  tokensByMemory,
} from '../../engine/recordings/replay.ts';
import { createPause } from '../../storage/pause.ts';
import {
  findRecording,
  listCauses,
  pageRecordings,
  placeOf,
  type RecordingPlace,
} from '../../storage/recordings/recording-table.ts';
import { cancellablePause, type Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import { type KnownDefinitions, knownDefinitions } from '../project/known-definitions.ts';
import { layOver } from '../project/overlay.ts';
import type { OpenProject } from '../project/project.ts';
import { createMemoryTokens } from '../rules/memory-tokens.ts';
import { readyToRead } from './recorder.ts';
import { recordedSince } from './write-served.ts';

export type ReplayNeeds = Needs<'caller' | 'cancel' | 'world' | 'compiled' | 'regexes' | 'ports' | 'project'>;

/** Read at once: about 10 ms. */
const pageRecordingsCount = 250;
/** Memories whose tokens are measured where no recording tells them, each with so many requests. */
const mostMeasured = 20;

/** What an edit would have changed for what was recorded. What rules choose is compared; the budget may cut it again. */
export async function replayRecordings(
  { engines, memories, absent, causes, model }: Input<'recordings.replay'>,
  needs: ReplayNeeds,
): Promise<Output<'recordings.replay'>> {
  if (engines === undefined && memories === undefined && absent === undefined)
    throw new AppError(
      'invalid_input',
      'recordings.replay needs the edit: "engines", "memories" or "absent", as they would be after it',
    );
  const project = await needs.project();
  const pause = cancellablePause(needs);
  const saved = await knownDefinitions(project);
  // The first that asks for them after a change has read and judged them.
  await pause();
  const edit = {
    ...(engines && { engines }),
    ...(memories && { memories }),
    ...(absent && { absent }),
  };
  const edited = await layOver(saved, edit, needs.caller);
  const [replay] = await replayEach({ saved, edits: [edited], causes, model }, needs, project);
  if (replay === undefined) throw new Error('an edit has its replay');
  return replay;
}

interface ReplayHow {
  readonly saved: KnownDefinitions;
  /** The definitions after each edit. */
  readonly edits: readonly KnownDefinitions[];
  readonly causes?: readonly string[] | undefined;
  readonly model?: string | undefined;
}

/** The same for several edits whose definitions are known to be sound; recordings are gone through once for all. */
export async function replayEach(
  { saved, edits, causes, model }: ReplayHow,
  needs: ReplayNeeds,
  project: OpenProject,
): Promise<Output<'recordings.replay'>[]> {
  if (edits.length === 0) return [];
  const { cancel, compiled, regexes } = needs;
  const pause = cancellablePause(needs);
  const stored = await recordedCauses(needs, project, causes);
  const known = tokensByMemory(stored.values());
  const before = idsOf(saved);
  const runs = edits.map(edited => ({
    edited,
    run: new ReplayRun(before, idsOf(edited), { compiled, regexes }),
  }));
  let skipped = 0;
  if (stored.size > 0) await compileInTurns([saved, ...edits], compiled, pause);
  await eachRecording(needs, project, stored, (recording, weight) => {
    const { id, request } = recording;
    if (hasShape(requestSchema, request)) {
      const fired: FiredRules = new Map();
      for (const { run } of runs) run.add({ id, request, weight }, fired);
    } else skipped += 1;
    if (cancel.cancelled) throw new AppError('deadline', 'the replay was cancelled');
  });
  const { token_prices } = await configOf(project);
  const replays = [];
  for (const { edited, run } of runs) {
    const { groups, recordings, requests } = run.result();
    const measured = await measureUnknown({ groups, known, edited, saved }, needs, project);
    const tokensOf = (id: string) => known.get(id) ?? measured.get(id);
    replays.push(withFigures(groups, tokensOf, token_prices, { recordings, requests, skipped, model }));
  }
  return replays;
}

/** Compiled at the first request that needs them, thousands of rules would hold all others. */
async function compileInTurns(
  definitions: readonly KnownDefinitions[],
  compiled: CompiledEngines,
  pause: Pause,
): Promise<void> {
  // The first that reads the database of a process has opened it.
  await pause();
  for (const { engines } of definitions)
    await inStretches(compiled.compile(compiled.inOrder(engines)), pause);
}

/** Causes of recordings by id, those that were asked for. */
export async function recordedCauses(
  needs: Needs<'world'>,
  project: OpenProject,
  wanted?: readonly string[],
): Promise<ReadonlyMap<string, CauseSummary>> {
  const { since } = await readyToRead(needs, project);
  const all = await project.content.read(database => listCauses(database, since), []);
  const asked = wanted && new Set(wanted);
  return new Map(all.filter(({ id }) => asked?.has(id) ?? true).map(cause => [cause.id, cause]));
}

/** Every recording of these causes, and for how many requests it stands, until it is enough; others have their turns meanwhile. */
export async function eachRecording(
  { world }: Needs<'world'>,
  project: OpenProject,
  causes: ReadonlyMap<string, CauseSummary>,
  visit: (recording: Recording, weight: number) => 'enough' | undefined,
): Promise<void> {
  const { recordings } = await configOf(project);
  const since = recordedSince(world.clock.nowIso(), recordings);
  const pause = createPause();
  for (let after: RecordingPlace | undefined; ; ) {
    const page = await project.content.read(
      database => pageRecordings(database, since, after, pageRecordingsCount),
      [],
    );
    for (const recording of page) {
      const cause = causes.get(recording.cause);
      const said = cause && visit(recording, cause.requests / Math.max(1, cause.recordings));
      if (said === 'enough') return;
      const others = pause();
      if (others !== undefined) await others;
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = placeOf(last.id);
  }
}

const idsOf = ({ engines, memories }: KnownDefinitions): ReplayDefinitions => ({
  engines,
  memories: new Set(memories.map(({ id }) => id)),
});

interface Unmeasured {
  readonly groups: readonly ReplayedGroup[];
  readonly known: ReadonlyMap<string, number>;
  readonly edited: KnownDefinitions;
  readonly saved: KnownDefinitions;
}

/** What memories bring that no recording has: as measured with requests that gain or lose them. */
async function measureUnknown(
  { groups, known, edited, saved }: Unmeasured,
  needs: ReplayNeeds,
  project: OpenProject,
): Promise<ReadonlyMap<string, number>> {
  const tokensOf = await createMemoryTokens(needs, project);
  const measured = new Map<string, number>();
  for (const { gained, lost, examples } of groups)
    for (const id of [...gained, ...lost]) {
      const memory = [...edited.memories, ...saved.memories].find(one => one.id === id);
      const isKnown = known.has(id) || measured.has(id) || measured.size >= mostMeasured;
      if (memory === undefined || isKnown) continue;
      const requests = await requestsOf(project, examples);
      const tokens = await meanOf(memory, requests, tokensOf);
      if (tokens !== undefined) measured.set(id, tokens);
    }
  return measured;
}

async function requestsOf(project: OpenProject, ids: readonly string[]): Promise<ContextRequest[]> {
  const found = await project.content.read(database => ids.map(id => findRecording(database, id)), []);
  return found.flatMap(recording => {
    const request = recording?.request;
    if (!hasShape(requestSchema, request)) return [];
    // Only ids that the project does not know make such a request invalid, and they play no part here.
    const { explicit_memory: _, rule_engine_ids: __, ...own } = request;
    return [own];
  });
}

async function meanOf(
  memory: PersistentMemory,
  requests: readonly ContextRequest[],
  tokensOf: (memory: PersistentMemory, request: ContextRequest) => Promise<number>,
): Promise<number | undefined> {
  if (requests.length === 0) return undefined;
  let sum = 0;
  for (const request of requests) sum += await tokensOf(memory, request);
  return sum / requests.length;
}

interface Figures {
  readonly recordings: number;
  readonly requests: number;
  readonly skipped: number;
  readonly model: string | undefined;
}

function withFigures(
  groups: readonly ReplayedGroup[],
  tokensOf: (id: string) => number | undefined,
  prices: Parameters<typeof costOf>[0],
  { model, ...figures }: Figures,
): Output<'recordings.replay'> {
  const memories = new Map<string, { gained: number; lost: number }>();
  const count = (ids: readonly string[], requests: number, what: 'gained' | 'lost') => {
    for (const id of ids) {
      const counts = memories.get(id) ?? { gained: 0, lost: 0 };
      memories.set(id, { ...counts, [what]: counts[what] + requests });
    }
  };
  for (const { gained, lost, requests } of groups) {
    count(gained, requests, 'gained');
    count(lost, requests, 'lost');
  }
  const rows = [...memories].map(([id, counts]) => ({ id, ...counts, tokens_each: rounded(tokensOf(id)) }));
  const sum = (what: 'gained' | 'lost') =>
    rows.reduce((total, row) => total + row[what] * (row.tokens_each ?? 0), 0);
  const tokens = { added: sum('gained'), removed: sum('lost') };
  const cost = (amount: number) => costOf(prices, model, 0, amount);
  const [added, removed] = [cost(tokens.added), cost(tokens.removed)];
  const each = (ids: readonly string[]) => ids.reduce((total, id) => total + (tokensOf(id) ?? 0), 0);
  return {
    ...figures,
    changed: {
      recordings: groups.reduce((total, group) => total + group.recordings, 0),
      requests: groups.reduce((total, group) => total + group.requests, 0),
    },
    groups: groups.map(group => ({ ...group, tokens: Math.round(each(group.gained) - each(group.lost)) })),
    memories: rows.toSorted((left, right) => right.gained + right.lost - left.gained - left.lost),
    tokens,
    cost:
      added === null || removed === null
        ? null
        : { model: added.model, added: added.uncached, removed: removed.uncached },
  };
}

const rounded = (tokens: number | undefined): number | null =>
  tokens === undefined ? null : Math.round(tokens);
