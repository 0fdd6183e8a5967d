import { useCallback, useEffect, useRef, useState } from 'react';
import type { LedgerRecord } from '../../../../shared/model/ledger.ts';
import { call, errorBody } from '../../../api/call.ts';
import { selectReading, useLedgerView } from '../ledger-view.ts';
import { type LedgerFilter, listInput } from '../logic/list-input.ts';

interface Records {
  readonly records: readonly LedgerRecord[];
  /** Ids of entries that are resolved. */
  readonly resolved: ReadonlySet<string>;
  /** How many the filter lets through; undefined until the first answer. */
  readonly total?: number;
  readonly error?: string;
}

const pageSize = 300;
const mostAtOnce = 1000;
const typingMs = 120;
const nothing: Records = { records: [], resolved: new Set() };

/** Records of a filter, newest first, a page at a time; the old ones stay until the new are there. */
export function useRecords(filter: LedgerFilter): Records & { readonly more: () => void } {
  const reading = useLedgerView(selectReading);
  const [state, setState] = useState<Records>(nothing);
  const asked = JSON.stringify(listInput(filter));
  const question = useRef(0);
  const loaded = useRef(0);
  const isFirst = useRef(true);

  const load = useCallback(
    async (offset: number, limit: number) => {
      question.current += 1;
      const own = question.current;
      const answer = await call('ledger.list', { ...JSON.parse(asked), offset, limit }).then(
        value => ({ value }),
        (error: unknown) => ({ error: errorBody(error).message }),
      );
      if (own !== question.current) return;
      if ('error' in answer) return setState({ ...nothing, error: answer.error });
      const { records, resolved, total } = answer.value;
      setState(before => ({
        records: offset === 0 ? records : [...before.records, ...records],
        resolved: new Set(offset === 0 ? resolved : [...before.resolved, ...resolved]),
        total,
      }));
      loaded.current = offset + records.length;
    },
    [asked],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reading asks anew
  useEffect(() => {
    const limit = Math.min(mostAtOnce, Math.max(pageSize, loaded.current));
    const timer = setTimeout(() => void load(0, limit), isFirst.current ? 0 : typingMs);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [load, reading]);
  const more = useCallback(() => void load(loaded.current, pageSize), [load]);
  return { ...state, more };
}
