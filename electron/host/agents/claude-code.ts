import type { FlightEvent, ToldEvent } from '../../../shared/model/flight.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { HookFormat } from './hook-format.ts';

/** Events of Claude Code, which Codex calls the same. */
const events: Readonly<Record<string, FlightEvent>> = {
  SessionStart: 'session_start',
  InstructionsLoaded: 'instructions_loaded',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before_tool',
  PostToolUse: 'after_tool',
  PostToolUseFailure: 'tool_failed',
  PreCompact: 'before_compaction',
  PostCompact: 'after_compaction',
  Stop: 'stop',
  SubagentStop: 'subagent_stop',
  SessionEnd: 'session_end',
};

/** Those whose answer may hold text for the model. */
const hearing = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
]);

export const claudeCode = formatOf('claude-code');
export const codex = formatOf('codex');

function formatOf(agent: string): HookFormat {
  return {
    read: input => readEvent(agent, input),
    write({ context }, { hook_event_name }) {
      const name = String(hook_event_name);
      if (context === undefined || !hearing.has(name)) return undefined;
      return { hookSpecificOutput: { hookEventName: name, additionalContext: context } };
    },
  };
}

function readEvent(agent: string, input: JsonObject): ToldEvent | undefined {
  const { hook_event_name, session_id } = input;
  const event = typeof hook_event_name === 'string' ? events[hook_event_name] : undefined;
  if (event === undefined || typeof session_id !== 'string' || session_id === '') return undefined;
  const response = textOf(input.tool_response);
  const given = textOf(input.tool_input);
  const told = {
    reason: input.source ?? input.trigger ?? input.reason,
    cwd: input.cwd,
    transcript: input.transcript_path,
    model: input.model,
    prompt: cut(input.prompt),
    tool: input.tool_name,
    call_id: input.tool_use_id,
    input: cut(given),
    response: cut(response),
    input_chars: given?.length,
    response_chars: response?.length,
    error: cut(input.error),
    duration_ms: input.duration_ms,
    files: filesOf(input),
    memory_type: input.memory_type,
    load_reason: input.load_reason,
    globs: input.globs,
    trigger_file: input.trigger_file_path,
    parent_file: input.parent_file_path,
    message: cut(input.compact_summary ?? input.last_assistant_message),
    agent_id: input.agent_id,
    agent_type: input.agent_type,
    permission_mode: input.permission_mode,
  };
  const known = Object.entries(told).filter(([, value]) => value !== undefined && value !== null);
  // What is of another type than it should be, the host refuses, and then nothing is said.
  return { session_id, agent, event, ...Object.fromEntries(known) } as ToldEvent;
}

const longest = 16_000;

/** At white space, since half a secret is found by nobody. */
function cut(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.length <= longest) return value;
  const head = value.slice(0, longest);
  return head.slice(0, Math.max(0, head.search(/\s\S*$/)));
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function filesOf({ file_path, tool_input }: JsonObject): string[] | undefined {
  const input = isJsonObject(tool_input) ? tool_input : {};
  const named = [file_path, input.file_path, input.notebook_path, input.path];
  const files = named.filter((path): path is string => typeof path === 'string' && path !== '');
  return files.length === 0 ? undefined : [...new Set(files)];
}
