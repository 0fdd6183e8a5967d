import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { propertyRuns, sampled } from '../../../test/support/property-runs.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { createWorld } from '../../platform/world.ts';
import type { World } from '../project/world.ts';

/** A clone of its own with an app of its own, whose clock the test sets. */
async function openClone(folder: string) {
  const time = { now: '2026-11-21T10:00:00.000Z' };
  const real = createWorld();
  const world: World = { ...real, clock: { ...real.clock, nowIso: () => time.now } };
  const app = startApp({ world });
  await app.call('project.open', { path: folder, create: true });
  const decide = async (summary: string, domain = 'd', scope = `src/${summary.replaceAll(' ', '-')}`) =>
    (await app.call('ledger.decide', { domain, scope, summary, rationale: 'why' })).id;
  const statuses = async () => {
    const { records } = await app.call('ledger.list', { limit: 500 });
    return Object.fromEntries(
      records.flatMap(record =>
        record.kind === 'decision' ? [[record.decision.id, record.decision.status]] : [],
      ),
    );
  };
  return { ...app, folder, time, decide, statuses, sync: () => app.call('ledger.sync', {}) };
}

function git(folder: string, ...words: string[]): string {
  const own = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', ['-C', folder, ...own, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function commit(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'ledger');
}

/** Two clones that begin with the same two decisions, in step. */
async function twoClones() {
  const origin = temporaryFolder();
  git(origin, 'init', '-q', '-b', 'main');
  const left = await openClone(origin);
  const [shared, other] = [await left.decide('Ships sail at noon'), await left.decide('Ferries carry cars')];
  await left.sync();
  commit(origin);
  const copy = join(temporaryFolder(), 'copy');
  execFileSync('git', ['clone', '-q', origin, copy]);
  const right = await openClone(copy);
  await right.sync();
  return { left, right, shared, other };
}

/** Both commit; one takes in what the other has. Git must not need anybody. */
function merge(from: string, into: string): void {
  commit(from);
  commit(into);
  git(into, 'pull', '-q', '--no-rebase', '--no-edit', from, 'main');
}

const fileOf = (folder: string, id: string) => join(folder, '.twining/decisions', `${id}.json`);

describe('two clones', () => {
  it('with many decisions each, three that contradict and two that override, have all of it once after merge and sync', async () => {
    const { left, right, shared, other } = await twoClones();
    const each = propertyRuns(50, 1 / 5);
    const made: string[] = [];
    for (const [clone, side] of [
      [left, 'left'],
      [right, 'right'],
    ] as const) {
      for (let at = 0; at < each - 3; at += 1)
        made.push(await clone.decide(`${side} number ${at} about part${at}`, `${side}-${at}`));
      for (let at = 0; at < 3; at += 1)
        made.push(
          await clone.decide(
            `Store orders${at} in table ${side} of the database`,
            `stores-${at}`,
            `src/orders${at}`,
          ),
        );
    }
    left.time.now = '2026-11-21T12:00:00.000Z';
    await left.call('ledger.override', { id: shared, reason: 'left says so' });
    right.time.now = '2026-11-21T13:00:00.000Z';
    await right.call('ledger.override', { id: other, reason: 'right says so' });
    await left.sync();
    await right.sync();
    merge(left.folder, right.folder);
    const report = await right.sync();
    expect(report).toMatchObject({
      decisions: { created: each, replaced: 1, kept: 0 },
      refused: [],
      deleted: [],
    });
    expect(report.contradictions.map(({ domain }) => domain).sort()).toEqual([
      'stores-0',
      'stores-1',
      'stores-2',
    ]);
    const statuses = await right.statuses();
    expect(Object.keys(statuses).sort()).toEqual([...made, shared, other].sort());
    expect([statuses[shared], statuses[other]]).toEqual(['overridden', 'overridden']);
    commit(right.folder);
    git(left.folder, 'pull', '-q', '--no-edit', right.folder, 'main');
    await left.sync();
    expect(await left.statuses()).toEqual(statuses);
    // Nothing is left to do on either side.
    expect(await right.sync()).toMatchObject({ written: 0, decisions: { created: 0, replaced: 0, kept: 0 } });
    expect(await left.sync()).toMatchObject({ written: 0, decisions: { created: 0, replaced: 0, kept: 0 } });
  });

  it.each(
    sampled(
      [
        ['left', '2026-11-21T15:00:00.000Z', '2026-11-21T14:00:00.000Z'],
        ['right', '2026-11-21T14:00:00.000Z', '2026-11-21T15:00:00.000Z'],
      ],
      1,
    ),
  )(
    'that override the same decision agree on the later, which is the %s one',
    async (winner, leftAt, rightAt) => {
      const { left, right, shared } = await twoClones();
      left.time.now = leftAt;
      await left.call('ledger.override', { id: shared, reason: 'left' });
      right.time.now = rightAt;
      await right.call('ledger.override', { id: shared, reason: 'right' });
      await left.sync();
      await right.sync();
      merge(left.folder, right.folder);
      expect(readFileSync(fileOf(right.folder, shared), 'utf8').trim().split('\n')).toHaveLength(2);
      expect((await right.sync()).both_changed).toMatchObject([{ kind: 'decision', id: shared }]);
      commit(right.folder);
      git(left.folder, 'pull', '-q', '--no-edit', right.folder, 'main');
      await left.sync();
      for (const clone of [left, right])
        expect(await clone.call('ledger.get', { id: shared })).toMatchObject({
          record: { kind: 'decision', decision: { override_reason: winner } },
        });
    },
  );
});

