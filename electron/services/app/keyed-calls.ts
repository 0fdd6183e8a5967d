import { AppError, type Reply } from '../../../shared/contract/errors.ts';
import { keptMs, keyTimeMs, underKey } from '../../storage/database/done-writes.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';

/** Writes that came under a key: one that comes again while it runs, or soon after, is answered as the first was. */
export interface KeyedCalls {
  once(key: string, nowMs: number, call: () => Promise<Reply<unknown>>): Promise<Reply<unknown>>;
}

/** Answers of so many calls are kept in memory; what came before is known to the database. */
const keptReplies = 200;

export function createKeyedCalls(): KeyedCalls {
  const replies = new Map<string, Promise<Reply<unknown>>>();
  return {
    once(key, nowMs, call) {
      const known = replies.get(key);
      if (known !== undefined) return known;
      judgeKey(key, nowMs);
      const reply = underKey(key, call);
      replies.set(key, reply);
      const [oldest] = replies.keys();
      if (replies.size > keptReplies && oldest !== undefined) replies.delete(oldest);
      // What was refused for now may be asked again.
      void reply.then(({ ok }) => ok || replies.delete(key));
      return reply;
    },
  };
}

function judgeKey(key: string, nowMs: number): void {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(key))
    throw new AppError(
      'invalid_input',
      'an idempotency key is a ULID, made for the call when it is sent first',
    );
  if (Math.abs(nowMs - keyTimeMs(key)) > keptMs)
    throw new AppError(
      'invalid_input',
      'an idempotency key holds for 10 minutes; look whether it was done, and make another one',
    );
}

/** Ids of a keyed call: the same ones when it comes again, and of the same form as others. */
export function idsUnderKey(key: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hash = BigInt(`0x${sha256(`${key} ${count}`)}`)
      .toString(32)
      .padStart(52, '0');
    return (
      key.slice(0, 10) + hash.slice(-16).replace(/./g, digit => digits.charAt(Number.parseInt(digit, 32)))
    );
  };
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
