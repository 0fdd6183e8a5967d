import { RE2JS } from 're2js';
import { messageOf } from '../contract/errors.ts';
import { maxPatternSize, patternSize } from './pattern-size.ts';

/** Longest pattern in characters. */
export const maxPatternLength = 1000;

/** A pattern ready to search with, or one sentence why it is none. */
export type CompiledPattern =
  | { readonly ok: true; readonly isFoundIn: (text: string) => boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Compiles an RE2 pattern: unanchored, linear time. A pattern that is too long or does not compile
 * comes back with a reason naming the construct that RE2 does not have.
 */
export function compilePattern(pattern: string): CompiledPattern {
  if (pattern.length > maxPatternLength) {
    const length = pattern.length.toLocaleString('en-US');
    return {
      ok: false,
      reason: `too_long: the pattern has ${length} characters, at most ${maxPatternLength.toLocaleString('en-US')} are allowed`,
    };
  }
  const size = patternSize(pattern);
  const most = maxPatternSize(pattern);
  if (size > most) {
    return {
      ok: false,
      reason: `too_large: written out, the pattern comes to ${size.toLocaleString('en-US')} steps, at most ${most.toLocaleString('en-US')} are allowed`,
    };
  }
  try {
    return { ok: true, isFoundIn: search(RE2JS.compile(pattern)) };
  } catch (error) {
    return { ok: false, reason: `the pattern does not compile: ${compileReason(pattern, error)}` };
  }
}

/** Bytes of states that RE2 keeps for one pattern; its own 8 MiB take longer to fill than a search without them. */
const maxStateBytes = 262_144;

function search(regex: RE2JS): (text: string) => boolean {
  let isBounded = false;
  return text => {
    // Only once it is searched: most patterns of many rules never are, and the states have tables of their own.
    if (!isBounded) {
      const { dfa } = regex.re2();
      dfa.stateBudget = maxStateBytes;
      dfa.memBudget = maxStateBytes;
      isBounded = true;
    }
    return regex.test(text);
  };
}

const unsupported = [
  [/\(\?<?[=!]/, 'look-around'],
  [/\\(?:[1-9]|k\b|k[<{'])/, 'a back-reference'],
  [/\(\?>/, 'an atomic group'],
] as const;

/** RE2's own message says where; users of other engines also need to hear which construct is not there. */
function compileReason(pattern: string, error: unknown): string {
  // A backslash before the construct makes it a literal, so escaped characters are blanked first.
  const bare = pattern.replace(/\\[^1-9k]/g, '  ');
  for (const [construct, name] of unsupported) {
    const found = construct.exec(bare)?.[0];
    if (found !== undefined) return `RE2 has no ${name.replace(/^an? /, '')} ("${found}")`;
  }
  const message = messageOf(error);
  return message.replace(/^error parsing regexp: /, '').replaceAll('`', '"');
}
