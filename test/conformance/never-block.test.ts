import { expect, it } from 'vitest';
import { createWorld } from '../../electron/platform/world.ts';
import { dispatch } from '../../electron/services/app/dispatch.ts';
import type { World } from '../../electron/services/project/world.ts';
import { channels } from '../../electron/shells/channels.ts';
import { setupIpc } from '../../electron/shells/ipc.ts';
import { answerLines } from '../../electron/shells/lines.ts';
import { mcpServerFactory } from '../../electron/shells/mcp/create-mcp-server.ts';
import { portOfApp } from '../../electron/shells/mcp/port-of-app.ts';
import { agentContextSchema } from '../../shared/model/handoff.ts';
import { testNow } from '../support/app-harness.ts';
import { huge, injectedFaults, wrongResult } from '../support/injected-faults.ts';
import { sampled } from '../support/property-runs.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

/** What an agent's context goes through, in order. */
const stages = ['project', 'trust', 'packages', 'query', 'patterns', 'clock', 'counting'] as const;
type Stage = (typeof stages)[number];

const stored = {
  id: 1,
  session_id: 's',
  group_id: null,
  package_type: 'research',
  file_path: 'a.md',
  producer_agent: 'a',
  priority: 'high',
  size_bytes: 1,
  created_at: testNow,
  trust: 'user',
  addressees: [],
  consumers: [],
  superseded: false,
};
const hugeResults: Readonly<Record<Stage, () => unknown>> = {
  project: () => ({ path: huge() }),
  trust: huge,
  packages: () => [{ ...stored, summary: 'short', content: huge() }],
  query: () => new Map(Array.from({ length: 1_000_000 }, (_, index) => [index, index])),
  patterns: () => [
    { pattern: { confidence: 1, ttl_days: 1, last_seen: testNow, solution: huge() }, history: [] },
  ],
  clock: huge,
  counting: () => Array.from({ length: 10_000_000 }, () => 1),
};
const faults = injectedFaults(hugeResults);

const input = { session_id: 's', agent_type: 'developer', query: 'found' };
/** Time passes so much faster for what waits. */
const speedUp = 20;

interface State {
  fault: { readonly stage: Stage; readonly act: (stage: Stage) => unknown } | undefined;
  reads: number;
}

/** A real app with packages and patterns, whose parts fail as `state` says. */
async function faultyApp(): Promise<{ app: ServedApp; state: State }> {
  const state: State = { fault: undefined, reads: 0 };
  const at = <Result>(stage: Stage, work: () => Result): Result => {
    const { fault } = state;
    if (fault?.stage !== stage) return work();
    return wrongResult(() => fault.act(stage));
  };
  const real = createWorld();
  const world: World = {
    ...real,
    tokens: {
      countTokens: (_, texts) => at('counting', async () => texts.map(text => Math.ceil(text.length / 4))),
    },
    clock: {
      ...real.clock,
      nowIso: () => at('clock', () => testNow),
      after: (milliseconds, callback) => real.clock.after(milliseconds / speedUp, callback),
    },
  };
  const app = await serveApp({ world });
  await app.openEmpty();
  await app.call('config.set', { changes: { enable_fts5: true } });
  await app.call('packages.save', {
    session_id: 's',
    package_type: 'research',
    file_path: 'a.md',
    producer_agent: 'a',
    priority: 'high',
    summary: 'What was found',
  });
  const { projects } = app.app;
  const project = await projects.require();
  const read = project.content.read.bind(project.content);
  // A context reads packages, the index of their texts, and patterns, in this order.
  const reads = ['packages', 'query', 'patterns'] as const;
  Object.assign(project.content, {
    read: (...given: Parameters<typeof read>) =>
      at(reads[state.reads++ % 3] ?? 'packages', () => read(...given)),
  });
  const isTrusted = project.trust.isTrusted;
  Object.assign(project.trust, { isTrusted: () => at('trust', isTrusted) });
  const require = projects.require;
  Object.assign(projects, { require: () => at('project', require) });
  return { app, state };
}

