import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listMcpTools } from '../../electron/shells/mcp/tools.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { memoryOf } from '../support/engine-definitions.ts';
import type { HostedProject } from '../support/hosted-project.ts';
import { ask, initialised, isInstalled, mark, scripted } from './real-agents.ts';
import type { RecordedRequest, ScriptedTurn } from './scripted-model.ts';

type Given = Readonly<Record<string, unknown>>;
/** What earlier results said, by the names of the groups that caught it. */
type Caught = Readonly<Record<string, string>>;

/** One call as a model makes it, and what its tool's description promises of the result. */
interface Task {
  readonly tool: string;
  readonly given?: Given | ((caught: Caught) => Given);
  readonly says: RegExp;
}

const prompt = { scope_variables: {}, additional_variables: { event: 'prompt' } };
const decision = { domain: 'storage', scope: 'src/', rationale: 'because', affected_files: ['src/a.ts'] };
const failure = { error_type: 'Bash', message: 'Exit code 9\nno such tool: frobnicate' };
const rules = [
  {
    name: 'made',
    when: [{ field: 'addVar.phase', operator: 'eq', value: 'tests' }],
    then: { add_memories: ['rules'] },
  },
];

/** In an order in which what one has written is what another reads. */
const tasks: readonly Task[] = [
  { tool: 'context_list_memory_types', says: /file[\s\S]*rules/ },
  { tool: 'context_get_required_variables', given: { memory_ids: ['asks'] }, says: /phase/ },
  { tool: 'context_validate', given: prompt, says: /valid: true/ },
  { tool: 'context_evaluate_rules', given: prompt, says: /matchedMemories: rules/ },
  { tool: 'context_get', given: prompt, says: /MARK-rules/ },
  { tool: 'context_why', given: { ...prompt, memory_id: 'file' }, says: /addVar\.file/ },
  { tool: 'rule_create', given: { name: 'made', rules }, says: /id: (?<engine>[\w-]+)[\s\S]*made/ },
  { tool: 'rule_get', given: ({ engine }) => ({ id: engine }), says: /addVar\.phase/ },
  {
    tool: 'rule_evaluate',
    given: ({ engine }) => ({
      engine_id: engine,
      scope_variables: {},
      additional_variables: { phase: 'tests' },
    }),
    says: /matchedMemories: rules/,
  },
  { tool: 'rule_get_possible_variables', says: /addVar\.phase[\s\S]*made/ },
  { tool: 'rule_update', given: ({ engine }) => ({ id: engine, enabled: false }), says: /enabled: false/ },
  { tool: 'rule_list', says: /made · off · 1 rules/ },
  {
    tool: 'rule_compare_behavior',
    given: ({ engine }) => ({ pair: [engine, engine] }),
    says: /answer: equivalent/,
  },
  { tool: 'rule_delete', given: ({ engine }) => ({ id: engine }), says: /deleted: made/ },
  { tool: 'rule_list', says: /^- e · e · 2 rules$/ },
  {
    tool: 'twining_post',
    given: { entry_type: 'warning', summary: 'The port is taken', scope: 'src/' },
    says: /posted as (?<warning>\w+)/,
  },
  {
    tool: 'twining_post',
    given: { entry_type: 'question', summary: 'Which port?' },
    says: /posted as (?<question>\w+)/,
  },
  {
    tool: 'twining_post',
    given: ({ question }) => ({ entry_type: 'answer', summary: '4100', relates_to: [question] }),
    says: /posted as \w+; resolved \w+/,
  },
  {
    tool: 'twining_decide',
    given: { ...decision, summary: 'Use SQLite for storage' },
    says: /(?<older>\w+) · now active/,
  },
  {
    tool: 'twining_decide',
    given: { ...decision, summary: 'Use Postgres for storage' },
    says: /(?<newer>\w+) · now provisional[\s\S]*contradicts:[\s\S]*Use SQLite/,
  },
  { tool: 'twining_conflicts', says: /Use Postgres[\s\S]*against[\s\S]*Use SQLite/ },
  { tool: 'twining_confirm', given: ({ newer }) => ({ id: newer, reason: 'asked' }), says: /now active/ },
  {
    tool: 'twining_override',
    given: ({ older }) => ({ id: older, reason: 'replaced' }),
    says: /now overridden/,
  },
  {
    tool: 'twining_reconsider',
    given: ({ newer }) => ({ id: newer, reason: 'doubt' }),
    says: /now provisional/,
  },
  { tool: 'twining_get', given: ({ older }) => ({ id: older }), says: /Use SQLite[\s\S]*replaced/ },
  { tool: 'twining_list', given: { kinds: ['entry'], entry_types: ['warning'] }, says: /The port is taken/ },
  { tool: 'twining_search', given: { query: 'SQLite storage' }, says: /SQLite/ },
  {
    tool: 'twining_assemble',
    given: { task: 'choose a port', scope: 'src/' },
    says: /warnings:[\s\S]*The port is taken/,
  },
  { tool: 'twining_resolve', given: ({ warning }) => ({ id: warning }), says: /changed: true/ },
  { tool: 'twining_summarize', says: /active_decisions: 0[\s\S]*provisional_decisions: 1/ },
  {
    tool: 'twining_what_changed',
    given: { since: '2026-01-01T00:00:00Z' },
    says: /set aside:[\s\S]*Use SQLite[\s\S]*replaced/,
  },
  {
    tool: 'handoff_save_package',
    given: {
      session_id: 'team',
      package_type: 'handoff',
      priority: 'high',
      file_path: 'src/a.ts',
      summary: 'The port is 4100',
      producer_agent: 'planner',
      consumers: ['developer'],
    },
    says: /package (?<package>\d+) is stored/,
  },
  {
    tool: 'context_for_agent',
    given: { session_id: 'team', agent_type: 'developer' },
    says: /The port is 4100/,
  },
  {
    tool: 'handoff_mark_consumed',
    given: caught => ({ package_ids: [Number(caught.package)], agent_type: 'developer' }),
    says: /marked: 1/,
  },
  {
    tool: 'error_pattern_record',
    given: { ...failure, solution: 'Install frobnicate first.' },
    says: /pattern_hash: (?<pattern>\S+)/,
  },
  { tool: 'error_pattern_match', given: failure, says: /solution: Install frobnicate first\./ },
  {
    tool: 'error_pattern_feedback',
    given: ({ pattern }) => ({ pattern_hash: pattern, helped: true }),
    says: /confidence: 0\.6/,
  },
  {
    tool: 'context_health',
    given: { tool_calls: { low: 3, medium: 0, high: 0 }, measured_tokens: 20_000 },
    says: /^GREEN: 10% of the context/,
  },
  {
    tool: 'context_health',
    given: {
      session_id: 'full',
      measured_tokens: 195_000,
      model: 'claude-sonnet-4',
      task: 'Port the parser',
    },
    says: /saved to[\s\S]*Blocked until context_health_acknowledge\./,
  },
  { tool: 'context_health_gate', given: { session_id: 'full', tool: 'Edit' }, says: /^Context at 98%.*Edit/ },
  { tool: 'context_saved_state', given: { session_id: 'full' }, says: /Port the parser/ },
  { tool: 'context_health_acknowledge', given: { session_id: 'full' }, says: /^acknowledged;/ },
  { tool: 'context_health_gate', given: { session_id: 'full', tool: 'Edit' }, says: /^It may run\./ },
  {
    tool: 'context_health_report',
    given: { session_id: 'full' },
    says: /Status\*\*: GREEN[\s\S]*Task: Port the parser/,
  },
  {
    tool: 'conversation_import',
    given: {
      id: 'talk',
      messages: [
        { id: 'm0', index: 0, role: 'user', parts: 'The parser reads pelicans.' },
        { id: 'm1', index: 1, role: 'assistant', parts: 'It reads them line by line.' },
      ],
    },
    says: /messages: 2/,
  },
  { tool: 'conversation_search', given: { query: 'pelicans' }, says: /pelicans/ },
  {
    tool: 'conversation_context',
    given: { user_message: 'What does the parser read?', conversation_id: 'talk', total_budget: 4000 },
    says: /The parser reads pelicans\.[\s\S]*What does the parser read\?/,
  },
  { tool: 'topic_list', says: /Tides/ },
  {
    tool: 'budget_layers',
    given: {
      input: {
        totalBudget: 4000,
        conversationMessageCount: 2,
        conversationTotalTokens: 20,
        userMessageTokens: 10,
        detectedTopicCount: 0,
        detectedEntityCount: 0,
      },
    },
    says: /L0_identity:[\s\S]*allocated: 80/,
  },
  { tool: 'backup_create', says: /reason: manual/ },
  { tool: 'backup_list', says: /reason: manual/ },
];

