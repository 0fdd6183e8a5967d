import type { FlightEvent } from '../../../shared/model/flight.ts';
import {
  type CodingAgent,
  canHook,
  type HookFormat,
  hookWords,
  serverEntry,
  shellLine,
} from './coding-agent.ts';
import { namedEvents } from './named-events.ts';

const events: Readonly<Record<string, FlightEvent>> = {
  sessionStart: 'session_start',
  beforeSubmitPrompt: 'prompt',
  preToolUse: 'before_tool',
  postToolUse: 'after_tool',
  postToolUseFailure: 'tool_failed',
  preCompact: 'before_compaction',
  subagentStop: 'subagent_stop',
  stop: 'stop',
  sessionEnd: 'session_end',
};

const agent = 'cursor';

/** A prompt and a tool are only let through, and a compaction only told of; what belongs to them comes with the next of these. */
const hearing = ['sessionStart', 'postToolUse'];
const named = namedEvents({ agent, events, hearing, unheld: ['preCompact'] });

export const cursorHooks: HookFormat = {
  read(input) {
    const { workspace_roots: roots } = input;
    return named.read({
      ...input,
      session_id: input.conversation_id ?? input.session_id,
      cwd: Array.isArray(roots) && roots.length > 0 ? roots[0] : input.cwd,
      tool_response: input.tool_output,
      error: input.error_message,
      duration_ms: input.duration,
      window: input.context_window_size,
      agent_type: input.subagent_type,
      last_assistant_message: input.summary,
    });
  },
  write(answer, input) {
    return named.write(answer, input) && { additional_context: answer.context };
  },
};

export const cursor: CodingAgent = {
  signs: { programs: ['cursor', 'cursor-agent'], home: ['.cursor'], project: ['.cursor', '.cursorrules'] },
  setUp(place) {
    const { weft, platform } = place;
    const line = shellLine(hookWords(weft, agent), platform);
    const hooks = Object.keys(events).map(event => ({
      at: ['hooks', event],
      value: { command: line, timeout: 5 },
      isElement: true as const,
    }));
    return [
      {
        kind: 'json',
        path: '.cursor/mcp.json',
        entries: [{ at: ['mcpServers', 'weft'], value: serverEntry(weft) }],
      },
      {
        kind: 'json',
        path: '.cursor/hooks.json',
        entries: canHook(place) ? [{ at: ['version'], value: 1, isDefault: true as const }, ...hooks] : [],
      },
      ...(place.scope === 'project' ? [{ kind: 'paragraph' as const, paths: ['AGENTS.md'] as const }] : []),
    ];
  },
  note: scope =>
    scope === 'user'
      ? 'Cursor keeps its rules for all folders in its settings, which Weft leaves alone'
      : undefined,
};
