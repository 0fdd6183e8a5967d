import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { LedgerRecord } from '../../../../shared/model/ledger.ts';
import { fakeWeft } from '../../../../test/support/fake-weft.ts';
import { useLedgerView } from '../ledger-view.ts';
import { noFilter } from '../logic/list-input.ts';
import { useRecords } from './use-records.ts';

const record = (at: number): LedgerRecord => ({
  kind: 'entry',
  entry: {
    id: `e${at}`,
    timestamp: '2026-11-20T10:00:00.000Z',
    entry_type: 'finding',
    summary: '',
    detail: '',
  },
});
/** Newest first. */
const posted = (count: number) => Array.from({ length: count }, (_, at) => record(count - 1 - at));

function Listed() {
  const { records, more } = useRecords(noFilter);
  const ids = records.map(one => one.kind === 'entry' && one.entry.id);
  return (
    <button onClick={more} type="button">
      {`${ids.length} records, ${new Set(ids).size} of them different, from ${ids[0]} to ${ids.at(-1)}`}
    </button>
  );
}

it('asks for more behind a reading that is on its way, and lets that be shown', async () => {
  const ledger = { count: 150 };
  const held: { until?: Promise<void> | undefined } = {};
  const asked: unknown[] = [];
  fakeWeft({
    'ledger.list': async ({ offset = 0, limit = 0 }) => {
      asked.push(offset);
      await held.until;
      const records = posted(ledger.count).slice(offset, offset + limit);
      return { records, resolved: [], total: ledger.count };
    },
  });
  const screen = await render(<Listed />);
  await expect
    .element(screen.getByText('100 records, 100 of them different, from e149 to e50'))
    .toBeVisible();
  const reading = Promise.withResolvers<void>();
  held.until = reading.promise;
  ledger.count = 151;
  useLedgerView.setState(({ reading: before }) => ({ reading: before + 1 }));
  await expect.poll(() => asked).toEqual([0, 0]);
  await screen.getByRole('button').click();
  expect(asked).toEqual([0, 0]);
  reading.resolve();
  await expect.element(screen.getByText('151 records, 151 of them different, from e150 to e0')).toBeVisible();
  expect(asked).toEqual([0, 0, 100]);
});
