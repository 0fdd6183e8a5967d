import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { FlightEvent, ToldEvent } from '../../../shared/model/flight.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { textHead } from '../../../shared/text-head.ts';
import type { HookFormat } from './coding-agent.ts';
import {
  fittingCount,
  fittingDuration,
  fittingGlobs,
  fittingId,
  fittingPath,
  fittingWord,
} from './fitting-fields.ts';

/** What agents whose hooks take after Claude Code's have in common: `hook_event_name`, and `hookSpecificOutput` back. */
interface NamedEvents {
  readonly agent: string;
  readonly events: Readonly<Record<string, FlightEvent>>;
  /** Those whose answer may hold text for the model. */
  readonly hearing: readonly string[];
  /** Those that are told of what goes on whatever is answered. */
  readonly unheld?: readonly string[];
}

export function namedEvents({ agent, events, hearing, unheld = [] }: NamedEvents): HookFormat {
  return {
    read(input) {
      const name = input.hook_event_name;
      const event = typeof name === 'string' && Object.hasOwn(events, name) ? events[name] : undefined;
      if (typeof name !== 'string' || event === undefined) return undefined;
      const takes = [
        ...(hearing.includes(name) ? (['text'] as const) : []),
        ...(unheld.includes(name) ? [] : (['hold'] as const)),
      ];
      const told = toldOf(agent, event, input);
      return told && (takes.length === 2 ? told : { ...told, takes });
    },
    write({ context, block }, { hook_event_name }) {
      const name = String(hook_event_name);
      if (block !== undefined || context === undefined || !hearing.includes(name)) return undefined;
      return { hookSpecificOutput: { hookEventName: name, additionalContext: context } };
    },
  };
}

/** The event by the fields that Claude Code has given their names; what does not fit is left out. */
function toldOf(agent: string, event: FlightEvent, input: JsonObject): ToldEvent | undefined {
  const session_id = fittingId(input.session_id) || undefined;
  if (session_id === undefined) return undefined;
  const response = textOf(input.tool_response);
  const given = textOf(input.tool_input);
  const told = {
    reason: fittingWord(input.source ?? input.trigger ?? input.reason),
    cwd: fittingPath(input.cwd),
    // At its end a subagent names its own beside that of its session.
    transcript:
      (event === 'subagent_stop' ? fittingPath(input.agent_transcript_path) : undefined) ??
      fittingPath(input.transcript_path),
    model: fittingWord(input.model),
    window: fittingCount(input.window, 1),
    prompt: cut(input.prompt),
    tool: fittingWord(input.tool_name),
    call_id: fittingWord(input.tool_use_id),
    input: cut(given),
    response: cut(response),
    input_chars: given?.length,
    response_chars: response?.length,
    // What the user broke off has not failed.
    error: input.is_interrupt === true ? undefined : cut(input.error),
    duration_ms: fittingDuration(input.duration_ms),
    files: filesOf(input),
    memory_type: fittingWord(input.memory_type),
    load_reason: fittingWord(input.load_reason),
    globs: fittingGlobs(input.globs),
    trigger_file: fittingPath(input.trigger_file_path),
    parent_file: fittingPath(input.parent_file_path),
    message: cut(input.compact_summary ?? input.last_assistant_message),
    agent_id: fittingId(input.agent_id),
    agent_type: fittingWord(input.agent_type),
    permission_mode: fittingWord(input.permission_mode),
  };
  const known = Object.entries(told).filter(([, value]) => value !== undefined);
  return { session_id, agent, event, ...Object.fromEntries(known) } as ToldEvent; // the host checks it
}

const longest = 16_000;

/** Scripts that are written without white space. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}`;

/** Where a word begins or ends; in what has none for long, as JSON may, a text in quotes. */
const wordEnds = [new RegExp(`[\\s${unspaced}][^\\s${unspaced}]*$`, 'u'), /["'`][^"'`]*$/];

/** Between words, since half a secret is found by nobody; what is in one piece for half of this length is none. */
export function cut(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.length <= longest) return value;
  const head = textHead(value, longest);
  const end = wordEnds.map(wordEnd => head.search(wordEnd)).find(at => at > longest / 2);
  return end === undefined ? head : head.slice(0, end);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What the tools of all agents call the file they read or change. */
const fileKeys = [
  'file_path',
  'notebook_path',
  'path',
  'filePath',
  'absolute_path',
  'target_file',
  'relative_path',
];

function filesOf({ file_path, tool_input, cwd }: JsonObject): string[] | undefined {
  const input = isJsonObject(tool_input) ? tool_input : {};
  const named = [file_path, ...fileKeys.map(key => input[key]), ...patchedFiles(input)];
  const files = named.flatMap(path => fittingPath(path) ?? []);
  if (files.length === 0) files.push(...filesInCommand(input.command ?? input.cmd, cwd));
  return files.length === 0 ? undefined : [...new Set(files)].slice(0, 100);
}

/** A patch as Codex writes it names its files in lines of its own. */
function patchedFiles({ command, input, patch, patchText }: JsonObject): string[] {
  const texts = [command, input, patch, patchText].flatMap(value => (Array.isArray(value) ? value : [value]));
  return texts
    .filter(text => typeof text === 'string' && text.includes('*** Begin Patch'))
    .flatMap(text => [...String(text).matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)])
    .map(([, file = '']) => file.trim());
}

/** Of a long command only so many words are looked at. */
const mostWords = 20;

/** The files of the folder that a command for a shell names, as `cat src/a.ts` does. */
function filesInCommand(command: unknown, cwd: unknown): string[] {
  if (typeof command !== 'string' || typeof cwd !== 'string' || !isAbsolute(cwd)) return [];
  const words = command.split(/[\s'"`;|&<>()=]+/).filter(word => /^[\w./@+-]+\.\w+$/.test(word));
  const paths = [...new Set(words)].slice(0, mostWords).map(word => resolve(cwd, word));
  return paths.filter(path => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}
