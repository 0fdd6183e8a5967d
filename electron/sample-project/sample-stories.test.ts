import { expect, it } from 'vitest';
import type { AssembledContext, DropReason } from '../../shared/model/assembled-context.ts';
import { sections } from '../../shared/model/section.ts';
import { startApp } from '../../test/support/app-harness.ts';

/** What a sample is there to show: which memories lose items and why, and which do not run. */
interface Story {
  readonly budget?: readonly string[];
  readonly duplicate?: readonly string[];
  readonly max_items?: readonly string[];
  readonly skipped?: readonly string[];
  readonly deprecated?: boolean;
}

const stories: Record<string, Story> = {
  'planning-developer': {
    budget: ['known-fixes', 'working-notes'],
    duplicate: ['known-fixes'],
    max_items: ['recent-decisions'],
  },
  'planning-tech-lead': { duplicate: ['api-contracts'], max_items: ['architecture-docs'] },
  'planning-qa': { max_items: ['architecture-docs'] },
  'implementing-developer': {
    budget: ['known-fixes', 'working-notes'],
    duplicate: ['known-fixes'],
    max_items: ['recent-decisions'],
  },
  'implementing-migration': { duplicate: ['migration-rules'] },
  'implementing-qa': {
    budget: ['incident-notes', 'known-fixes', 'working-notes'],
    duplicate: ['known-fixes'],
    max_items: ['recent-decisions'],
  },
  'reviewing-tech-lead': { duplicate: ['project-conventions'], max_items: ['recent-decisions'] },
  'reviewing-qa': {},
  'hotfix-tech-lead': {
    budget: ['known-fixes', 'working-notes'],
    duplicate: ['known-fixes'],
    max_items: ['recent-decisions'],
    skipped: ['api-contracts'],
  },
  'onboarding-guide': { deprecated: true },
};

/** The document that the first chunk of a memory must come from. */
const bestFinds: readonly (readonly [sample: string, memory: string, document: string])[] = [
  ['planning-developer', 'architecture-docs', 'architecture/adr/007-server-sessions.md'],
  ['planning-developer', 'incident-notes', 'incidents/2026-03-18-login-redirect-loop.md'],
  ['planning-qa', 'product-brief', 'product/boarding-day.md'],
  ['implementing-developer', 'incident-notes', 'incidents/2026-05-06-holds-released-early.md'],
  ['implementing-qa', 'incident-notes', 'incidents/2026-08-09-scanner-clock-skew.md'],
  ['reviewing-qa', 'product-brief', 'product/wording.md'],
  ['hotfix-tech-lead', 'incident-notes', 'incidents/2026-07-22-refunds-for-vouchers.md'],
];

/** Assembles every sample of a freshly created sample project, as the studio and the command do. */
async function assembleSamples(): Promise<Map<string, AssembledContext>> {
  const { call } = startApp();
  await call('project.createSample', {});
  const { samples } = await call('samples.list', {});
  const assembled = new Map<string, AssembledContext>();
  for (const { id, request } of samples) {
    // The schema of samples leaves the request to the assembly, which judges it whole.
    assembled.set(id, await call('assembly.preview', { request: request as { scope_variables: object } }));
  }
  return assembled;
}

function storyOf({ trace }: AssembledContext): Story {
  const losers = (reason: DropReason) =>
    named(
      reason,
      trace.dropped.filter(item => item.reason === reason).map(item => item.memory_id),
    );
  const skipped = trace.memory_calls.filter(call => call.status === 'skipped').map(call => call.memory_id);
  return {
    ...losers('budget'),
    ...losers('duplicate'),
    ...losers('max_items'),
    ...named('skipped', skipped),
    ...(trace.warnings.some(({ code }) => code === 'deprecated_memory') ? { deprecated: true } : {}),
  };
}

function named(name: string, memories: readonly string[]): Readonly<Record<string, string[]>> {
  return memories.length === 0 ? {} : { [name]: [...new Set(memories)].sort() };
}

it('tells with each sample what it is there to show', async () => {
  const assembled = await assembleSamples();
  const results = [...assembled.values()];

  expect(Object.fromEntries([...assembled].map(([id, result]) => [id, storyOf(result)]))).toEqual(stories);
  for (const [sample, memory, document] of bestFinds) {
    const items = Object.values(assembled.get(sample)?.context ?? {}).flatMap(list => list ?? []);
    const first = items.find(item => item.memory_id === memory);
    expect([sample, memory, first?.source.ref]).toEqual([sample, memory, document]);
  }

  const calls = results.flatMap(({ trace }) => trace.memory_calls);
  expect(new Set(calls.filter(call => call.kept > 0).map(call => call.memory_id)).size).toBe(15);
  expect(calls.filter(call => call.status === 'failed')).toEqual([]);
  const filled = new Set(results.flatMap(({ context }) => Object.keys(context)));
  expect([...filled].sort()).toEqual([...sections].sort());
  expect(new Set(results.map(({ meta }) => `${meta.estimator} ${meta.degraded}`))).toEqual(
    new Set(['o200k_base false']),
  );
});
