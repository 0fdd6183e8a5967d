import type { RedactionMode } from './finding.ts';
import { type Redacted, redact } from './redact.ts';

/** Texts of so many UTF-16 units in all are remembered. */
const mostUnits = 8 * 1024 * 1024;
/** What an entry costs beside its text. */
const entryUnits = 64;

/**
 * `redact` with a bounded memory of what it gave: the same text need not be scanned again. Known by the whole text,
 * never by a hash, so that no text can pass for another. The patterns cannot change while the program runs.
 */
export function rememberScans(limit: number = mostUnits): (text: string, mode: RedactionMode) => Redacted {
  const known = new Map<string, Redacted>();
  let total = 0;
  const remember = (text: string, redacted: Redacted) => {
    known.set(text, redacted);
    total += text.length + entryUnits;
    for (const oldest of known.keys()) {
      if (total <= limit) break;
      known.delete(oldest);
      total -= oldest.length + entryUnits;
    }
  };
  return (text, mode) => {
    if (mode !== 'pattern_only' || text.length > limit / 64) return redact(text, mode);
    const before = known.get(text);
    if (before !== undefined) return before;
    const redacted = redact(text, mode);
    remember(text, redacted);
    return redacted;
  };
}
