const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * The moment that an ISO 8601 text names, in milliseconds since 1970; an offset is understood, none means UTC.
 * Undefined for what names no moment, the 30th of February among them.
 */
export function instantMs(text: string): number | undefined {
  return canonicalMs(text) ?? anyMs(text);
}

/** Most are written as programs write them, and there are ledgers with hundreds of thousands. */
function canonicalMs(text: string): number | undefined {
  if (text.length !== canonicalLength) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) || date.toISOString() !== text ? undefined : date.getTime();
}

const canonicalLength = '2026-01-01T00:00:00.000Z'.length;

function anyMs(text: string): number | undefined {
  const match = pattern.exec(text.trim());
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0));
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const parts = [year, (month ?? 0) - 1, day, hour, minute, second, milliseconds].map(part => part ?? 0);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0, ms = 0] = parts;
  const date = new Date(0);
  // `Date.UTC` takes the years 0 to 99 for those of another century.
  date.setUTCFullYear(y, mo, d);
  date.setUTCHours(h, mi, s, ms);
  const isReal = date.getUTCMonth() === mo && date.getUTCDate() === d && h < 24 && mi < 60 && s < 60;
  const offset = offsetMinutes(match[8]);
  return isReal && offset !== undefined ? date.getTime() - offset * 60_000 : undefined;
}

function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined || text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
