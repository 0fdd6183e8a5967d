import { z } from 'zod';
import type { Input, Output } from '../../shared/contract/contract.ts';
import { hasShape } from '../../shared/model/check-shape.ts';
import { memorySchema, type PersistentMemory } from '../../shared/model/memory.ts';
import { requestSchema } from '../../shared/model/request.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { type Sample, sampleSchema } from '../../shared/model/sample.ts';
import { bySeverity } from '../engine/analysis/analyze-rules.ts';
import {
  createIncrementalAnalysis,
  type IncrementalAnalysis,
} from '../engine/analysis/incremental-analysis.ts';
import { executeMemory } from '../engine/assembly/execute-memory.ts';
import type { App } from './app.ts';
import type { Call } from './call.ts';
import { redactionModeOf } from './config.ts';
import { enginePorts } from './engine-ports.ts';
import type { OpenProject } from './open-project.ts';
import { refuseMisshaped } from './refuse-problems.ts';
import { readAll } from './renaming.ts';
import { requiredOverBudget } from './required-findings.ts';

/** Static analysis (R10) of what is given; what is not is the open project's, and is not looked up where none is open. */
export async function analyzeProject(
  input: Input<'rules.analyze'>,
  call: Call,
): Promise<Output<'rules.analyze'>> {
  if (input.engines !== undefined) refuseMisshaped('an engine', z.array(engineSchema), input.engines);
  if (input.memories !== undefined) refuseMisshaped('a memory type', z.array(memorySchema), input.memories);
  if (input.samples !== undefined) refuseMisshaped('a sample', z.array(sampleSchema), input.samples);
  const project = input.engines === undefined ? await call.project() : await call.app.projects.current();
  const known = project && (await readAll(project)).definitions;
  const memories = input.memories ?? known?.memories;
  const samples = input.samples ?? known?.samples ?? [];
  const engines = input.engines ?? known?.engines ?? [];
  // What no rule adds costs no rule anything; a project may have thousands of such memories.
  const added = new Set(engines.flatMap(({ rules }) => rules.flatMap(rule => rule.then.add_memories)));
  const measured = (memories ?? []).filter(({ id }) => added.has(id));
  const tokens =
    input.budget && (input.budget.tokens ?? (await measuredTokens(measured, samples, call, project)));
  const findings = analysisOf(call.app).analyze({
    engines,
    ...(memories && { memories }),
    samples,
    ...(input.budget &&
      tokens && {
        budget: {
          limit: input.budget.limit,
          tokensOf: id => (Object.hasOwn(tokens, id) ? (tokens[id] ?? 0) : 0),
        },
      }),
  });
  const required = await requiredOverBudget({ engines, memories: memories ?? [] }, samples, call, project);
  return { findings: bySeverity([...findings, ...required]) };
}

const analyses = new WeakMap<App, IncrementalAnalysis>();

/** Who edits asks again with a little changed: rules that are equal to those of the last call are not judged anew. */
function analysisOf(app: App): IncrementalAnalysis {
  const known = analyses.get(app) ?? createIncrementalAnalysis();
  analyses.set(app, known);
  return known;
}

/** The most tokens that each memory brought for any of the samples. */
async function measuredTokens(
  memories: readonly PersistentMemory[],
  samples: readonly Sample[],
  call: Call,
  project: OpenProject | undefined,
): Promise<Record<string, number>> {
  const ports = enginePorts(call.app, project);
  const redaction = await redactionModeOf(project);
  const requests = samples.map(({ request }) => request).filter(request => hasShape(requestSchema, request));
  const measured: [string, number][] = [];
  for (const memory of memories) {
    let most = 0;
    for (const request of requests.length > 0 ? requests : [{ scope_variables: {} }]) {
      // Only ids that the project does not know make such a request invalid, and they play no part here.
      const {
        explicit_memory: _,
        rule_engine_ids: __,
        ...own
      } = { explicit_memory: 0, rule_engine_ids: 0, ...request };
      const { items } = await executeMemory(
        { memory, request: own, redaction },
        { ports, cancel: call.cancel },
      );
      const kept = items.slice(0, memory.contribution.max_items);
      most = Math.max(
        most,
        kept.reduce((sum, item) => sum + item.tokens, 0),
      );
    }
    measured.push([memory.id, most]);
  }
  return Object.fromEntries(measured);
}
