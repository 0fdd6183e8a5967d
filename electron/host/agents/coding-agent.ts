import type { ToldEvent } from '../../../shared/model/flight.ts';
import type { JsonObject } from '../../../shared/model/json.ts';

/** What Weft answers to an event. */
export interface HookAnswer {
  readonly context?: string | undefined;
  readonly block?: string | undefined;
  /** Why the event could not be recorded. */
  readonly unkept?: string | undefined;
}

/** How one coding agent tells its events and takes answers. */
export interface HookFormat {
  /** The event in Weft's words; undefined for one that is of no use. */
  read(input: JsonObject): ToldEvent | undefined;
  /** What goes to stdout as JSON; undefined where there is nothing to say. */
  write(answer: HookAnswer, input: JsonObject): JsonObject | undefined;
}

/** A value in a file of settings, by the keys that lead to it. */
export interface SettingsEntry {
  readonly at: readonly string[];
  readonly value: unknown;
  /** Where the value is one of a list: a further element of the list at `at`. */
  readonly isElement?: true;
  /** Where something else stands there already, it stays. */
  readonly isDefault?: true;
}

/** What is to stand in one file. `path` is relative to the project, or to the home folder, with forward slashes. */
export type FileEdit =
  | { readonly kind: 'json'; readonly path: string; readonly entries: readonly SettingsEntry[] }
  | {
      readonly kind: 'toml';
      readonly path: string;
      readonly table: string;
      readonly lines: readonly string[];
    }
  /** Between markers, in the first of the files that is there, else in the last. */
  | { readonly kind: 'paragraph'; readonly paths: readonly [string, ...string[]] }
  /** A file of Weft's own. */
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

/** How Weft is started, in parts: no shell reads them. */
export interface WeftCommand {
  readonly program: string;
  readonly values: readonly string[];
  /** What must stand in its environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface SetupPlace {
  readonly scope: 'project' | 'user';
  readonly platform: NodeJS.Platform;
  readonly weft: WeftCommand;
  /** Relative to the home folder; they hold their usual place unless the environment names another. */
  readonly folderOf: (variable: string, usual: string) => string;
  readonly isThere: (path: string) => boolean;
}

/** A coding agent: how it is found, how its files are written. */
export interface CodingAgent {
  /** Programs on the PATH, and paths in the home folder or the project, by which it is found. */
  readonly signs: {
    readonly programs: readonly string[];
    readonly home: readonly string[];
    readonly project: readonly string[];
  };
  setUp(place: SetupPlace): readonly FileEdit[];
  /** What the user must know or do besides. */
  readonly note?: (scope: SetupPlace['scope']) => string | undefined;
}

/** The entry of a server over stdio in the form most agents share. */
export function serverEntry({ program, values, env }: WeftCommand): JsonObject {
  return {
    command: program,
    args: [...values, 'mcp'],
    ...(Object.keys(env).length > 0 && { env }),
  };
}

/** `weft hook` in parts. Without a shell a variable is set by `env`, which Windows does not have. */
export function hookWords({ program, values, env }: WeftCommand, agent: string): readonly string[] {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const prefix = variables.length > 0 ? ['/usr/bin/env', ...variables] : [];
  return [...prefix, program, ...values, 'hook', '--agent', agent];
}

/** Whether hooks can be started there at all. */
export const canHook = ({ platform, weft }: SetupPlace): boolean =>
  platform !== 'win32' || Object.keys(weft.env).length === 0;

/** One line for agents that give it to a shell: quoted only where it must be. */
export function shellLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map(word => quoted(word, platform)).join(' ');
}

function quoted(word: string, platform: NodeJS.Platform): string {
  if (/^[\w./:=@%+,\\-]+$/.test(word) && (platform === 'win32' || !word.includes('\\'))) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