/** Asks through each door; the value that comes out of it. */
function doorsTo(app: ServedApp): Readonly<Record<string, () => Promise<unknown>>> {
  const port: Parameters<typeof setupIpc>[1] = (caller, name, given) =>
    dispatch(app.app, caller, name, given);
  const makeServer = mcpServerFactory({
    weft: portOfApp(port, app.app.events.subscribe),
    access: 'write',
    tools: ['default'],
    version: '1.2.3',
  });
  const listeners = new Map<string, (event: never, ...values: unknown[]) => Promise<unknown>>();
  setupIpc({ handle: (channel, listener) => listeners.set(channel, listener as never) }, port);
  const page = { senderFrame: { url: 'app://weft/', parent: null, detached: false } };
  const value = (reply: unknown) => (reply as { value?: unknown }).value;
  return {
    ipc: async () => value(await listeners.get(channels.call)?.(page as never, 'packages.context', input)),
    rest: async () => (await app.fetch('POST', '/procedures/packages.context', input)).value,
    cli: async () => {
      const lines: string[] = [];
      const stdin = (async function* () {
        yield Buffer.from(`${JSON.stringify(input)}\n`);
      })();
      const ask = (given: unknown) => port({ door: 'cli', access: 'write' }, 'packages.context', given);
      await answerLines(stdin, 'packages.context', ask, async line => void lines.push(line));
      return value(JSON.parse(lines[0] ?? '{}'));
    },
    mcp: () => askMcp(makeServer),
  };
}

async function askMcp(make: ReturnType<typeof mcpServerFactory>): Promise<unknown> {
  const { Client, InMemoryTransport } = await import('@modelcontextprotocol/client');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await make().connect(far);
  await client.connect(near);
  const answer = await client.callTool({ name: 'context_for_agent', arguments: input });
  await client.close();
  return answer.structuredContent;
}

interface Outcome {
  readonly wrong: readonly string[];
  readonly path: string | undefined;
}

/** What is wrong with an answer, and the way it came about. What never answers ends the test. */
async function judge(name: string, ask: () => Promise<unknown>): Promise<Outcome> {
  const answer = agentContextSchema.safeParse(await ask());
  if (!answer.success) return { wrong: [`${name}: ${answer.error.message}`], path: undefined };
  const { markdown, path } = answer.data;
  const hasHeading = markdown.startsWith('## Context for developer\n\n');
  return { wrong: hasHeading ? [] : [`${name}: no heading`], path };
}

/** What is huge takes seconds to make and to scan, behind whatever door: one of them is enough, and some stages in every run. */
const stagesOfHuge = sampled(stages, 1);
const cases = stages.flatMap(stage =>
  Object.entries(faults).flatMap(([kind, act]) =>
    (kind === '100 MB result'
      ? ['rest'].filter(() => stagesOfHuge.includes(stage))
      : ['ipc', 'rest', 'cli', 'mcp']
    ).map(door => ({
      stage,
      kind,
      act,
      door,
    })),
  ),
);

it(`${cases.length} faults, in 7 stages, behind 4 doors: every answer is there and valid`, async () => {
  const { app, state } = await faultyApp();
  const doors = doorsTo(app);
  const outcomes: Outcome[] = [];
  for (const { stage, kind, act, door } of cases) {
    Object.assign(state, { reads: 0, fault: { stage, act } });
    outcomes.push(await judge(`${stage} ${kind} ${door}`, async () => doors[door]?.()));
  }
  expect([outcomes.length, outcomes.flatMap(({ wrong }) => wrong)]).toEqual([140 + stagesOfHuge.length, []]);
  const fallbacks = outcomes.filter(({ path }) => path === 'fallback').length;
  expect(fallbacks).toBeGreaterThan(80);
  const logged = app.log.filter(line => line.startsWith('an agent got no context')).length;
  expect(logged).toBe(fallbacks);
  // Nothing of it stays: without a fault the context is whole again.
  Object.assign(state, { reads: 0, fault: undefined });
  const whole = agentContextSchema.parse(await doors.ipc?.());
  expect([whole.path, whole.packages.length]).toEqual(['fts5', 1]);
});