describe('a folder', () => {
  it('of an older commit brings nothing back that was overridden since', async () => {
    const { left, shared } = await twoClones();
    const before = readFileSync(fileOf(left.folder, shared), 'utf8');
    left.time.now = '2026-11-21T12:00:00.000Z';
    await left.call('ledger.override', { id: shared, reason: 'why' });
    await left.sync();
    writeFileSync(fileOf(left.folder, shared), before);
    expect(await left.sync()).toMatchObject({ decisions: { replaced: 0, kept: 1 }, written: 1 });
    expect((await left.statuses())[shared]).toBe('overridden');
  });

  it('brings nothing back that was overridden or resolved since by a clock that had been set back', async () => {
    const { left, right, shared } = await twoClones();
    const { id: need } = await left.call('ledger.post', { entry_type: 'need', summary: 'A pump' });
    await left.sync();
    merge(left.folder, right.folder);
    await right.sync();
    for (const clone of [left, right]) clone.time.now = '2026-11-21T09:00:00.000Z';
    await left.call('ledger.override', { id: shared, reason: 'why' });
    await left.call('ledger.resolve', { id: need });
    const nothing = { created: 0, replaced: 0, kept: 1 };
    expect(await left.sync()).toMatchObject({ decisions: nothing, entries: nothing });
    merge(left.folder, right.folder);
    await right.sync();
    for (const clone of [left, right]) {
      expect((await clone.statuses())[shared]).toBe('overridden');
      expect((await clone.call('ledger.list', { resolved: true })).total).toBe(1);
    }
    await right.call('ledger.reconsider', { id: shared, reason: 'why' });
    const since = '2026-11-21T10:00:00.000Z';
    const { reconsidered_decisions } = await right.call('ledger.whatChanged', { since });
    expect(reconsidered_decisions.map(({ id }) => id)).toEqual([shared]);
  });

  it('that lost a file is told of, and neither side follows until somebody says so', async () => {
    const { left, shared } = await twoClones();
    rmSync(fileOf(left.folder, shared));
    for (let round = 0; round < 2; round += 1)
      expect(await left.sync()).toMatchObject({ deleted: [{ kind: 'decision', id: shared }], written: 0 });
    expect(existsSync(fileOf(left.folder, shared))).toBe(false);
    expect((await left.statuses())[shared]).toBe('active');
    expect(await left.call('ledger.sync', { restore: true })).toMatchObject({ deleted: [], written: 1 });
    expect(existsSync(fileOf(left.folder, shared))).toBe(true);
  });

  it('that lost a file is told of, also after another folder was put in step', async () => {
    const { left, shared } = await twoClones();
    await left.call('ledger.sync', { folder: 'team/ledger' });
    rmSync(fileOf(left.folder, shared));
    const gone = { deleted: [{ kind: 'decision', id: shared }], written: 0 };
    expect(await left.sync()).toMatchObject(gone);
    expect(existsSync(fileOf(left.folder, shared))).toBe(false);
    rmSync(join(left.folder, 'team/ledger/decisions', `${shared}.json`));
    expect(await left.call('ledger.sync', { folder: 'team/ledger' })).toMatchObject(gone);
  });

  it('takes what a person wrote into a file, and says which files it cannot read', async () => {
    const { left, shared, other } = await twoClones();
    const path = fileOf(left.folder, shared);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"why"', '"by hand"'));
    writeFileSync(fileOf(left.folder, other), '{"id":');
    expect(await left.sync()).toMatchObject({
      decisions: { replaced: 1 },
      refused: [{ file: `decisions/${other}.json` }],
      deleted: [],
    });
    expect(await left.call('ledger.get', { id: shared })).toMatchObject({
      record: { decision: { rationale: 'by hand' } },
    });
    // What could not be read is left as it is, also where one of its lines could.
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, `${whole}{"id":5}\n`);
    await left.sync();
    expect(readFileSync(path, 'utf8')).toBe(`${whole}{"id":5}\n`);
    expect(readFileSync(fileOf(left.folder, other), 'utf8')).toBe('{"id":');
  });

  it('reads both sides of a conflict that git marked, where its attributes were taken away', async () => {
    const { left, shared } = await twoClones();
    const before = readFileSync(fileOf(left.folder, shared), 'utf8');
    left.time.now = '2026-11-21T12:00:00.000Z';
    await left.call('ledger.override', { id: shared, reason: 'why' });
    await left.sync();
    const after = readFileSync(fileOf(left.folder, shared), 'utf8');
    writeFileSync(fileOf(left.folder, shared), `<<<<<<< HEAD\n${before}=======\n${after}>>>>>>> other\n`);
    await left.sync();
    expect(readFileSync(fileOf(left.folder, shared), 'utf8')).toBe(after);
    expect((await left.statuses())[shared]).toBe('overridden');
  });

  it('needs no right to write for a dry run: it leaves nothing in a project where nothing is yet', async () => {
    const folder = temporaryFolder();
    await writeTree(folder, { '.codebolt/weft.json': '{}' });
    const { call } = startApp();
    await call('project.open', { path: folder });
    expect(await call('ledger.sync', { dry_run: true })).toMatchObject({ folder: '.twining', written: 0 });
    expect(readdirSync(join(folder, '.codebolt'))).toEqual(['weft.json']);
    expect(readdirSync(folder)).toEqual(['.codebolt']);
  });

  it('says the same in a dry run, which changes nothing', async () => {
    const { left } = await twoClones();
    const { id } = await left.call('ledger.post', { entry_type: 'need', summary: 'A captain' });
    const file = join(left.folder, '.twining/entries', `${id}.json`);
    const dry = await left.call('ledger.sync', { dry_run: true });
    expect(existsSync(file)).toBe(false);
    expect(await left.sync()).toEqual(dry);
    expect(existsSync(file)).toBe(true);
  });

  it('keeps entries one a file, and a second sync writes nothing', async () => {
    const { left } = await twoClones();
    await left.call('ledger.post', { entry_type: 'need', summary: 'A captain' });
    expect(await left.sync()).toMatchObject({ written: 1 });
    expect(readdirSync(join(left.folder, '.twining/entries'))).toHaveLength(1);
    expect(await left.sync()).toMatchObject({ written: 0 });
  });

  it.each(sampled(['..', '/tmp', '.', '.git/ledger'], 2))(
    'is within the project: %s is refused',
    async folder => {
      const { left } = await twoClones();
      expect(await left.ask('ledger.sync', { folder })).toMatchObject({
        ok: false,
        error: { code: 'invalid_input' },
      });
    },
  );

  it('in which a record is a link writes through none, and says so', async () => {
    const { left, shared } = await twoClones();
    const victim = join(temporaryFolder(), 'victim');
    writeFileSync(victim, 'precious');
    rmSync(fileOf(left.folder, shared));
    symlinkSync(victim, fileOf(left.folder, shared));
    left.time.now = '2026-11-21T12:00:00.000Z';
    await left.call('ledger.override', { id: shared, reason: 'why' });
    const report = await left.call('ledger.sync', { restore: true });
    expect(report.refused).toMatchObject([{ file: `decisions/${shared}.json` }]);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  });

  it('that is a link out of the project is refused', async () => {
    const { left } = await twoClones();
    symlinkSync(temporaryFolder(), join(left.folder, 'away'));
    expect(await left.ask('ledger.sync', { folder: 'away/ledger' })).toMatchObject({ ok: false });
  });
});

it('says how many more there are than it names', async () => {
  const folder = temporaryFolder();
  const entries = Array.from({ length: 102 }, (_, at) => ({
    id: `01KA0000000000000000000${String(at).padStart(3, '0')}`,
    timestamp: '2026-11-01T10:00:00.000Z',
    entry_type: 'need',
    summary: `need ${at}`,
    detail: '',
    scope: 'project',
    tags: [],
  }));
  await writeTree(
    folder,
    Object.fromEntries(entries.map(entry => [`.twining/entries/${entry.id}.json`, JSON.stringify(entry)])),
  );
  const clone = await openClone(folder);
  expect(await clone.sync()).toMatchObject({ entries: { created: 102 }, notes: [] });
  rmSync(join(folder, '.twining/entries'), { recursive: true });
  const report = await clone.sync();
  expect(report.deleted).toHaveLength(100);
  expect(report.notes).toEqual(['2 more whose file was deleted are not listed']);
});
