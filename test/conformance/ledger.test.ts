import { expect, it } from 'vitest';
import type { Input } from '../../shared/contract/contract.ts';
import type { AssembledLedger } from '../../shared/model/ledger.ts';
import { startApp } from '../support/app-harness.ts';
import { assembledIds } from './assembled-ids.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

type Case = GoldenCase<Input<'ledger.assemble'>, ReturnType<typeof assembledIds>>;

// The file's shape is told in its README.
const { cases } = readGolden('ledger') as { cases: Case[] };

it.each(cases)('"$name" has the golden result', async ({ input, expect: expected }) => {
  const reply = await startApp().ask('ledger.assemble', input);
  if (!reply.ok) throw new Error(reply.error.message);
  // What the procedure answers by its contract.
  expect(assembledIds(reply.value as AssembledLedger)).toEqual(expected);
});
