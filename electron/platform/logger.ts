import { escapeInvisibleJson } from '../../shared/model/escape-invisible.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Writes each entry as one line of JSON, end of line included; nothing in it is invisible, whatever a file or caller said. */
export function createLogger(write: (line: string) => void, nowIso: () => string = isoNow) {
  const log =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, fields: Fields = {}): void =>
      write(`${escapeInvisibleJson(JSON.stringify({ at: nowIso(), level, message, ...fields }))}\n`);
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

const isoNow = (): string => new Date().toISOString();
