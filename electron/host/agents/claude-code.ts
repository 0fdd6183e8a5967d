import {
  type CodingAgent,
  canHook,
  type HookFormat,
  hookWords,
  type SetupPlace,
  serverEntry,
} from './coding-agent.ts';
import { namedEvents } from './named-events.ts';

const events = {
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
} as const;

const agent = 'claude-code';

export const claudeCodeHooks: HookFormat = namedEvents({
  agent,
  events,
  hearing: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
});

export const claudeCode: CodingAgent = {
  signs: { programs: ['claude'], home: ['.claude', '.claude.json'], project: ['.claude', 'CLAUDE.md'] },
  setUp(place) {
    const isProject = place.scope === 'project';
    const folder = isProject ? '.claude' : place.folderOf('CLAUDE_CONFIG_DIR', '.claude');
    const own = place.folderOf('CLAUDE_CONFIG_DIR', '');
    const servers = own === '' ? '.claude.json' : `${own}/.claude.json`;
    return [
      {
        kind: 'json',
        path: isProject ? '.mcp.json' : servers,
        entries: [{ at: ['mcpServers', 'weft'], value: { type: 'stdio', ...serverEntry(place.weft) } }],
      },
      { kind: 'json', path: `${folder}/settings.json`, entries: settingsOf(place) },
      { kind: 'paragraph', paths: isProject ? ['CLAUDE.md'] : [`${folder}/CLAUDE.md`] },
    ];
  },
};

/** Hooks in the form that no shell reads, and the word that the project's server may be started. */
function settingsOf(place: SetupPlace) {
  const [program = '', ...values] = hookWords(place.weft, agent);
  const hook = { hooks: [{ type: 'command', command: program, args: values, timeout: 5 }] };
  const hooks = canHook(place)
    ? Object.keys(events).map(event => ({ at: ['hooks', event], value: hook, isElement: true as const }))
    : [];
  const allowed = { at: ['enabledMcpjsonServers'], value: 'weft', isElement: true as const };
  return place.scope === 'project' ? [...hooks, allowed] : hooks;
}
