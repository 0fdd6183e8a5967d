import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import {
  type CodingAgent,
  canHook,
  type HookFormat,
  hookWords,
  serverEntry,
  shellLine,
} from './coding-agent.ts';
import { namedEvents } from './named-events.ts';

const events = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before_tool',
  PostToolUse: 'after_tool',
  PreCompact: 'before_compaction',
  PostCompact: 'after_compaction',
  Stop: 'stop',
  SubagentStop: 'subagent_stop',
  SessionEnd: 'session_end',
} as const;

const agent = 'codex';
const named = namedEvents({
  agent,
  events,
  hearing: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse'],
});

export const codexHooks: HookFormat = {
  read(input) {
    const event = named.read(input);
    return event !== undefined && isShellPatch(input) ? { ...event, tool: 'apply_patch' } : event;
  },
  write: named.write,
};

export const codex: CodingAgent = {
  signs: { programs: ['codex'], home: ['.codex'], project: ['.codex'] },
  setUp(place) {
    const { scope, weft, platform } = place;
    const folder = scope === 'project' ? '.codex' : place.folderOf('CODEX_HOME', '.codex');
    const { command, args } = serverEntry(weft);
    const env = Object.entries(weft.env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    const hook = {
      hooks: [{ type: 'command', command: shellLine(hookWords(weft, agent), platform), timeout: 3 }],
    };
    return [
      {
        kind: 'toml',
        path: `${folder}/config.toml`,
        table: 'mcp_servers.weft',
        lines: [
          `command = ${JSON.stringify(command)}`,
          `args = ${JSON.stringify(args)}`,
          ...(env.length > 0 ? [`env = { ${env.join(', ')} }`] : []),
        ],
      },
      {
        kind: 'json',
        path: `${folder}/hooks.json`,
        entries: canHook(place)
          ? Object.keys(events).map(event => ({
              at: ['hooks', event],
              value: hook,
              isElement: true as const,
            }))
          : [],
      },
      { kind: 'paragraph', paths: scope === 'project' ? ['AGENTS.md'] : [`${folder}/AGENTS.md`] },
    ];
  },
  note: scope =>
    scope === 'project'
      ? 'Codex reads these files once you trust the folder there, and runs the hooks once you have looked at them with /hooks'
      : 'Codex runs the hooks once you have looked at them with /hooks',
};

/** Models without the tool for patches give them to the shell; Codex takes them out there, and tells only that they come. */
const isShellPatch = ({ tool_name, tool_input }: JsonObject): boolean =>
  tool_name === 'Bash' &&
  isJsonObject(tool_input) &&
  /^\s*apply_?patch\b[^\n]*\n\*\*\* Begin Patch/.test(String(tool_input.command));
