import { create } from 'zustand';
import type { Input } from '../../shared/contract/contract.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { call } from '../api/call.ts';
import { problemOfFinding } from '../worker/problem-of-finding.ts';
import type { DefinitionProblem } from '../worker/protocol.ts';
import { useDocuments } from './documents.ts';
import type { Documents } from './history.ts';
import { createSettling } from './settling.ts';
import { useWorkspace } from './workspace.ts';

/** What is said about budgets: it needs the tokens that memories bring, so the host measures it. */
export const useBudgetFindings = create<{ readonly problems: readonly DefinitionProblem[] }>()(() => ({
  problems: [],
}));

const codes: ReadonlySet<string> = new Set(['co-fires-over-budget', 'required-over-budget']);
/** Longer than a pause in typing: pipelines run for it, those that an edit did not touch from memory. */
const settlingTimes = { pauseMs: 1200, mostMs: 5000 };

/** Starts following edits and the current sample; returns how to stop. */
export function followBudgetFindings(): () => void {
  const state = { number: 0 };
  const settling = createSettling(settlingTimes);
  const measure = async () => {
    state.number += 1;
    const { number } = state;
    const problems = await problemsOf(useDocuments.getState().working, useWorkspace.getState().sampleId);
    if (number === state.number) useBudgetFindings.setState({ problems });
  };
  // Where nothing can be measured, whatever is wrong is told by who else looks at it.
  const begin = () => void measure().catch(() => undefined);
  const start = () => settling.later(begin);
  const stops = [
    useDocuments.subscribe((now, before) => now.working !== before.working && start()),
    useWorkspace.subscribe((now, before) => now.sampleId !== before.sampleId && start()),
  ];
  start();
  return () => {
    state.number += 1;
    settling.forget(begin);
    for (const stop of stops) stop();
    useBudgetFindings.setState({ problems: [] });
  };
}

async function problemsOf(working: Documents, sampleId: string | undefined): Promise<DefinitionProblem[]> {
  const limit = limitOf(working, sampleId);
  const memories = Object.values(working.memories);
  if (limit === undefined && !memories.some(({ contribution }) => contribution?.required === true)) return [];
  const input: Input<'rules.analyze'> = {
    engines: Object.values(working.engines),
    memories,
    samples: Object.values(working.samples),
    ...(limit !== undefined && { budget: { limit } }),
  };
  const { findings } = await call('rules.analyze', input);
  return findings.filter(({ code }) => codes.has(code)).map(problemOfFinding);
}

/** The current sample's own limit, as far as it can be one. */
function limitOf({ samples }: Documents, sampleId: string | undefined): number | undefined {
  const constraints = sampleId === undefined ? undefined : samples[sampleId]?.request.constraints;
  const limit = isJsonObject(constraints) ? constraints.max_tokens : undefined;
  return typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : undefined;
}