/** What each call got back, oldest first, as the model reads it. */
function resultsIn(body: RecordedRequest['body']): string[] {
  const messages = Array.isArray(body.messages) ? body.messages.filter(isJsonObject) : [];
  const blocks = messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter(isJsonObject) : [],
  );
  return blocks
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => (Array.isArray(content) ? content : [{ text: content }]))
    .map(parts => parts.map(part => (isJsonObject(part) ? String(part.text) : '')).join('\n'));
}

const turns: ScriptedTurn[] = tasks.map(({ tool, given = {} }) => body => {
  const caught = Object.assign({}, ...resultsIn(body).map((said, at) => tasks[at]?.says.exec(said)?.groups));
  return { call: { name: `mcp__weft__${tool}`, input: typeof given === 'function' ? given(caught) : given } };
});

/** What tools that only read are to find. */
async function addContent({ call }: HostedProject): Promise<void> {
  const asks = memoryOf('asks', {
    additional_variables: [{ name: 'phase', type: 'string', required: true }],
  });
  await call('memories.save', { memory: asks, expected_hash: null });
  const topic = { slug: 'tides', label: 'Tides', domain: 'work', proficiency: 'expert', conversations: [] };
  await call('topics.save', { topic: { ...topic, aliases: [], facts: [], importance: 0.5, mentions: 1 } });
}

/** As a user chooses all sets of tools. */
async function offerAll({ folder }: HostedProject): Promise<void> {
  const path = join(folder, '.mcp.json');
  const settings = JSON.parse(await readFile(path, 'utf8'));
  settings.mcpServers.weft.args.push('--tools', 'all');
  await writeFile(path, JSON.stringify(settings));
}

it.skipIf(!isInstalled('claude-code'))(
  'each tool does for Claude Code what its description says, in more than forty calls',
  async () => {
    const project = await initialised('claude-code');
    await mark(project, 'boom');
    await addContent(project);
    await offerAll(project);
    const model = await scripted(turns);
    await ask('claude-code', project, model, 'Work');
    const body = model.requests.at(-1)?.body ?? {};
    const results = resultsIn(body);
    const wrong = tasks
      .map(({ tool, says }, at) => ({ tool, says: String(says), result: results[at] ?? 'no result' }))
      .filter(({ result }, at) => tasks[at]?.says.test(result) !== true);
    expect(wrong).toEqual([]);
    const offered = listMcpTools({ access: 'write', tools: ['all'] }).map(({ tool }) => tool);
    expect([...new Set(tasks.map(({ tool }) => tool))].toSorted()).toEqual(offered);
  },
);
