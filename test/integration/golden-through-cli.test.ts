import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssembledContext } from '../../shared/model/assembled-context.ts';
import type { RuleEvaluation } from '../../shared/model/evaluation.ts';
import type { BudgetResult } from '../../shared/model/layer-budget.ts';
import type { AssembledLedger } from '../../shared/model/ledger.ts';
import { assembledIds } from '../conformance/assembled-ids.ts';
import { type GoldenCase, readGolden } from '../conformance/read-golden.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { removeFolder } from '../support/temporary-folder.ts';

interface GoldenFile {
  readonly procedure: string;
  readonly cases: readonly GoldenCase<unknown, unknown>[];
}

const state = { home: '' };

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-golden-'));
});

afterAll(() => removeFolder(state.home));

/** All cases of a file through one process, in a folder without a project: the values, in order. */
async function callAll({ procedure, cases }: GoldenFile): Promise<unknown[]> {
  const stdin = cases.map(({ input }) => `${JSON.stringify(input)}\n`).join('');
  const place = { cwd: state.home, userDataDir: join(state.home, 'user-data'), stdin };
  const run = await runWeftHere(['call', procedure, '--stdin-lines'], place);
  expect([run.code, run.stderr]).toEqual([0, '']);
  const envelopes = run.stdout
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
  expect(envelopes.filter(({ ok }) => ok !== true)).toEqual([]);
  return envelopes.map(({ value }) => value);
}

/** What each area compares; nothing more than its cases name. */
const selections: Record<string, (value: unknown) => unknown> = {
  conditions: value => value,
  ledger: value => assembledIds(value as AssembledLedger), // checked by the comparison
  zones: value => value,
  packages: value => value,
  health: value => value,
  'message-scores': value => value,
  budget: value => {
    const { layers, unused, overflow_tokens } = value as BudgetResult; // checked by the comparison
    const allocated = Object.entries(layers).map(([name, layer]) => [name, layer.allocated]);
    return { layers: Object.fromEntries(allocated), unused, overflow_tokens };
  },
  evaluations: value => {
    const { matchedMemories, engineResults, variablesUsed } = value as RuleEvaluation; // checked by the comparison
    return { matchedMemories, engineResults, variablesUsed };
  },
  assemblies: value => {
    const { context, meta, trace } = value as AssembledContext; // checked by the comparison
    const sections = Object.entries(context).map(([section, items]) => [
      section,
      items.map(({ memory_id, content }) => ({ memory_id, content })),
    ]);
    const dropped = trace.dropped.map(({ memory_id, section, reason }) => [memory_id, section, reason]);
    return { context: Object.fromEntries(sections), meta, dropped: dropped.toSorted(byJson) };
  },
};

describe('the golden cases, each file through one weft call --stdin-lines', () => {
  it.each(Object.keys(selections))('%s agree', async area => {
    const file = readGolden(area) as GoldenFile; // its README says so
    const values = await callAll(file);
    const selected = values.map(value => selections[area]?.(value));
    expect(selected).toMatchObject(file.cases.map(({ expect: expected }) => expected));
    expect(selected.map(orderOfSections)).toEqual(
      file.cases.map(({ expect: expected }) => orderOfSections(expected)),
    );
  });
});

/** The order of keys, which comparisons of objects do not see. */
function orderOfSections(value: unknown): readonly string[] {
  return Object.keys((value as { context?: object }).context ?? {}); // absent in the other areas
}

function byJson(left: unknown, right: unknown): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}
