import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';

/** In bytes; two files of it are kept. */
const largestLog = 1024 * 1024;

/** Writes lines to a file; a full one is put aside, in place of the one that was put aside before. */
export function createHostLog(file: string): (line: string) => void {
  const state = { bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0 };
  return line => {
    const length = Buffer.byteLength(line);
    try {
      if (state.bytes > 0 && state.bytes + length > largestLog) {
        renameSync(file, `${file}.1`);
        state.bytes = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      state.bytes += length;
    } catch {
      // A log that cannot be written must not end the host.
    }
  };
}

/** All that is kept of it, the oldest first. */
export function readHostLog(file: string): string {
  return [`${file}.1`, file].map(one => (existsSync(one) ? readFileSync(one, 'utf8') : '')).join('');
}

/** Its lines as what they say; one that was cut short, or is none of Weft's, as a text. */
export const readLogEntries = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      try {
        return JSON.parse(line);
      } catch {
        return { message: line };
      }
    });
