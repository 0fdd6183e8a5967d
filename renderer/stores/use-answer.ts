import { useEffect, useRef, useState } from 'react';
import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import { isJsonEqual } from '../../shared/model/json.ts';
import { call, errorBody } from '../api/call.ts';
import { useAsking } from './use-asking.ts';

export interface Answer<Name extends ProcedureName> {
  /** The latest there is; while another is on its way, the one before. */
  readonly output?: Output<Name>;
  readonly error?: string;
}

export type ReadStatus = 'loading' | 'ready' | 'failed';

/** How far what is asked for was read. */
export function statusOf({
  output,
  error,
}: {
  readonly output?: unknown;
  readonly error?: string;
}): ReadStatus {
  if (error !== undefined) return 'failed';
  return output === undefined ? 'loading' : 'ready';
}

/** `isStale` while another input was answered than is asked now. */
type CurrentAnswer<Name extends ProcedureName> = Answer<Name> & { readonly isStale: boolean };

const typingMs = 120;

/** What a reading procedure says to the input, asked again when the input or `reading` changes, after a pause in typing. */
export function useAnswer<Name extends ProcedureName>(
  name: Name,
  input: Input<Name> | undefined,
  reading: number,
  /** Shorter for what is dragged. */
  pauseMs = typingMs,
): CurrentAnswer<Name> {
  const [answer, setAnswer] = useState<Answer<Name>>({});
  const [answered, setAnswered] = useState<string>();
  const asked = JSON.stringify(input);
  useEffect(() => {
    if (asked === undefined) setAnswer({});
  }, [asked]);
  useAsking(`${name} ${asked}`, reading, pauseMs, async isWanted => {
    if (input === undefined) return;
    const found = await call(name, input).then(
      output => ({ output }),
      (error: unknown) => ({ error: errorBody(error).message }),
    );
    if (!isWanted()) return;
    // What is as it was is not drawn again.
    setAnswer(before => (isJsonEqual(before, found) ? before : found));
    setAnswered(asked);
  });
  return { ...answer, isStale: answered !== asked };
}

/** As `useAnswer`, for what is known of one thing: nothing while that of another is still to be answered. */
export function useOwnAnswer<Name extends ProcedureName>(
  ...asked: Parameters<typeof useAnswer<Name>>
): Answer<Name> {
  const { isStale, ...answer } = useAnswer(...asked);
  return isStale ? {} : answer;
}

/** A `reading`: another number as soon as it is another object. */
export function useReadingOf(value: object): number {
  const seen = useRef({ value, count: 0 });
  if (seen.current.value !== value) seen.current = { value, count: seen.current.count + 1 };
  return seen.current.count;
}
