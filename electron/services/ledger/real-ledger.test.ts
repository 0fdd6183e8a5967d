import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/contract.ts';
import type { AssembledLedger } from '../../../shared/model/ledger.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

// A ledger that agents really wrote; it is no part of the project.
const data =
  process.env.WEFT_LEDGER_DATA ?? join(import.meta.dirname, '../../../../shared/data/ledger/.twining');
const isThere = existsSync(data);
if (!isThere) process.stderr.write(`real-ledger: not run: there is no ledger in ${data}\n`);

const now = '2026-03-14T06:00:00Z';

async function withRealLedger(): Promise<AppHarness> {
  const harness = startApp();
  await harness.openEmpty();
  await harness.call('ledger.import', { from: data });
  return harness;
}

/** Files by path, JSON parsed. */
async function parsedFiles(folder: string): Promise<Map<string, unknown>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const read = files.sort().map(async file => {
    const path = relative(folder, file).replaceAll('\\', '/');
    return [path, parsed(path, await readFile(file, 'utf8'))] as const;
  });
  return new Map(await Promise.all(read));
}

function parsed(path: string, text: string): unknown {
  if (path.endsWith('.json')) return JSON.parse(text);
  if (path.endsWith('.jsonl'))
    return text
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));
  return text;
}

describe.skipIf(!isThere)('the real ledger', () => {
  it('is read whole', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    expect(await call('ledger.import', { from: data })).toEqual({
      decisions: { created: 64, replaced: 0, unchanged: 0, kept: 0 },
      entries: { created: 330, replaced: 0, unchanged: 0, kept: 0 },
      kept: [],
      entities: 188,
      relations: 217,
      other_files: [
        '.gitignore',
        'config.yml',
        'handoffs/01KJNRZ8SE4PCS1RYBN0RW5VSR.json',
        'handoffs/01KJQ8MCRW1VXFVK9RP3DEHSHZ.json',
        'handoffs/index.jsonl',
        'metrics.jsonl',
        'pending-posts.jsonl',
      ],
      refused: [],
      notes: [],
    });
    expect(await call('ledger.import', { from: data })).toMatchObject({
      decisions: { created: 0, replaced: 0, unchanged: 64, kept: 0 },
      entries: { created: 0, replaced: 0, unchanged: 330, kept: 0 },
    });
  });

  it('comes out of an export as it went in, and goes in again', async () => {
    const { call, openEmpty } = await withRealLedger();
    const { files } = await call('ledger.export', {});
    const folder = temporaryFolder();
    for (const { path, encoding, content } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content, encoding);
    }
    expect(await parsedFiles(join(folder, '.twining'))).toEqual(await parsedFiles(data));
    await openEmpty();
    expect(await call('ledger.import', { from: folder })).toMatchObject({ refused: [], notes: [] });
    expect(await call('ledger.export', {})).toEqual({ files });
  });

  it('stays what it is, but for a decision that is overridden after the import', async () => {
    const { call } = await withRealLedger();
    const before = (await call('ledger.export', {})).files;
    const id = '01KHMSENMNZPHBFAV1P6V50RXA';
    await call('ledger.override', { id, reason: 'another pattern' });
    const after = (await call('ledger.export', {})).files;
    const changed = after.filter((file, at) => file.content !== before[at]?.content).map(({ path }) => path);
    expect(changed).toEqual(
      [`.twining/decisions/${id}.json`, '.twining/decisions/index.json'].sort().reverse(),
    );
  });

  // Computed apart from Weft, from what is said of ranking and budget, and looked through by hand.
  it.each([
    {
      scope: 'src/embeddings/',
      max_tokens: 1500,
      tokens: 1197,
      omitted: 1,
      decisions: [
        ['01KJNQ31D5AQ8QCM8VY75P27GA', 0.45155526222],
        ['01KJJAP0N95VJ7YTNDCGH5DX7B', 0.442721528238],
        ['01KHQ0ZRG9Q5ZFJVAG0DHCWD4A', 0.409392651937],
        ['01KHN6335P4AVW0ADGVXE30V84', 0.408480900538],
        ['01KHMSEXTVQSX1G92H6MR82QVG', 0.408297206745],
        ['01KHMSENMNZPHBFAV1P6V50RXA', 0.408297091644],
        ['01KHN3H8FYSQERBRD2D2W6RK7Y', 0.328443381623],
      ],
      findings: [
        ['01KK4MK7GP7EWVTZPWBM3ZH2QD', 0.417982158296],
        ['01KJQQX6PZ2P7AHR1C9PK89GXQ', 0.357687030419],
        ['01KJJ8JRMR78GQZA5DKKYV2BXY', 0.342566150139],
      ],
      warnings: [],
    },
    {
      scope: 'project',
      max_tokens: 1200,
      tokens: 1196,
      omitted: 92,
      decisions: [
        ['01KKNE772KYNY55NZ3N6PM0D2H', 0.699658524351],
        ['01KKNE7FA2Q7EFFPGX34K7RPHH', 0.619662698691],
        ['01KKBXHKFZHNT41AF3RQHF47GN', 0.576692446253],
        ['01KJRFT871403GCBS9RYWT1P4R', 0.460128415444],
        ['01KJRD6GYQS9389FYNG6804Z82', 0.459856272367],
        ['01KHMV0F547RBYZ2854EFTM3ZC', 0.408319507541],
      ],
      findings: [],
      warnings: [
        ['01KKNE773424QQ4MMEC9B5VD0B', 0.699658529802],
        ['01KKBXHKGMTNFQG3XPBBD5EW7H', 0.576692450927],
        ['01KJQGD01KSZ9T3RAK2YJ2GRQD', 0.456941128716],
        ['01KJQ647EZCPQ4AVM4SP7Y2TCK', 0.455935837629],
        ['01KJNAQMDGTTDBTFP1QXP1M4PY', 0.450462537599],
        ['01KJKCCSEQVTJGYNNG7CSP32YQ', 0.445292926504],
      ],
    },
  ])('assembles $scope in $max_tokens tokens', async expected => {
    const { call } = await withRealLedger();
    const { scope, max_tokens } = expected;
    const assembled = await call('ledger.assemble', { task: 'work', scope, max_tokens, now, search: false });
    const scored = (list: AssembledLedger['open_needs'] | AssembledLedger['active_decisions']) =>
      list.map(({ id, score }) => [id, score]);
    expect(scored(assembled.active_decisions)).toEqual(expected.decisions);
    expect(scored(assembled.recent_findings)).toEqual(expected.findings);
    expect(scored(assembled.active_warnings)).toEqual(expected.warnings);
    expect([assembled.open_needs, assembled.recent_questions]).toEqual([[], []]);
    expect(assembled.omitted.count).toBe(expected.omitted);
    expect(assembled.token_estimate).toBeLessThanOrEqual(max_tokens);
    // What is left may hold entities of the graph.
    if (assembled.related_entities.length === 0) expect(assembled.token_estimate).toBe(expected.tokens);
    else expect(assembled.token_estimate).toBeGreaterThan(expected.tokens);
  });

  it('takes the default budget from the config.yml that came with it, and the graph into the rest', async () => {
    const { call } = await withRealLedger();
    const { explanation, related_entities, warnings } = await call('ledger.assemble', {
      task: 'Fix how embeddings fall back to keyword search',
      scope: 'src/embeddings/',
      now,
      explain: true,
    });
    expect(explanation).toMatchObject({
      max_tokens: 4000,
      search: 'keyword',
      weights: { recency: 0.3, relevance: 0.4, confidence: 0.2, warning_boost: 0.1 },
    });
    expect(warnings).toEqual([]);
    expect(related_entities.map(({ name }) => name)).toEqual(['Embedder', 'src/embeddings/embedder.ts']);
  });

  it.each<[Input<'ledger.summarize'>, number, number, number, string]>([
    [{ scope: 'project', now }, 60, 2, 6, '2 decisions made, 0 findings posted, 1 warning raised'],
    [{ scope: 'src/engine/', now }, 15, 1, 1, '2 decisions made, 0 findings posted, 1 warning raised'],
    [
      { now: '2026-03-02T18:00:00Z' },
      60,
      2,
      6,
      // The clock of the caller: what lies ahead of it has not happened.
      '13 decisions made, 14 findings posted, 3 warnings raised',
    ],
  ])('summarizes %j', async (input, active, provisional, warnings, activity) => {
    const { call } = await withRealLedger();
    expect(await call('ledger.summarize', input)).toEqual({
      scope: input.scope ?? 'project',
      active_decisions: active,
      provisional_decisions: provisional,
      open_needs: 0,
      active_warnings: warnings,
      unanswered_questions: 0,
      recent_activity_summary: `In the last 24 hours: ${activity}.`,
    });
  });

  it('tells what changed since a moment, that moment included', async () => {
    const { call } = await withRealLedger();
    const since = '2026-03-14T06:48:31.193+01:00';
    expect(await call('ledger.whatChanged', { since })).toEqual({
      new_decisions: [
        { id: '01KKNE7FA2Q7EFFPGX34K7RPHH', summary: expect.stringContaining('computeGraphReachability') },
        {
          id: '01KKNE772KYNY55NZ3N6PM0D2H',
          summary: expect.stringContaining('Auto-populate knowledge graph'),
        },
      ],
      new_entries: [
        { id: '01KKNE7QMEFWNNQ1AJMRMW643T', entry_type: 'status', summary: expect.any(String) },
        { id: '01KKNE7FA4PG6AX8A5APQH05M4', entry_type: 'decision', summary: expect.any(String) },
        { id: '01KKNE77XAP08JF2VXDJVK9H8Y', entry_type: 'decision', summary: expect.any(String) },
        { id: '01KKNE773424QQ4MMEC9B5VD0B', entry_type: 'warning', summary: expect.any(String) },
      ],
      overridden_decisions: [],
      reconsidered_decisions: [],
    });
    const { overridden_decisions } = await call('ledger.whatChanged', { since: '2026-02-17' });
    expect(overridden_decisions.map(({ id, reason }) => [id, reason.slice(0, 33)])).toEqual([
      ['01KHMV0JDABJRSZJD3XX2VQ9AD', 'False-positive conflict detection'],
      ['01KHMSF3TDDFDGZJQYY4HXQJ00', 'False-positive conflict detection'],
    ]);
  });

  it('does not cry wolf: most decisions of one domain and scope do not contradict each other', async () => {
    const { call } = await withRealLedger();
    const { conflicts } = await call('ledger.conflicts', {});
    expect(conflicts.length).toBeLessThan(5);
  });
});
