import { useEffect, useState } from 'react';
import type { Input, Output, ProcedureName } from '../../shared/contract/contract.ts';
import { call, errorBody } from '../api/call.ts';

export interface Answer<Name extends ProcedureName> {
  /** The latest there is; while another is on its way, the one before. */
  readonly output?: Output<Name>;
  readonly error?: string;
}

const typingMs = 120;

/** What a reading procedure says to the input, asked again when the input or `reading` changes, after a pause in typing. */
export function useAnswer<Name extends ProcedureName>(
  name: Name,
  input: Input<Name> | undefined,
  reading: number,
  /** Shorter for what is dragged. */
  pauseMs = typingMs,
): Answer<Name> {
  const [answer, setAnswer] = useState<Answer<Name>>({});
  const asked = JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is the same when its JSON is; a reading asks anew
  useEffect(() => {
    if (input === undefined) {
      setAnswer({});
      return;
    }
    const state = { isWanted: true };
    const timer = setTimeout(() => {
      call(name, input).then(
        output => state.isWanted && setAnswer({ output }),
        error => state.isWanted && setAnswer({ error: errorBody(error).message }),
      );
    }, pauseMs);
    return () => {
      state.isWanted = false;
      clearTimeout(timer);
    };
  }, [name, asked, reading, pauseMs]);
  return answer;
}
