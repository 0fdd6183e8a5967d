import { useEffect } from 'react';
import { create } from 'zustand';
import type { Input } from '../../shared/contract/contract.ts';
import { isTestBegun, wholeContracts } from '../../shared/model/begun.ts';
import type { TestResult } from '../../shared/model/context-test.ts';
import { call, errorBody } from '../api/call.ts';
import { subscribe } from '../api/events.ts';
import type { LiveJudgements, TestMessage } from '../worker/judge-tests.ts';
import { useDocuments } from './documents.ts';
import { followDocuments } from './follow-documents.ts';
import type { Documents } from './history.ts';
import { createSettling } from './settling.ts';

export interface LiveTests {
  /** What rules alone say, with every key. */
  readonly judged: LiveJudgements;
  /** The last whole run, by test; `of` is what was run. */
  readonly results: Readonly<Record<string, TestResult>>;
  readonly of?: Documents | undefined;
  readonly error?: string | undefined;
}

const nothing: LiveTests = { judged: {}, results: {} };

/** How the tests stand: by rules at once, by assembled contexts a moment later. */
export const useLiveTests = create<LiveTests>()(() => nothing);

/** Runs take some assemblies each, so they wait for a pause. */
const runTimes = { pauseMs: 250, mostMs: 1500 };
const following: { count: number; stop?: (() => void) | undefined } = { count: 0 };

/** Keeps tests up to date as long as somebody looks. */
export function useFollowTests(): void {
  useEffect(() => {
    following.count += 1;
    if (following.count === 1) following.stop = follow();
    return () => {
      following.count -= 1;
      if (following.count === 0) following.stop?.();
    };
  }, []);
}

function follow(): () => void {
  const worker = new Worker(new URL('../worker/tests.worker.ts', import.meta.url), { type: 'module' });
  const post = (message: TestMessage) => worker.postMessage(message);
  worker.addEventListener('message', ({ data }: MessageEvent<LiveJudgements>) =>
    useLiveTests.setState({ judged: data }),
  );
  const settling = createSettling(runTimes);
  const run = () => void runAll();
  const told: { tests?: Documents['tests'] } = {};
  const tellTests = () => {
    const { tests } = useDocuments.getState().working;
    if (tests === told.tests) return;
    told.tests = tests;
    post({ tests: wholeTests(tests) });
  };
  const documents = followDocuments(changes => post({ changes }));
  tellTests();
  const stops = [
    documents.stop,
    useDocuments.subscribe((now, before) => {
      tellTests();
      if (now.working !== before.working || now.saved !== before.saved) settling.later(run);
    }),
    // Stored content and trust change what is assembled.
    subscribe(event => {
      if (event.event === 'project:changed') settling.later(run);
    }),
  ];
  run();
  return () => {
    settling.forget(run);
    for (const stop of stops) stop();
    worker.terminate();
    useLiveTests.setState(nothing, true);
  };
}

/** Runs so far: what is stored may change while documents stay as they are. */
const asked = { count: 0 };

async function runAll(): Promise<void> {
  const { working } = useDocuments.getState();
  if (wholeTests(working.tests).length === 0) {
    useLiveTests.setState({ results: {}, of: working, error: undefined });
    return;
  }
  asked.count += 1;
  const own = asked.count;
  const isLatest = () => own === asked.count && useDocuments.getState().working === working;
  try {
    const { results } = await call('tests.run', testedNow());
    if (!isLatest()) return; // a later run tells
    useLiveTests.setState({
      results: Object.fromEntries(results.map(result => [result.id, result])),
      of: working,
      error: undefined,
    });
  } catch (error) {
    if (!isLatest()) return;
    useLiveTests.setState({ error: errorBody(error).message });
  }
}

/** What is only begun is not run. */
const wholeTests = (tests: Documents['tests']) => Object.values(tests).filter(test => !isTestBegun(test));

/** The working copy, where it is not what the project has. */
export function testedNow(): Input<'tests.run'> {
  const { working, unsaved } = useDocuments.getState();
  const isUnsaved = (wanted: keyof Documents) => unsaved.some(({ kind }) => kind === wanted);
  return {
    ...(isUnsaved('tests') && { tests: wholeTests(working.tests) }),
    ...(isUnsaved('engines') && { engines: Object.values(working.engines) }),
    ...(isUnsaved('memories') && { memories: Object.values(working.memories) }),
    ...(isUnsaved('contracts') && { contracts: wholeContracts(Object.values(working.contracts)) }),
    ...(isUnsaved('samples') && { samples: Object.values(working.samples) }),
  };
}
