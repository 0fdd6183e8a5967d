import { expect, it } from 'vitest';
import { isJsonObject } from '../../../shared/model/json.ts';
import { isThere } from '../../support/hosted-project.ts';
import { hostedProject } from '../../support/hosts.ts';
import { runWeft } from '../../support/run-weft.ts';

// What is read, judged and written is one step, whichever processes ask: docs/reference/host.md.

const feeders = 8;
const linesEach = 12;

it('keeps each decision that eight feeders of one session were told is kept, once, while the host is killed', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const state = { isOver: false, kills: 0 };
  const killing = (async () => {
    while (!state.isOver) {
      const before = (await project.hostPids()).length;
      const alive = (await project.hostPids()).filter(isThere);
      for (const pid of alive) process.kill(pid, 'SIGKILL');
      state.kills += alive.length;
      // The next one is killed once it is there.
      while (!state.isOver && (await project.hostPids()).length === before)
        await new Promise(resume => setTimeout(resume, 20));
      await new Promise(resume => setTimeout(resume, 700));
    }
  })();
  const feeds = Array.from({ length: feeders }, (_, feeder) => {
    const lines = Array.from({ length: linesEach }, (_, line) =>
      JSON.stringify({ tool: 'read', decisions: [`decision ${feeder}-${line}`] }),
    );
    return runWeft(['health', '--session', 'shared'], { ...project.place, stdin: `${lines.join('\n')}\n` });
  });
  const runs = await Promise.all(feeds);
  state.isOver = true;
  await killing;
  // On a busy machine a host may be too slow to answer, and who works without it says so.
  const complaints = runs.map(({ stderr }) => stderr.replace(/^weft: works without the host [^\n]*\n$/, ''));
  expect(complaints).toEqual(runs.map(() => ''));
  const replies = runs.flatMap(({ stdout }) =>
    stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  );
  expect(replies.filter(({ ok }) => ok !== true)).toEqual([]);
  expect(state.kills).toBeGreaterThan(0);
  const report = await project.call('health.report', { session_id: 'shared' });
  const session = isJsonObject(report) && isJsonObject(report.session) ? report.session : {};
  const notes =
    isJsonObject(session.notes) && Array.isArray(session.notes.decisions) ? session.notes.decisions : [];
  const kept = notes.map(String).sort();
  const told = Array.from(
    { length: feeders * linesEach },
    (_, at) => `decision ${Math.floor(at / linesEach)}-${at % linesEach}`,
  );
  expect(kept).toEqual(told.sort());
  // A call that was counted twice would show here.
  const calls = isJsonObject(session.tool_calls) ? Object.values(session.tool_calls) : [];
  expect(calls.reduce<number>((sum, one) => sum + Number(one), 0)).toBe(feeders * linesEach);
});

it('names each pair of contradicting decisions that two processes make at the same time', async () => {
  const project = await hostedProject();
  const count = 10;
  const decide = (side: string, at: number) =>
    project.call('ledger.decide', {
      domain: 'storage',
      scope: `src/part-${at}/`,
      summary: `keep the sessions of part ${at} in ${side === 'left' ? 'Postgres' : 'Redis'}`,
      rationale: 'because',
    });
  const sides = await Promise.all(
    Array.from({ length: count }, (_, at) => Promise.all([decide('left', at), decide('right', at)])),
  );
  const conflicts = sides.map(pair =>
    pair.flatMap(one => (isJsonObject(one) && Array.isArray(one.conflicts) ? one.conflicts : [])),
  );
  // Whichever came second names the first.
  expect(conflicts.map(found => found.length)).toEqual(Array.from({ length: count }, () => 1));
});
