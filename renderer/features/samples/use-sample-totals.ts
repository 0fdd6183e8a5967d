import { useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import type { Input } from '../../../shared/contract/contract.ts';
import { listedProblems } from '../../../shared/contract/listed-problems.ts';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { isJsonEqual, type JsonObject } from '../../../shared/model/json.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { call, errorBody } from '../../api/call.ts';
import { coalesce } from '../../stores/coalesce.ts';
import { type DocumentsState, selectWorking, useDocuments } from '../../stores/documents.ts';
import { overlayOf, usePreview } from '../../stores/preview.ts';
import { createSettling } from '../../stores/settling.ts';
import { followStored } from '../../stores/stored-news.ts';
import { selectSampleId, useWorkspace } from '../../stores/workspace.ts';

/** What a sample comes to; `tokens` is null where its request cannot be assembled. */
export interface SampleTotal {
  readonly tokens: number | null;
  readonly cut: number;
}

interface SampleTotals {
  readonly totals: Readonly<Record<string, SampleTotal>>;
  /** The documents that the round under way, or the last one, is of, and the samples it has come to. */
  readonly of?: DocumentsState['working'];
  readonly done: ReadonlySet<string>;
}

const useTotals = create<SampleTotals>()(() => ({ totals: {}, done: new Set() }));
const selectTotals = ({ totals }: SampleTotals) => totals;

/** The edit that is seen at once is the current sample's own preview; the rest may come a moment later. */
const settling = createSettling({ pauseMs: 400, mostMs: 2000 });
/** What agents store changes every total, and each takes an assembly: with many posts a second there are pauses between rounds. */
const newsTimes = { pauseMs: 1500, mostMs: 10_000 };

/**
 * Totals of every sample, assembled one after the other in the pauses of editing. The current sample's is that of
 * the preview, so that one figure is the same wherever it stands.
 */
export function useSampleTotals(): Readonly<Record<string, SampleTotal>> {
  const current = useWorkspace(selectSampleId);
  // For a moment after another one was chosen, the preview is still of the one before.
  const assembled = usePreview(state => (state.sampleId === current ? state.result : undefined));
  const totals = useAllTotals();
  return useMemo(
    () => (current === undefined || !assembled ? totals : { ...totals, [current]: totalIn(assembled) }),
    [totals, current, assembled],
  );
}

function useAllTotals(): Readonly<Record<string, SampleTotal>> {
  const working = useDocuments(selectWorking);
  const [followed] = useState(followTotals);
  useEffect(() => followed.begin(), [followed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first ones need no pause; where some are known, the view is drawn before they are asked for again
  useEffect(() => {
    const isFirst = Object.keys(useTotals.getState().totals).length === 0;
    if (isFirst && working === useDocuments.getState().saved) followed.again();
    else settling.later(followed.again);
  }, [working]);
  return useTotals(selectTotals);
}

/** One round after the other, so that edits without a pause keep no sample from being assembled. */
function followTotals() {
  const run = { stopped: false };
  const again = coalesce(() => assembleAll(run), 0);
  return {
    again,
    begin() {
      run.stopped = false;
      const news = followStored(again, newsTimes);
      return () => {
        run.stopped = true;
        news.stop();
        settling.forget(again);
      };
    },
  };
}

async function assembleAll(run: { readonly stopped: boolean }): Promise<void> {
  const state = useDocuments.getState();
  const overlay = overlayOf(state);
  const samples = state.working.samples;
  const before = useTotals.getState();
  const kept = Object.entries(before.totals).filter(([id]) => id in samples);
  const done = before.of === state.working ? before.done : new Set<string>();
  useTotals.setState({ totals: Object.fromEntries(kept), of: state.working, done });
  // A list that was left before its last sample goes on with it, and then begins again with the first.
  const isLater = ({ id }: Sample) => Number(done.has(id));
  for (const { id, request } of Object.values(samples).sort((a, b) => isLater(a) - isLater(b))) {
    if (run.stopped) return;
    const total = await totalOf(request, overlay, useTotals.getState().totals[id]);
    if (run.stopped) return;
    const now = useTotals.getState();
    useTotals.setState({ totals: withTotal(now.totals, id, total), done: new Set([...now.done, id]) });
  }
}

type Totals = SampleTotals['totals'];

function withTotal(totals: Totals, id: string, total: SampleTotal | undefined): Totals {
  // What a sample came to before draws no list anew.
  if (isJsonEqual(totals[id], total)) return totals;
  const { [id]: _, ...others } = totals;
  return total === undefined ? others : { ...others, [id]: total };
}

async function totalOf(
  request: JsonObject,
  overlay: Input<'assembly.preview'>['overlay'],
  former: SampleTotal | undefined,
): Promise<SampleTotal | undefined> {
  try {
    return totalIn(await call('assembly.preview', { request: asRequest(request), overlay }));
  } catch (error) {
    const failure = errorBody(error);
    // What is wrong with the request is said beside it, where it can be mended.
    if (listedProblems(failure).length > 0) return { tokens: null, cut: 0 };
    // A call that failed says nothing of its sample, and in a project that is only looked at nothing comes to anything.
    return failure.code === 'untrusted_project' ? undefined : former;
  }
}

function totalIn({ meta, trace }: AssembledContext): SampleTotal {
  return { tokens: meta.token_estimate, cut: trace.dropped.filter(item => item.reason === 'budget').length };
}
