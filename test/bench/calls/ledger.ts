import { join } from 'node:path';
import { meaningText } from '../../../electron/engine/ledger/ledger-item.ts';
import { meaningKey } from '../../../electron/services/ledger/ledger-source.ts';
import { createBigLedger } from '../ledger/big-ledger.ts';
import { inventedVector } from '../ledger/invented-vectors.ts';
import { ledgerInput, recordsOf, writeLedger } from '../ledger/ledger-input.ts';
import type { OpenState } from '../support/bench-app.ts';
import type { Trial } from './calls-bench.ts';

const size = { entries: 100_000, decisions: 10_000 } as const;

/** A ledger of many years: its import, assemblies by words, after a post, and by meaning. */
export function ledgerTrials(): Trial[] {
  const ledger = createBigLedger(size);
  const files = (state: OpenState) => join(state.home, 'files');
  const importIt = (state: OpenState) => state.call('ledger.import', { from: files(state) });
  const importAnew = async (state: OpenState) => {
    writeLedger(files(state), ledger);
    await importIt(state);
  };
  const assemble = async (state: OpenState, at: number) => {
    await state.call('ledger.assemble', ledgerInput(at));
  };
  return [
    {
      name: 'ledger-import',
      rounds: 5,
      calls: 1,
      warmUp: 1,
      prepare: async state => writeLedger(files(state), ledger),
      between: (state, round) => state.open(`project-${round}`),
      ask: async state => {
        await importIt(state);
      },
    },
    {
      name: 'ledger-words',
      rounds: 5,
      calls: 60,
      warmUp: 1,
      prepare: importAnew,
      ask: assemble,
    },
    {
      name: 'ledger-meaning',
      embedder: 'invented',
      rounds: 5,
      calls: 60,
      warmUp: 1,
      prepare: async state => {
        await importAnew(state);
        await state.putVectors('use-lite', function* () {
          for (const record of recordsOf(ledger))
            yield { hash: meaningKey(record), vector: inventedVector(meaningText(record)) };
        });
        const { explanation } = await state.call('ledger.assemble', { ...ledgerInput(0), explain: true });
        if (explanation?.search !== 'semantic')
          throw new Error(`not by meaning: ${explanation?.search_note}`);
      },
      ask: assemble,
    },
  ];
}
