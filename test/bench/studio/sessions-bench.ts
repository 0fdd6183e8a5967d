import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { askBeside } from '../../e2e/support/by-mouse.ts';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';
import { transcriptOf } from '../../support/transcripts.ts';
import { median, quantile } from '../measure.ts';
import { writeBigProject } from './big-project.ts';
import { scrollFrames } from './scroll-frames.ts';

const turns = 200;
const rounds = 7;

export const sessionsGoals = { firstPaintMs: 300, frameMs: 16.7 };

/** A session of 200 turns, told through the hooks' own procedure: how soon it is seen, and how it scrolls. */
export async function benchSessions(browser: Browser, print: (line: string) => void) {
  const home = await mkdtemp(join(tmpdir(), 'weft-sessions-'));
  const project = join(home, 'project');
  await writeBigProject(project, { rules: 10, samples: 2, memories: 10 });
  const child = startWeft(['serve', '--port', '0', '--json', '--trust', '--project', project], {
    cwd: home,
    userDataDir: join(home, 'user-data'),
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const [, address = ''] = await waitForOutput(child, /"address":"([^"]+)"/);
    const page = await context.newPage();
    await page.goto(address);
    await tellSession(page, home);
    const paints: number[] = [];
    for (let round = 0; round < rounds; round += 1) paints.push(await firstPaint(page));
    const frames: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const times = await scrollFrames(page, '[role=grid][aria-label^="Turns of"]');
      if (round > 0) frames.push(...times);
    }
    const found = {
      firstPaintMs: median(paints),
      coldMs: paints[0] ?? Number.NaN,
      frameMs: quantile(frames, 0.95),
    };
    const pass = found.firstPaintMs <= sessionsGoals.firstPaintMs && found.frameMs <= sessionsGoals.frameMs;
    print(
      `sessions: ${turns} turns are painted after ${found.firstPaintMs.toFixed(0)} ms (the first time, with its parts loaded, ${found.coldMs.toFixed(0)} ms); scrolling takes ${found.frameMs.toFixed(1)} ms a frame, p95`,
    );
    return { ...found, pass };
  } finally {
    await context.close();
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  }
}

async function tellSession(page: Page, home: string): Promise<void> {
  const transcript = join(home, 'transcript.jsonl');
  const { lines } = transcriptOf(turns);
  await writeFile(transcript, '');
  const hear = (event: string, more: object = {}) =>
    askBeside(page, 'flights.hear', { session_id: 'long', agent: 'claude-code', event, transcript, ...more });
  for (const [turn, written] of lines.entries()) {
    await hear('prompt', { prompt: `Prompt ${turn + 1}: mend what the last one broke` });
    await writeFile(transcript, written.join(''), { flag: 'a' });
    await hear('after_tool', { tool: 'Read', response: 'x', response_chars: 2000 });
  }
  await hear('stop');
}

/** From the press on the rail to the frame that shows the turns, in milliseconds. */
async function firstPaint(page: Page): Promise<number> {
  const rail = page.getByRole('navigation', { name: 'Views' });
  await rail.getByRole('button', { name: 'Settings' }).click();
  await page.waitForTimeout(500);
  await rail.getByRole('button', { name: 'Sessions' }).evaluate(async button => {
    const start = performance.now();
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    if (button instanceof HTMLElement) button.click();
    while (document.querySelector('[role=grid][aria-label^="Turns of"] [role=row]') === null) await frame();
    // The frame after the one that has it is asked for once that one is painted.
    await frame();
    document.body.dataset.paintMs = String(performance.now() - start);
  });
  return Number(await page.evaluate(() => document.body.dataset.paintMs));
}
