import { useCallback, useRef, useState } from 'react';
import { call, errorBody } from '../../../api/call.ts';
import { useAsking } from '../../../stores/use-asking.ts';
import { selectReading, useLedgerView } from '../ledger-view.ts';
import { type LedgerFilter, listInput } from '../logic/list-input.ts';
import { noRecords, type Records, readAnew, withPage } from '../logic/record-pages.ts';

const pageSize = 100;
const mostAtOnce = 1000;
const typingMs = 120;

/** What was asked for one filter, one after the other, so that a page knows where the reading before it ended. */
interface Line {
  readonly asked: string;
  last: Promise<void>;
  /** How far the list is read; undefined until the first answer. */
  loaded?: number;
  waitsForMore: boolean;
}

const lineOf = (asked: string): Line => ({ asked, last: Promise.resolve(), waitsForMore: false });

/** Records of a filter, newest first, a page at a time; the old ones stay until the new are there. */
export function useRecords(filter: LedgerFilter): Records & { readonly more: () => void } {
  const reading = useLedgerView(selectReading);
  const [state, setState] = useState<Records>(noRecords);
  const asked = JSON.stringify(listInput(filter));
  const current = useRef<Line>(lineOf(asked));

  const load = useCallback((line: Line, next: () => { readonly offset: number; readonly limit: number }) => {
    const read = async () => {
      // Another filter was chosen.
      if (line !== current.current) return;
      const { offset, limit } = next();
      const answer = await call('ledger.list', { ...JSON.parse(line.asked), offset, limit }).then(
        value => ({ value }),
        (error: unknown) => ({ error: errorBody(error).message }),
      );
      if (line !== current.current) return;
      if ('error' in answer) return setState({ ...noRecords, error: answer.error });
      const { value } = answer;
      setState(before => (offset === 0 ? readAnew(before, value) : withPage(before, value)));
      line.loaded = offset + value.records.length;
    };
    line.last = line.last.then(read);
    return line.last;
  }, []);
  useAsking(asked, reading, state === noRecords ? 0 : typingMs, () => {
    if (current.current.asked !== asked) current.current = lineOf(asked);
    const line = current.current;
    return load(line, () => ({
      offset: 0,
      limit: Math.min(mostAtOnce, Math.max(pageSize, line.loaded ?? 0)),
    }));
  });
  const more = useCallback(() => {
    const line = current.current;
    // What is in sight is of another filter yet, or more of it is on its way.
    if (line.asked !== asked || line.loaded === undefined || line.waitsForMore) return;
    line.waitsForMore = true;
    void load(line, () => ({ offset: line.loaded ?? 0, limit: pageSize })).then(() => {
      line.waitsForMore = false;
    });
  }, [asked, load]);
  return { ...state, more };
}
