import { AppError, type Reply } from '../../../shared/contract/errors.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { type KeyedCall, keptMs, keyTimeMs, refuseOtherCall, underKey } from '../../storage/keyed-call.ts';

/** Writes that came under a key: one that comes again while it runs, or within ten minutes, is answered as the first was. */
export interface KeyedCalls {
  once(keyed: KeyedCall, nowMs: number, call: () => Promise<Reply<unknown>>): Promise<Reply<unknown>>;
}

/** Answers of so many calls are kept in memory; what was written before them is known to the database, or noted beside the files. */
const keptReplies = 1000;
/** What was asked under so many keys is kept for as long as they hold. */
const keptKeys = 100_000;

export function createKeyedCalls(): KeyedCalls {
  const asked = new Map<string, string>();
  const running = new Map<string, Promise<Reply<unknown>>>();
  const answered = new Map<string, Reply<unknown>>();
  const forgetOld = (nowMs: number): void => {
    for (const key of asked.keys()) {
      if (asked.size <= keptKeys && nowMs - keyTimeMs(key) <= keptMs) return;
      asked.delete(key);
      answered.delete(key);
    }
  };
  return {
    async once(keyed, nowMs, call) {
      const { key } = keyed;
      judgeKey(key, nowMs);
      refuseOtherCall(asked.get(key) ?? keyed.asked, keyed.asked);
      const known = running.get(key) ?? answered.get(key);
      if (known !== undefined) return known;
      forgetOld(nowMs);
      const reply = underKey(keyed, call);
      asked.set(key, keyed.asked);
      running.set(key, reply);
      const { ok } = await reply.finally(() => running.delete(key));
      // What was refused for now may be asked again.
      if (!ok) asked.delete(key);
      else answered.set(key, await reply);
      const [oldest] = answered.keys();
      if (answered.size > keptReplies && oldest !== undefined) answered.delete(oldest);
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
