import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import {
  type CodingAgent,
  canHook,
  type HookFormat,
  hookWords,
  type SetupPlace,
  serverEntry,
  shellLine,
} from './coding-agent.ts';
import { cut, namedEvents } from './named-events.ts';

const events = {
  SessionStart: 'session_start',
  BeforeAgent: 'prompt',
  BeforeTool: 'before_tool',
  AfterTool: 'after_tool',
  PreCompress: 'before_compaction',
  AfterAgent: 'stop',
  SessionEnd: 'session_end',
} as const;

/** The trigger of a compression that the user asked for. */
const askedFor = 'manual';

const agent = 'gemini';
const named = namedEvents({
  agent,
  events,
  hearing: ['SessionStart', 'BeforeAgent', 'AfterTool'],
  unheld: ['PreCompress'],
});

export const geminiHooks: HookFormat = {
  read(input) {
    // It says so before each call of the model, most of which compress nothing.
    if (input.hook_event_name === 'PreCompress' && input.trigger !== askedFor) return undefined;
    const event = named.read(withoutOwnContext(input));
    const response = input.tool_response;
    if (event?.event !== 'after_tool' || !isJsonObject(response)) return event;
    const error = errorOf(response);
    return error === undefined ? event : { ...event, event: 'tool_failed', error: cut(error) ?? '' };
  },
  write: named.write,
};

export const gemini: CodingAgent = {
  signs: { programs: ['gemini'], home: ['.gemini'], project: ['.gemini', 'GEMINI.md'] },
  setUp(place) {
    const hook = { hooks: [{ type: 'command', name: 'weft', command: hookLine(place), timeout: 5000 }] };
    const hooks = Object.keys(events).map(event => ({
      at: ['hooks', event],
      value: event === 'PreCompress' ? { matcher: askedFor, ...hook } : hook,
      isElement: true as const,
    }));
    return [
      {
        kind: 'json',
        path: '.gemini/settings.json',
        entries: [
          { at: ['mcpServers', 'weft'], value: serverEntry(place.weft) },
          ...(canHook(place) ? hooks : []),
        ],
      },
      { kind: 'paragraph', paths: place.scope === 'project' ? ['GEMINI.md'] : ['.gemini/GEMINI.md'] },
    ];
  },
  note: scope =>
    scope === 'project'
      ? 'Gemini CLI reads its settings of this folder once you trust the folder there'
      : undefined,
};

/** On Windows its hooks are read by PowerShell, which prints a quoted program unless it is told to call it. */
function hookLine({ weft, platform }: SetupPlace): string {
  const line = shellLine(hookWords(weft, agent), platform);
  return platform === 'win32' && line.startsWith('"') ? `& ${line}` : line;
}

/** At the start of a session what a hook has said stands before the prompt. */
function withoutOwnContext(input: JsonObject): JsonObject {
  const { prompt } = input;
  if (typeof prompt !== 'string') return input;
  return { ...input, prompt: prompt.replace(/^<hook_context>[\s\S]*?<\/hook_context>\s*/, '') };
}

/** A tool tells that it failed as an error, a shell by the code it ended with, in its text. */
function errorOf(response: { readonly [key: string]: unknown }): string | undefined {
  const { error, llmContent } = response;
  if (typeof error === 'string') return error;
  if (isJsonObject(error)) return typeof error.message === 'string' ? error.message : JSON.stringify(error);
  return typeof llmContent === 'string' ? failureOf(llmContent) : undefined;
}

/** As other agents tell it: `Exit code 3`, then what was printed. Theirs has the number of the process beside it, new each time. */
function failureOf(told: string): string | undefined {
  const code = /^Exit Code: ([1-9]\d*)$/m.exec(told)?.[1];
  if (code === undefined) return undefined;
  const printed = /^(?:Output|Error): ([\s\S]*?)\n(?:Error|Exit Code|Signal): /m.exec(told)?.[1] ?? told;
  return `Exit code ${code}\n${printed}`;
}
