import { Console } from 'node:console';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { AppError } from '../../shared/contract/errors.ts';
import {
  escapeInvisible,
  escapeInvisibleJson,
  escapeInvisibleLine,
} from '../../shared/model/escape-invisible.ts';
import type { Severity } from '../../shared/model/severity.ts';
import { errorCode, storageFailure } from '../storage/storage-failure.ts';
import { exitCodes } from './exit-codes.ts';

type Style = Parameters<typeof styleText>[0];

/** A text with a look. */
interface Painted {
  readonly style: Style;
  readonly text: string;
}

/** One line, in parts where they look different. */
export type Line = string | readonly (string | Painted)[];

/**
 * The only way from the command to its streams. Names come from files that others wrote, so nothing here takes a text
 * and writes it as it is: in lines every control is spelled out, line breaks included; in JSON it is escaped. Content
 * alone goes on byte for byte, and only where no terminal would act on it.
 */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Lets go of stdin, which would keep the process running. */
  closeInput(): void;
  readonly cwd: string;
  /** Resolves when there is room for more. */
  writeLines(lines: readonly Line[]): Promise<void>;
  /** JSON that a parser reads back as the same value; `indent` 0 is one line. */
  writeJson(value: unknown, indent?: 0 | 2): Promise<void>;
  /** Lines of JSON that are written already, each with its end. */
  writeJsonText(json: string): Promise<void>;
  /** What was asked for itself, such as an assembled text: as it is, made visible on a terminal. */
  writeContent(text: string): Promise<void>;
  /** Whether anything went to stdout. */
  hasWritten(): boolean;
  /** For people, on stderr; a log line is JSON and passes unchanged. */
  writeErrorLine(line: string): void;
}

/** Where a terminal writes to: the process, or a test's own streams. */
interface TerminalStreams {
  readonly stdin: AsyncIterable<Uint8Array> & { destroy(): unknown };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

/** Each stream is taken when it is needed first: the process makes its own only then. */
export function createTerminal(streams: TerminalStreams, cwd: string): Terminal {
  const written = { any: false };
  const write = async (text: string): Promise<void> => {
    written.any = true;
    if (!streams.stdout.write(text)) await once(streams.stdout, 'drain');
  };
  // Coloured on a terminal only, and not when NO_COLOR says so.
  const part = (one: string | Painted): string =>
    typeof one === 'string'
      ? escapeInvisibleLine(one)
      : styleText(one.style, escapeInvisibleLine(one.text), { stream: streams.stdout });
  const oneLine = (line: Line): string => (typeof line === 'string' ? part(line) : line.map(part).join(''));
  return {
    get stdin() {
      return streams.stdin;
    },
    closeInput: () => void streams.stdin.destroy(),
    cwd,
    writeLines: lines => write(lines.map(line => `${oneLine(line)}\n`).join('')),
    writeJson: (value, indent = 2) => write(`${escapeInvisibleJson(JSON.stringify(value, null, indent))}\n`),
    writeJsonText: json => write(escapeInvisibleJson(json)),
    writeContent: text => write(streams.stdout.isTTY === true ? escapeInvisible(text) : text),
    hasWritten: () => written.any,
    writeErrorLine: line => void streams.stderr.write(`${escapeInvisibleLine(line)}\n`),
  };
}

/** The process's own terminal. */
export function openTerminal(): Terminal {
  const state: { stdout?: NodeJS.WriteStream; stderr?: NodeJS.WriteStream } = {};
  const streams: TerminalStreams = {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      state.stdout ??= untilLeft(process.stdout);
      return state.stdout;
    },
    get stderr() {
      state.stderr ??= unlessHeard(process.stderr);
      return state.stderr;
    },
  };
  return createTerminal(streams, workingFolder());
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('weft: the folder that this runs in is gone; go to one that is there\n');
    return process.exit(exitCodes.usage);
  }
}

/** A reader such as `head` may leave early; that is no failure of ours. Else what was asked for is not there. */
function untilLeft(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  return stdout.on('error', error => {
    if (errorCode(error) === 'EPIPE') return process.exit(exitCodes.ok);
    const failure = storageFailure(error, 'writing the output');
    const why = failure instanceof AppError ? failure.message : `writing the output: ${error.message}`;
    process.stderr.write(`weft: ${why}\n`);
    return process.exit(exitCodes.internal);
  });
}

/** What is told besides is for whoever listens: that nobody does any more ends no work. */
function unlessHeard(stderr: NodeJS.WriteStream): NodeJS.WriteStream {
  return stderr.on('error', () => {});
}

/** Whatever a package tells the console goes through the terminal from now on, to stderr. */
export function takeConsole(terminal: Terminal): void {
  const told = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      for (const line of String(chunk).replace(/\n$/, '').split('\n')) terminal.writeErrorLine(line);
      done();
    },
  });
  globalThis.console = new Console(told, told);
}

/** A part of a line with a look of its own. */
export const paint = (style: Style, text: string): Painted => ({ style, text });

const severityStyles = { error: 'red', warning: 'yellow', info: 'dim' } as const;

/** What was found, in the colour of how bad it is. */
export const paintSeverity = (severity: Severity, text: string): Painted =>
  paint(severityStyles[severity], text);
