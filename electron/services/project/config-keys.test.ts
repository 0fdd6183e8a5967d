import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Config } from '../../../shared/model/config.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { longTalk } from '../../../test/support/conversations.ts';
import { engineAdding, memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { removeFolder, temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createWorld } from '../../platform/world.ts';

interface KeyCase {
  readonly value: unknown;
  /** What is looked at before and after the key is set. */
  observe(app: AppHarness): Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
const contextOf = ({ call }: AppHarness, more: object = {}) =>
  call('packages.context', { session_id: 's', agent_type: 'developer', ...more });
const assembled = ({ call }: AppHarness, more: object = {}) =>
  call('conversations.assemble', { conversation_id: 'talk', user_message: 'Does Amrum close?', ...more });
const layersOf = async (app: AppHarness) => (await assembled(app, { total_budget: 4096 })).budget.layers;

/** A key without a case does not compile. */
const cases: Readonly<Record<keyof Config, KeyCase>> = {
  enable_context_assembler: {
    value: false,
    observe: async app => (await contextOf(app)).markdown.includes('### Relevant Packages'),
    before: true,
    after: false,
  },
  enable_fts5: {
    value: true,
    observe: async app => (await contextOf(app, { query: 'ferry' })).path,
    before: 'plain',
    after: 'fts5',
  },
  retrieval_limits: {
    value: { developer: 1 },
    observe: async app => (await contextOf(app)).packages.length,
    before: 2,
    after: 1,
  },
  redaction_mode: {
    value: 'off',
    observe: async ({ call }) => {
      const { messages } = await call('conversations.get', { conversation_id: 'telling' });
      return messages[0]?.parts;
    },
    before: '[REDACTED:github-token]',
    after: secret,
  },
  token_safety_margin: {
    value: 0.5,
    observe: async app => (await contextOf(app, { model: 'opus' })).effective_limit,
    before: 170_000,
    after: 100_000,
  },
  models: {
    value: { opus: 100_000 },
    observe: async app => (await contextOf(app, { model: 'opus' })).effective_limit,
    before: 170_000,
    after: 85_000,
  },
  token_prices: {
    value: { sonnet: { input: 30 } },
    observe: async app => {
      const { total_tokens, prompt_cache } = (await assembled(app, { model: 'claude-sonnet-4-5' })).metadata;
      return Math.round(((prompt_cache.cost?.uncached ?? 0) * 1_000_000) / total_tokens);
    },
    before: 3,
    after: 30,
  },
  tool_costs: {
    value: { high: ['deploy'] },
    observe: async ({ call }) =>
      (await call('health.assess', { tool_calls: [{ tool: 'deploy' }], message_tokens: 0 })).tokens,
    before: 1250,
    after: 2000,
  },
  ledger_weights: {
    value: { recency: 0, relevance: 0, confidence: 1, warning_boost: 0 },
    observe: async ({ call }) => {
      const { active_decisions } = await call('ledger.assemble', { task: '', search: false });
      return Math.round((active_decisions[0]?.score ?? 0) * 1000) / 1000;
    },
    // Made now, in scope, of high confidence: 0.3 + 0.5 x 0.4 + 0.2.
    before: 0.7,
    after: 1,
  },
  summarizer: {
    value: 'openai-compatible',
    observe: async app =>
      (await assembled(app, { total_budget: 4096 })).system_prompt.includes('As the model tells it'),
    before: false,
    after: true,
  },
  embedder: {
    value: 'none',
    observe: async ({ call }) => {
      await call('conversations.delete', { conversation_id: 'talk' });
      await call('conversations.import', { id: 'talk', messages: longTalk(3) });
      return (await call('conversations.list', {})).conversations.find(({ id }) => id === 'talk')?.embedder;
    },
    before: 'use-lite',
    after: null,
  },
  includeEntityContext: {
    value: false,
    observe: async app => (await assembled(app)).system_prompt.includes('Its ferry is called Uthlande.'),
    before: true,
    after: false,
  },
  knowledgeDepth: {
    value: 'deep',
    observe: async app => (await layersOf(app)).L2_topic.priority,
    before: 70,
    after: 85,
  },
  prioritizeConversationHistory: {
    value: false,
    observe: async app => (await layersOf(app)).L6_message_history.priority,
    before: 90,
    after: 80,
  },
  maxContextTokens: {
    value: 4096,
    observe: async app => {
      const { layers, unused } = (await assembled(app)).budget;
      return Object.values(layers).reduce((sum, { allocated }) => sum + allocated, unused);
    },
    before: 12_000,
    after: 4096,
  },
  hook_tokens: {
    value: 100,
    observe: async ({ call }) => {
      const heard = { session_id: 's', agent: 'codex', event: 'prompt' as const, prompt: 'Which deck?' };
      return (await call('flights.hear', heard)).context?.includes('The last deck is closed in winter.');
    },
    before: true,
    after: false,
  },
  authority: {
    value: { needs: { knowledge: 'user' } },
    observe: async ({ call }) => {
      const { trace } = await call('assembly.assemble', { request: { scope_variables: {} } });
      return trace.lowered?.map(({ authority, needs }) => [authority, needs]).slice(0, 1);
    },
    before: undefined,
    after: [['project', 'user']],
  },
  recordings: {
    value: { enabled: true },
    observe: async ({ call }) => {
      await call('assembly.assemble', { request: { scope_variables: {} } });
      return (await call('recordings.list', {})).requests;
    },
    before: 0,
    after: 1,
  },
  health: {
    value: { check_every: 1 },
    observe: async ({ call }) => (await call('health.record', { session_id: 'h', tool: 'read' })).due,
    before: false,
    after: true,
  },
};

const made: { folder?: string } = {};
afterAll(() => made.folder !== undefined && removeFolder(made.folder));

/** An app with a chat endpoint that tells, on a copy of a project with something of everything, which is made once. */
async function started(): Promise<AppHarness> {
  made.folder ??= await makeProject();
  const path = temporaryFolder();
  cpSync(made.folder, path, { recursive: true });
  const app = startTelling();
  await app.call('project.open', { path });
  await app.call('project.trust', { decision: 'grant' });
  return app;
}

function startTelling(): AppHarness {
  const embedder = {
    ids: ['use-lite'],
    embed: async (_: string, texts: readonly string[]) => texts.map(() => Float32Array.from([1, 0])),
  };
  const chat = {
    id: 'openai:teller',
    complete: async () => 'As the model tells it, the ferry was booked and the deck is small.',
  };
  const world = createWorld();
  // A busy machine does not put a context together within the patience of who asks for it.
  const clock = { ...world.clock, after: () => () => {} };
  return startApp({ world: { ...world, clock, embedder, chat } });
}

async function makeProject(): Promise<string> {
  const { app, call } = startTelling();
  const path = mkdtempSync(join(tmpdir(), 'weft-test-'));
  await call('project.open', { path, create: true });
  for (const file_path of ['a.md', 'b.md'])
    await call('packages.save', {
      session_id: 's',
      package_type: 'research',
      file_path,
      producer_agent: 'tech_lead',
      priority: 'medium',
      summary: 'About a ferry',
    });
  await call('ledger.decide', { domain: 'd', summary: 'Keep it', rationale: 'small', confidence: 'high' });
  await call('conversations.import', {
    id: 'talk',
    messages: longTalk(1200),
    embedder: 'none',
    profiles: false,
  });
  const telling = [{ id: 'a', index: 0, role: 'user', parts: secret }];
  await call('conversations.import', { id: 'telling', messages: telling, embedder: 'none' });
  const items = [
    ...Array.from({ length: 9 }, (_, at) => `Deck ${at} is swept.`.repeat(5)),
    'The last deck is closed in winter.',
  ];
  await call('memories.save', {
    memory: memoryOf('decks', { pipeline: [staticStep(...items)] }),
    expected_hash: null,
  });
  await call('engines.save', { engine: engineAdding('decks', 'decks'), expected_hash: null });
  await call('entities.save', {
    entity: {
      id: 'amrum',
      name: 'Amrum',
      type: 'place',
      aliases: [],
      facts: [{ text: 'Its ferry is called Uthlande.', confidence: 1 }],
      sentiment: 0,
      importance: 0.5,
      mentions: 1,
    },
  });
  await app.close();
  return path;
}

it.each(Object.entries(cases))('%s changes what Weft does', async (key, { value, observe, ...expected }) => {
  const app = await started();
  const before = await observe(app);
  await app.call('config.set', { changes: { [key]: value } });
  expect({ before, after: await observe(app) }).toEqual(expected);
});

it('a summarizer without endpoint is the built-in one, and the answer says so', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  await call('config.set', { changes: { summarizer: 'openai-compatible' } });
  await call('conversations.import', { id: 'talk', messages: longTalk(300), embedder: 'none' });
  const { metadata } = await assembled({ call } as AppHarness, { total_budget: 1000 }); // uses `call` alone
  expect(metadata.warnings).toEqual([expect.stringContaining('needs an endpoint (WEFT_SUMMARIZER_URL')]);
  expect(metadata.summaries.length).toBeGreaterThan(0);
});
