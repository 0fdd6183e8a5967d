import { Console } from 'node:console';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { styleText } from 'node:util';
import {
  escapeInvisible,
  escapeInvisibleJson,
  escapeInvisibleLine,
} from '../../shared/model/escape-invisible.ts';

type Style = Parameters<typeof styleText>[0];

/** A text with a look. */
export interface Painted {
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
  /** For people, on stderr; a log line is JSON and passes unchanged. */
  writeErrorLine(line: string): void;
}

/** Where a terminal writes to: the process, or a test's own streams. */
export interface TerminalStreams {
  readonly stdin: AsyncIterable<Uint8Array> & { destroy(): unknown };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

export function createTerminal({ stdin, stdout, stderr }: TerminalStreams, cwd: string): Terminal {
  const write = async (text: string): Promise<void> => {
    if (!stdout.write(text)) await once(stdout, 'drain');
  };
  // Coloured on a terminal only, and not when NO_COLOR says so.
  const part = (one: string | Painted): string =>
    typeof one === 'string'
      ? escapeInvisibleLine(one)
      : styleText(one.style, escapeInvisibleLine(one.text), { stream: stdout });
  const oneLine = (line: Line): string => (typeof line === 'string' ? part(line) : line.map(part).join(''));
  return {
    stdin,
    closeInput: () => void stdin.destroy(),
    cwd,
    writeLines: lines => write(lines.map(line => `${oneLine(line)}\n`).join('')),
    writeJson: (value, indent = 2) => write(`${escapeInvisibleJson(JSON.stringify(value, null, indent))}\n`),
    writeJsonText: json => write(escapeInvisibleJson(json)),
    writeContent: text => write(stdout.isTTY === true ? escapeInvisible(text) : text),
    writeErrorLine: line => void stderr.write(`${escapeInvisibleLine(line)}\n`),
  };
}

/** The process's own terminal. Whatever a package tells the console goes through it too, to stderr. */
export function openTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  // A reader such as `head` may leave early; that is no failure of ours.
  stdout.on('error', error => {
    process.exit('code' in error && error.code === 'EPIPE' ? 0 : 3);
  });
  const terminal = createTerminal({ stdin, stdout, stderr }, process.cwd());
  const told = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      for (const line of String(chunk).replace(/\n$/, '').split('\n')) terminal.writeErrorLine(line);
      done();
    },
  });
  globalThis.console = new Console(told, told);
  return terminal;
}

/** A part of a line with a look of its own. */
export const paint = (style: Style, text: string): Painted => ({ style, text });
