import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { StdioDoor } from '../../soak/soak-doors.ts';
import { runWeftHere } from '../../support/run-command-here.ts';
import { repository } from '../../support/run-weft.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Two clones of a repository, git itself and the built command: docs/reference/ledger.md.

function git(folder: string, ...words: string[]): void {
  const own = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'commit.gpgsign=false'];
  execFileSync('git', ['-C', folder, ...own, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
}

function commit(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'ledger');
}

/** Somebody with a clone, a user-data folder and hosts of their own. */
function person(folder: string) {
  const userDataDir = temporaryFolder();
  const place = { cwd: folder, userDataDir, env: { WEFT_HOST: 'on' } };
  const weft = async (values: readonly string[], stdin?: unknown): Promise<string> => {
    const run = await runWeftHere(values, {
      ...place,
      stdin: stdin === undefined ? '' : JSON.stringify(stdin),
    });
    if (run.code !== 0) throw new Error(`${values.join(' ')}: ${run.stdout}${run.stderr}`);
    return run.stdout;
  };
  const call = async (procedure: string, input: unknown): Promise<JsonObject> => {
    const reply: unknown = JSON.parse(await weft(['call', procedure, '-'], input));
    return isJsonObject(reply) && isJsonObject(reply.value) ? reply.value : {};
  };
  onTestFinished(async () => void (await weft(['host', 'stop'])));
  return {
    folder,
    weft,
    call,
    sync: async (): Promise<JsonObject> => JSON.parse(await weft(['ledger', 'sync', '--json'])),
    /** As an agent does, over stdio. */
    async decide(decisions: readonly JsonObject[]): Promise<string[]> {
      const agent = new StdioDoor(`${repository}/dist/cli.js`, folder, userDataDir);
      await agent.open();
      try {
        const ids: string[] = [];
        for (const one of decisions)
          ids.push(String((await agent.ask('twining_decide', { rationale: 'why', ...one })).id));
        return ids;
      } finally {
        await agent.close();
      }
    },
    /** Status of each decision. */
    async statuses(): Promise<Record<string, unknown>> {
      const { records } = await call('ledger.list', { limit: 500 });
      const found = Array.isArray(records) ? records.filter(isJsonObject) : [];
      const decisions = found.flatMap(({ decision }) => (isJsonObject(decision) ? [decision] : []));
      expect(new Set(decisions.map(({ id }) => id)).size).toBe(decisions.length);
      return Object.fromEntries(decisions.map(({ id, status }) => [String(id), status]));
    },
  };
}

/** Of which three contradict those of the other side. */
const each = 50;

const decisionsOf = (side: string): JsonObject[] => [
  ...Array.from({ length: each - 3 }, (_, at) => ({
    domain: `${side}-${at}`,
    scope: `src/${side}-${at}`,
    summary: `${side} number ${at} about part${at}`,
  })),
  ...Array.from({ length: 3 }, (_, at) => ({
    domain: `stores-${at}`,
    scope: `src/orders${at}`,
    summary: `Store orders${at} in table ${side} of the database`,
  })),
];

it('two clones with decisions of their own, three that contradict and two overridden, have all of it once after git has merged them', async () => {
  const origin = temporaryFolder();
  git(origin, 'init', '-q', '-b', 'main');
  const left = person(origin);
  await left.weft(['call', 'project.open', '-', '--no-host'], { path: origin, create: true });
  await left.weft(['init', '--ledger-in-git']);
  const first = ['Ships sail at noon', 'Ferries carry cars'];
  const before = await left.decide(
    first.map((summary, at) => ({ domain: 'd', scope: `src/${at}`, summary })),
  );
  await left.sync();
  commit(origin);
  const copy = join(temporaryFolder(), 'copy');
  execFileSync('git', ['clone', '-q', origin, copy]);
  const right = person(copy);
  // Whoever clones a project looks at it first.
  await right.weft(['trust']);
  await right.sync();
  const made = [await left.decide(decisionsOf('left')), await right.decide(decisionsOf('right'))].flat();
  const [shared, other] = before;
  await left.call('ledger.override', { id: shared, reason: 'left says so' });
  await right.call('ledger.override', { id: other, reason: 'right says so' });
  for (const clone of [left, right]) {
    await clone.sync();
    commit(clone.folder);
  }
  // Without an installed merge driver, and without anybody's help.
  git(right.folder, 'pull', '-q', '--no-rebase', '--no-edit', left.folder, 'main');
  const report = await right.sync();
  expect(report).toMatchObject({ decisions: { created: each, replaced: 1 }, refused: [], deleted: [] });
  const contradictions = Array.isArray(report.contradictions)
    ? report.contradictions.filter(isJsonObject)
    : [];
  expect(contradictions.map(({ domain }) => domain).sort()).toEqual(['stores-0', 'stores-1', 'stores-2']);
  const statuses = await right.statuses();
  expect(Object.keys(statuses).sort()).toEqual([...made, ...before].sort());
  expect(before.map(id => statuses[id])).toEqual(['overridden', 'overridden']);
  commit(right.folder);
  git(left.folder, 'pull', '-q', '--no-edit', right.folder, 'main');
  await left.sync();
  expect(await left.statuses()).toEqual(statuses);
  for (const clone of [left, right])
    expect(await clone.sync()).toMatchObject({ written: 0, decisions: { created: 0, replaced: 0, kept: 0 } });
}, 240_000);
