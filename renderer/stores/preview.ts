import { create } from 'zustand';
import type { Input } from '../../shared/contract/contract.ts';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import { asRequest } from '../../shared/model/as-request.ts';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import type { Constraints } from '../../shared/model/request.ts';
import { call, errorBody } from '../api/call.ts';
import { subscribe } from '../api/events.ts';
import { type DocumentsState, useDocuments, whenIdle } from './documents.ts';
import { beginLiveRun, endLiveRun, hearOfRun } from './live-run.ts';
import { isWorthDrawing, mostDelay, pressMs, previewDelay, typingMs } from './preview-delay.ts';
import { createSettling } from './settling.ts';
import { asHeard, useSolo } from './solo.ts';
import { followStored } from './stored-news.ts';
import { useWorkspace } from './workspace.ts';

export interface PreviewState {
  readonly status: 'idle' | 'running' | 'ready' | 'failed';
  readonly result?: AssembledContext | undefined;
  /** The sample that the result is of: for a moment not yet the one that was chosen. */
  readonly sampleId?: string | undefined;
  readonly error?: ErrorBody | undefined;
  /** The budget slider; overrides the sample's `max_tokens` without writing it. */
  readonly limitOverride?: number | undefined;
}

/** The current sample assembled with everything unsaved, again on every edit. */
export const usePreview = create<PreviewState>()(() => ({ status: 'idle' }));

export const selectIsFailed = (state: PreviewState) => state.status === 'failed';
export const selectLimitOverride = (state: PreviewState) => state.limitOverride;

/** So long the first preview is left to be drawn; longer where the page has not come to rest by then. */
const drawnMs = 1000;

const first: { look?: Promise<void> } = {};

/**
 * Once there was a first look at the project: what is no part of that waits for it, and is not even loaded before. All
 * wait for the same look, however late they ask: on a busy machine the answer may be there before who shows it.
 */
export function firstPreview(): Promise<void> {
  first.look ??= untilLooked();
  return first.look;
}

function untilLooked(): Promise<void> {
  const isThere = ({ status }: PreviewState) => status === 'ready' || status === 'failed';
  if (isThere(usePreview.getState())) return Promise.resolve();
  return new Promise(resolve => {
    const stop = usePreview.subscribe(now => {
      if (!isThere(now)) return;
      stop();
      setTimeout(() => whenIdle(resolve), drawnMs);
    });
  });
}

export function setTokenLimit(limit: number | undefined): void {
  usePreview.setState({ limitOverride: limit });
}

/** Starts following edits, sample and limit; returns how to stop. */
export function followPreview(): () => void {
  void firstPreview();
  const run = { number: 0, tookMs: 0, leastMs: pressMs, isTypedOn: false, drawnAt: 0 };
  const settling = createSettling({
    pauseMs: () => previewDelay(run, run.leastMs),
    mostMs: () => mostDelay(run.leastMs),
  });
  const assembleNow = async () => {
    news.known();
    run.number += 1;
    run.isTypedOn = false;
    const { number, tookMs } = run;
    const started = performance.now();
    const { sampleId } = useWorkspace.getState();
    const input = previewInput(useDocuments.getState(), sampleId, usePreview.getState().limitOverride);
    if (input) usePreview.setState({ status: 'running' });
    const outcome = input ? await outcomeOf(input, tookMs) : idle;
    if (number === run.number) {
      const now = performance.now();
      if (isWorthDrawing(run.isTypedOn, now - run.drawnAt)) {
        run.drawnAt = now;
        usePreview.setState({ ...idle, ...outcome, sampleId });
      }
      endLiveRun();
    }
    run.tookMs = performance.now() - started;
  };
  const begin = () => void assembleNow();
  const news = followStored(() => settling.later(begin));
  const start = (leastMs = pressMs) => {
    run.leastMs = leastMs;
    run.isTypedOn = leastMs === typingMs;
    settling.later(begin);
  };
  const stops = [
    news.stop,
    subscribe(hearOfRun),
    useDocuments.subscribe((now, before) => {
      if (now.working !== before.working || now.saved !== before.saved) start(typingMs);
    }),
    useSolo.subscribe(() => start()),
    useWorkspace.subscribe((now, before) => {
      if (now.sampleId === before.sampleId) return;
      usePreview.setState({ limitOverride: undefined });
      start();
    }),
    usePreview.subscribe((now, before) => {
      if (now.limitOverride !== before.limitOverride) start();
    }),
  ];
  start();
  return () => {
    // What answers from now on is nobody's.
    run.number += 1;
    endLiveRun();
    settling.forget(begin);
    for (const stop of stops) stop();
  };
}

type Outcome = Pick<PreviewState, 'status' | 'result' | 'error'>;

const idle: Outcome = { status: 'idle', result: undefined, error: undefined };

/** `tookMs` is how long the one before took, 0 for the first. */
async function outcomeOf(input: Input<'assembly.preview'>, tookMs: number): Promise<Outcome> {
  try {
    const result = await call('assembly.preview', tookMs < toldAfterMs && tookMs > 0 ? input : told(input));
    return { status: 'ready', result };
  } catch (error) {
    return { status: 'failed', error: errorBody(error) };
  }
}

/** Assemblies that are there at once need not tell of themselves; the next one takes about as long as the one before. */
const toldAfterMs = 100;

/** The same request under an id, by which the host tells how far it is. */
function told(input: Input<'assembly.preview'>): Input<'assembly.preview'> {
  const request_id = `studio-${crypto.randomUUID()}`;
  beginLiveRun(request_id, performance.now());
  return { ...input, request: { ...input.request, request_id } };
}

export function previewInput(
  documents: DocumentsState,
  sampleId: string | undefined,
  limit: number | undefined,
): Input<'assembly.preview'> | undefined {
  const sample = sampleId === undefined ? undefined : documents.working.samples[sampleId];
  if (!sample) return undefined;
  const overlay = heardOverlay(documents);
  const request =
    limit === undefined ? sample.request : withConstraints(sample.request, { max_tokens: limit });
  return { request: asRequest(request), overlay };
}

/** With one rule heard alone, every engine is another than the project's. */
export function heardOverlay(documents: DocumentsState): ReturnType<typeof overlayOf> {
  const overlay = overlayOf(documents);
  const { engines } = documents.working;
  const heard = asHeard(engines);
  return heard === engines ? overlay : { ...overlay, engines: Object.values(heard) };
}

/** Everything unsaved that an assembly depends on. */
export function overlayOf(documents: DocumentsState): NonNullable<Input<'assembly.preview'>['overlay']> {
  const changed = (kind: 'engines' | 'memories') => documents.unsaved.filter(entry => entry.kind === kind);
  const ids = (kind: 'engines' | 'memories') =>
    changed(kind).flatMap(({ id, change }) => (change === 'deleted' ? [id] : []));
  const { engines, memories } = documents.working;
  return {
    engines: changed('engines').flatMap(({ id }) => engines[id] ?? []),
    memories: changed('memories').flatMap(({ id }) => memories[id] ?? []),
    absent: { engines: ids('engines'), memories: ids('memories') },
  };
}

export function withConstraints(request: JsonObject, changes: Constraints): JsonObject {
  const constraints = isJsonObject(request.constraints) ? request.constraints : {};
  return { ...request, constraints: { ...constraints, ...changes } };
}
