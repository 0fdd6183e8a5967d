import { parseArgs } from 'node:util';
import { createHostedProject, type HostedProject } from '../support/hosted-project.ts';
import { contradict, feedHealth, openAtOnce, postByAgents } from './host-work.ts';
import { type OpenDoor, openAgent, openShell, openStudio, workAtDoors } from './open-doors.ts';

/** What a part found; `pass` is whether it is as it should be. */
export interface SoakFigures {
  readonly pass: boolean;
}

/** `npm run soak -- doors [--minutes 10] [--pause 500]`: a studio, two agents and a shell at one project at the same time. `--pause`: milliseconds between two writes of a door. */
export async function soakDoors(): Promise<SoakFigures> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string', default: '10' }, pause: { type: 'string', default: '500' } },
  });
  const project = await createHostedProject({ content: 'sample' });
  const doors: OpenDoor[] = [];
  try {
    doors.push(await openStudio(project));
    for (const name of ['agent-1', 'agent-2']) doors.push(await openAgent(project, name));
    doors.push(await openShell(project));
    return await workAtDoors(project, doors, {
      forMs: Number(values.minutes) * 60_000,
      pauseMs: Number(values.pause),
    });
  } finally {
    for (const door of doors) await door.end();
    await project.end();
  }
}

/** How much the parts of `soakHost` do: as measured at length, and for a trial. */
const amounts = {
  long: { doors: 50, agents: 20, postsEach: 250, pauseMs: 1000, feeders: 8, linesEach: 500, pairs: 200 },
  quick: { doors: 10, agents: 4, postsEach: 10, pauseMs: 200, feeders: 4, linesEach: 20, pairs: 10 },
} as const;
type Amounts = (typeof amounts)[keyof typeof amounts];

const agentsP95Ms = 50;
const killEveryMs = 2000;

/** What many programs do at one project, each with what it came to. The last argument is true for the control. */
const hostParts: Readonly<
  Record<string, (project: HostedProject, amount: Amounts, isAlone: boolean) => Promise<SoakFigures>>
> = {
  async opening(project, { doors }, isAlone) {
    const found = await openAtOnce(project, doors, { isAlone });
    return { ...found, pass: found.refused.length + found.lost === 0 && found.hosts === 1 };
  },
  async agents(project, amount, isAlone) {
    const studio = isAlone ? undefined : await openStudio(project);
    try {
      const found = await postByAgents(project, {
        ...amount,
        isAlone,
        ...(studio !== undefined && { studio }),
      });
      const { refused, lost, p95Ms } = found;
      return { ...found, pass: refused.length + lost === 0 && p95Ms <= agentsP95Ms };
    } finally {
      await studio?.end();
    }
  },
  async feeds(project, amount, isAlone) {
    // There is somebody to kill from the beginning.
    if (!isAlone) await project.call('project.info');
    const found = await feedHealth(project, { ...amount, killEveryMs, isAlone });
    const { refused, miscounted, callsOff } = found;
    return { ...found, pass: refused.length + miscounted + callsOff === 0 };
  },
  async contradictions(project, { pairs }, isAlone) {
    const found = await contradict(project, { pairs, isAlone });
    return { ...found, pass: found.refused.length + found.unnamed === 0 };
  },
};

/**
 * `npm run soak -- host [--only agents] [--quick]`: many programs at one project, whose host is killed meanwhile, and
 * then the same, shorter, without a host, which is to show what it is good for.
 */
export async function soakHost(): Promise<SoakFigures> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
  });
  const results: Record<string, SoakFigures> = {};
  for (const [name, work] of Object.entries(hostParts)) {
    if (!name.includes(values.only)) continue;
    results[name] = await onProject(project =>
      work(project, values.quick ? amounts.quick : amounts.long, false),
    );
    process.stdout.write(`${name}: ${shortly(results[name])}\n`);
    const control = await onProject(project => work(project, amounts.quick, true));
    process.stdout.write(`${name} without a host: ${shortly(control)}\n`);
  }
  return { ...results, pass: Object.values(results).every(({ pass }) => pass) };
}

/** Of a list its length and its first. */
const shortly = (figures: object | undefined): string =>
  JSON.stringify(figures, (_, value: unknown) =>
    Array.isArray(value) && value.length > 1 ? { number: value.length, first: value[0] } : value,
  );

async function onProject<Result>(work: (project: HostedProject) => Promise<Result>): Promise<Result> {
  const project = await createHostedProject({ content: 'sample' });
  try {
    return await work(project);
  } finally {
    await project.end();
  }
}
