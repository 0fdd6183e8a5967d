import { redact } from '../engine/redaction/redact.ts';
import { redactValue } from '../engine/redaction/redact-value.ts';
import type { Logger } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A log is a surface like others: texts go in without secrets, field by field (H10, T15). */
export function redactingLogger(logger: Logger): Logger {
  return {
    info: (message, fields) => logger.info(clean(message), cleanFields(fields)),
    warn: (message, fields) => logger.warn(clean(message), cleanFields(fields)),
    error: (message, fields) => logger.error(clean(message), cleanFields(fields)),
  };
}

const clean = (text: string): string => redact(text).text;

function cleanFields(fields: Fields = {}): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleanValue(value)]));
}

function cleanValue(value: unknown): unknown {
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return clean(value);
  return clean(JSON.stringify(redactValue(value)) ?? String(value));
}
