import { parseArgs } from 'node:util';
import { createHostedProject } from '../support/hosted-project.ts';
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
