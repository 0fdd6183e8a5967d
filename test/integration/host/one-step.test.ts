import { expect, it } from 'vitest';
import { contradict, feedHealth, postByAgents } from '../../soak/host-work.ts';
import { hostedProject } from '../../support/hosts.ts';
import { isLong, propertyRuns } from '../../support/property-runs.ts';

// What is read, judged and written is one step, whichever processes ask: docs/reference/host.md. At length:
// `npm run soak -- host`.

it('keeps each decision that feeders of one session were told is kept, once, while the host is killed', async () => {
  const project = await hostedProject();
  await project.call('project.info');
  const [feeders, linesEach] = [propertyRuns(8, 1 / 4), propertyRuns(12, 1 / 2)];
  const { kills, ...found } = await feedHealth(project, { feeders, linesEach, killEveryMs: 700 });
  expect(found).toEqual({
    acknowledged: linesEach * feeders,
    refused: [],
    miscounted: 0,
    callsOff: 0,
    complaints: [],
  });
  expect(kills).toBeGreaterThan(0);
}, 240_000);

it('names each pair of contradicting decisions that two processes make at the same time', async () => {
  const project = await hostedProject();
  const pairs = propertyRuns(10, 1 / 5);
  expect(await contradict(project, { pairs })).toEqual({ pairs, refused: [], unnamed: 0 });
}, 240_000);

it.runIf(isLong)(
  'without a host, of agents that post at the same time all but one are refused',
  async () => {
    const project = await hostedProject();
    const { posts, refused, lost } = await postByAgents(project, {
      agents: 3,
      postsEach: 5,
      pauseMs: 0,
      isAlone: true,
    });
    expect(refused.length).toBeGreaterThan(0);
    expect(lost).toBe(refused.length);
    expect(posts).toBe(15);
  },
  240_000,
);
