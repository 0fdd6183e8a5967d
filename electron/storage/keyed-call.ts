import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../../shared/contract/errors.ts';

/** A call that may come again under its key. */
export interface KeyedCall {
  /** A ULID, made when it was sent first. */
  readonly key: string;
  /** The SHA-256 of its procedure and input: under one key nothing else is asked. */
  readonly asked: string;
  /** Which of its transactions, where it has another than the first that must not be done again. */
  readonly step?: string;
}

interface RunningCall extends KeyedCall {
  /** Whether a transaction of it was its first. */
  isTaken: boolean;
}

const running = new AsyncLocalStorage<RunningCall | undefined>();

/** How long a key holds; its first characters say when it was made. */
export const keptMs = 10 * 60_000;
/** Answers beyond this many characters are not kept on disk: whoever asks again is told that it was done. */
export const longestAnswer = 64 * 1024;

const timeDigits = 10;
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Runs a call whose writes are done once, however often the call comes. */
export function underKey<Result>(call: KeyedCall, work: () => Result): Result {
  return running.run({ ...call, isTaken: false }, work);
}

/** Begins what is no part of the call that runs, and goes on after it. */
export const besideCall = <Result>(work: () => Result): Result => running.run(undefined, work);

/** The call that runs, where it has a key. */
export const runningCall = (): Readonly<RunningCall> | undefined => running.getStore();

/** The running call for its first transaction, or for one that has a name; undefined for others, and where it has no key. */
export function takeCall(step?: string): KeyedCall | undefined {
  const call = running.getStore();
  if (call === undefined) return undefined;
  const { key, asked, isTaken } = call;
  call.isTaken = true;
  if (step !== undefined) return { key, asked, step };
  return isTaken ? undefined : { key, asked };
}

/** When a key was made, in milliseconds since 1970. */
export function keyTimeMs(key: string): number {
  return [...key.slice(0, timeDigits)].reduce((time, digit) => time * 32 + digits.indexOf(digit), 0);
}

/** The beginning of the first key that may still come at a time, in milliseconds since 1970. */
export function oldestKept(nowMs: number): string {
  let rest = Math.max(0, nowMs - keptMs);
  let text = '';
  for (let at = 0; at < timeDigits; at += 1) {
    text = digits.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Whoever uses a key twice would be answered what another call has brought. */
export function refuseOtherCall(known: KeyedCall['asked'], asked: KeyedCall['asked']): void {
  if (known === asked) return;
  throw new AppError(
    'invalid_input',
    'this idempotency key was used for another call; make one for each call, and send it again with that call only',
  );
}

/** What is kept in place of an answer that is too long. */
export const answerLost = (): AppError =>
  new AppError(
    'conflict',
    'this was done when it was asked before, and its answer is not kept; look what is there',
  );
