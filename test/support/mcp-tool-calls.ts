import type { Client } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../shared/model/json.ts';

/** What the tools called before have answered. */
type Answers = Readonly<Record<string, JsonObject>>;

const request = {
  scope_variables: { agent: { agent_type: 'qa_expert' }, task: { task_type: 'test_plan' } },
  additional_variables: { phase: 'planning', file_path: 'apps/scanner/src/validate.ts' },
  constraints: { max_tokens: 2000 },
};
const rule = { name: 'R', when: [], then: { add_memories: ['glossary'] } };
const failure = { error_type: 'TypeError', message: 'x is undefined' };

/** One good call of every tool, in an order in which each finds what it needs; for the sample project. */
const calls: readonly (readonly [string, (answers: Answers) => JsonObject])[] = [
  ['context_get', () => request],
  ['context_validate', () => request],
  ['context_list_memory_types', () => ({})],
  ['context_get_required_variables', () => ({ memory_ids: ['glossary'] })],
  ['context_evaluate_rules', () => request],
  ['context_why', () => ({ ...request, memory_id: 'glossary' })],
  ['rule_create', () => ({ id: 'made-by-agent', name: 'Made by an agent', rules: [rule] })],
  ['rule_get', () => ({ id: 'made-by-agent' })],
  ['rule_list', () => ({})],
  ['rule_update', () => ({ id: 'made-by-agent', name: 'Changed' })],
  ['rule_evaluate', () => ({ ...request, engine_id: 'made-by-agent', explain: true })],
  ['rule_compare_behavior', () => ({ pair: ['review-rules', 'review-rules'] })],
  ['rule_delete', () => ({ id: 'made-by-agent' })],
  ['rule_get_possible_variables', () => ({})],
  ['twining_post', () => ({ entry_type: 'need', summary: 'a test plan', scope: 'apps/scanner' })],
  [
    'twining_decide',
    () => ({ domain: 'scanner', scope: 'apps/scanner', summary: 'store passes', rationale: 'no network' }),
  ],
  ['twining_assemble', () => ({ task: 'boarding', scope: 'apps/scanner' })],
  ['twining_summarize', () => ({})],
  ['twining_what_changed', () => ({ since: '2026-01-01T00:00:00Z' })],
  ['twining_resolve', ({ twining_post }) => ({ id: twining_post?.id })],
  ['twining_reconsider', ({ twining_decide }) => ({ id: twining_decide?.id })],
  ['twining_confirm', ({ twining_decide }) => ({ id: twining_decide?.id })],
  ['twining_get', ({ twining_decide }) => ({ id: twining_decide?.id })],
  ['twining_list', () => ({ kinds: ['decision'], limit: 5 })],
  ['twining_search', () => ({ query: 'store passes' })],
  ['twining_conflicts', () => ({})],
  ['twining_override', ({ twining_decide }) => ({ id: twining_decide?.id, reason: 'the network came' })],
  [
    'handoff_save_package',
    () => ({
      session_id: 's',
      package_type: 'research',
      file_path: 'notes.md',
      producer_agent: 'tech_lead',
      priority: 'high',
      summary: 'what was found',
      consumers: ['developer'],
    }),
  ],
  [
    'conversation_import',
    () => ({
      id: 'standup',
      append: true,
      messages: [{ id: 'm0', index: 0, role: 'user', parts: 'Passes are stored.' }],
    }),
  ],
  ['conversation_search', () => ({ query: 'Where are passes stored?' })],
  ['conversation_context', () => ({ user_message: 'Where are passes stored?' })],
  [
    'budget_layers',
    () => ({
      input: {
        totalBudget: 4096,
        conversationMessageCount: 2,
        conversationTotalTokens: 200,
        userMessageTokens: 20,
        detectedTopicCount: 0,
        detectedEntityCount: 0,
      },
    }),
  ],
  ['topic_list', () => ({})],
  ['backup_create', () => ({})],
  ['backup_list', () => ({})],
  ['context_for_agent', () => ({ session_id: 's', agent_type: 'developer' })],
  [
    'handoff_mark_consumed',
    ({ handoff_save_package }) => ({ package_ids: [handoff_save_package?.id], agent_type: 'developer' }),
  ],
  ['error_pattern_record', () => ({ ...failure, solution: 'check it first' })],
  [
    'error_pattern_feedback',
    ({ error_pattern_record }) => ({ pattern_hash: error_pattern_record?.pattern_hash, helped: true }),
  ],
  ['context_health', () => ({ tool_calls: { low: 1, medium: 2, high: 3 } })],
  ['error_pattern_match', () => failure],
  ['context_health', () => ({ session_id: 's', tool: 'read' })],
  ['context_health_gate', () => ({ session_id: 's', tool: 'bash' })],
  ['context_health_report', () => ({ session_id: 's' })],
  ['context_saved_state', () => ({})],
  ['context_health_acknowledge', () => ({ session_id: 's' })],
];

export const toolsWithCalls: readonly string[] = [...new Set(calls.map(([tool]) => tool))].sort();

export interface ToolAnswer {
  readonly tool: string;
  readonly given: JsonObject;
  /** All that a model reads of it. */
  readonly texts: readonly string[];
  readonly data: unknown;
}

export interface CalledTools {
  /** All that the server lists. */
  readonly listed: readonly string[];
  /** What failed, with its answer. */
  readonly failed: readonly unknown[];
  readonly answers: Answers;
  /** In the order of the calls. */
  readonly all: readonly ToolAnswer[];
}

/** Pages have 1,500 tokens at most. */
const mostCharacters = 12_000;

/** In milliseconds: the client's own limit of a minute is too short for a machine that is busy with other things. */
const timeout = 600_000;

/** Calls every tool that the server lists. */
export async function callEveryTool(client: Client): Promise<CalledTools> {
  const { tools } = await client.listTools();
  const listed = tools.map(({ name }) => name);
  const answers: Record<string, JsonObject> = {};
  const failed: unknown[] = [];
  const all: ToolAnswer[] = [];
  for (const [name, given] of calls) {
    if (!listed.includes(name)) continue;
    const asked = given(answers);
    const { content, structuredContent, isError } = await client.callTool(
      { name, arguments: asked },
      { timeout },
    );
    const texts = content.flatMap(one => (one.type === 'text' ? [one.text] : []));
    all.push({ tool: name, given: asked, texts, data: structuredContent });
    const [text] = content;
    const isToRead = text?.type === 'text' && text.text !== '' && text.text.length < mostCharacters;
    if (isError === true || !isToRead) failed.push({ name, content });
    else answers[name] = structuredContent as JsonObject; // what every procedure of a tool answers
  }
  return { listed, failed, answers, all };
}
