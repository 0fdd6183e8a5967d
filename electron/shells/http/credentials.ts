import { hash, randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/contract/errors.ts';

/** Who may ask, for the life of one server. */
export interface Credentials {
  readonly token: string;
  isToken(candidate: string): boolean;
  isSession(candidate: string): boolean;
  /** A code that one browser can exchange, once; `whenUsed` is told. */
  issueCode(whenUsed?: () => void): string;
  /** The session id for a code, or undefined when it was used or never issued. */
  redeemCode(code: string): string | undefined;
}

/** A 256-bit secret in characters that need no quoting anywhere. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

const leastTokenLength = 32;

/** The token of this launch: `WEFT_TOKEN` when set, else a new one. */
export function chooseToken(env: Readonly<Record<string, string | undefined>>): string {
  const given = env.WEFT_TOKEN;
  if (given === undefined || given === '') return createSecret();
  if (given.length >= leastTokenLength && /^[!-~]+$/.test(given)) return given;
  throw new AppError(
    'invalid_input',
    `WEFT_TOKEN must be at least ${leastTokenLength} printable characters without spaces; leave it out to have one made`,
  );
}

export function createCredentials(token: string): Credentials {
  // Kept as hashes: what is looked up by value must not tell by its timing how much of it was right.
  const codes = new Map<string, () => void>();
  const sessions = new Set<string>();
  return {
    token,
    isToken(candidate) {
      // How long a token is, is no secret; and a hash of each candidate would cost more than the rest of the gate.
      return isSameText(candidate, token);
    },
    isSession: candidate => sessions.has(digest(candidate).toString('hex')),
    issueCode: (whenUsed = () => {}) => {
      const code = createSecret();
      codes.set(digest(code).toString('hex'), whenUsed);
      return code;
    },
    redeemCode: code => {
      const key = digest(code).toString('hex');
      const whenUsed = codes.get(key);
      if (whenUsed === undefined) return undefined;
      codes.delete(key);
      whenUsed();
      const session = createSecret();
      sessions.add(digest(session).toString('hex'));
      return session;
    },
  };
}

/** In a time that tells nothing but their lengths. */
function isSameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
