import { type ChildProcess, spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { harmOf, type StartHook, startHook, sufferFaults } from '../../soak/soak-hook.ts';
import { untilGone } from '../../support/hosted-project.ts';
import { hostedProject } from '../../support/hosts.ts';
import { runWeftHere } from '../../support/run-command-here.ts';
import { runWeft } from '../../support/run-weft.ts';

// A hook is never in the way of its agent: docs/reference/coding-agents.md.

/** The same each time; 1,000 by `npm run soak -- hook`. */
const faults = 200;

it('hooks end with 0 and a whole answer or none whatever fails, and what they acknowledged is kept', async () => {
  const { harm, lost, acknowledged } = await sufferFaults({
    faults,
    seed: 2,
    isTimed: false,
    run: runWeftHere,
  });
  expect({ harm, lost }).toEqual({ harm: [], lost: [] });
  expect(acknowledged).toBeGreaterThan(0);
}, 3_600_000);

it('control: hooks that block, say nonsense or claim to have been heard are found', async () => {
  const says = (text: string, code = 0): ChildProcess =>
    spawn(
      process.execPath,
      ['-e', `process.stdout.write(${JSON.stringify(text)}); process.exitCode = ${code}`],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
  const answer = (additionalContext: string) =>
    `${JSON.stringify({ hookSpecificOutput: { additionalContext } })}\n`;
  const bad: readonly StartHook[] = [
    () => says('', 2),
    () => says('Error: no host'),
    () => says(answer('Heard.').slice(0, 20)),
    () => says(answer('Heard.')),
  ];
  let at = 0;
  const start: StartHook = (hook, project) => (bad[at++ % bad.length] ?? startHook)(hook, project);
  const { harm, lost } = await sufferFaults({
    faults: 8,
    seed: 1,
    isTimed: false,
    run: runWeftHere,
    only: 'nothing is wrong',
    start,
  });
  expect(harm.length).toBe(6);
  expect(lost.length).toBeGreaterThan(0);
  expect(harmOf({ code: null, stdout: '', lateMs: 3000 })).toEqual([
    'ended with null',
    'was late by 3000 ms',
  ]);
});

it('hooks alone get another host in place of one that was killed', async () => {
  const project = await hostedProject();
  const event = { hook_event_name: 'Stop', session_id: 's', cwd: project.folder };
  const tell = () => runWeft(['hook'], { ...project.place, stdin: JSON.stringify(event) });
  await project.call('project.info');
  const [first = 0] = await project.hostPids();
  process.kill(first, 'SIGKILL');
  await untilGone(first);
  expect(await tell()).toMatchObject({ code: 0, stdout: '' });
  await expect.poll(async () => (await project.hostPids()).length).toBe(2);
});
