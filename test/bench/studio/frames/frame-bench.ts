import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Position } from '@xyflow/react';
import type { Browser, Page } from 'playwright';
import { buildGraph } from '../../../../renderer/features/rules/canvas/build-graph.ts';
import { farthest, nearest } from '../../../../renderer/features/rules/canvas/canvas-view.ts';
import type { Layout } from '../../../../shared/model/layout.ts';
import { startWeft, waitForOutput } from '../../../support/run-weft.ts';
import { quantile } from '../../measure.ts';
import { writeProject } from '../big-project.ts';
import { serveBarePage, writeBareGraph } from './bare-page.ts';
import { type CanvasSize, canvasEngine, canvasSample, memoryIds } from './canvas-project.ts';
import { type Gesture, playRound, type View, viewOf, viewport } from './play-round.ts';

/** Nodes and edges of the goals, and the same share of each kind at 1,000. */
const sizes = [
  { nodes: 300, edges: 400, rules: 60, variables: 120, memories: 117, conditions: 160, adds: 240 },
  { nodes: 1000, edges: 1333, rules: 200, variables: 400, memories: 397, conditions: 533, adds: 800 },
] as const;
/** A frame of five in a hundred tells p95: a few rounds are decided by what else the machine did. */
const rounds = 8;

/** A frame at 60 a second, or at most so many times the bare page's; at 1,000 nodes 30 a second. */
export const frameGoals = { frameMs: 16.7, ratio: 1.3, largeFrameMs: 33.3 };

interface Times {
  readonly p50: number;
  readonly p95: number;
}

interface GestureResult {
  readonly gesture: Gesture;
  readonly weft: Times;
  readonly bare: Times;
  readonly ratio: number;
  readonly reached: boolean;
}

/** Frames of the studio's canvas beside those of a bare page with as many nodes and edges in the same places. */
export async function benchFrames(browser: Browser, print: (line: string) => void) {
  const canvases = [];
  for (const size of sizes) {
    const gestures = await benchSize(browser, size);
    print(`canvas of ${size.nodes} nodes and ${size.edges} edges, milliseconds a frame:`);
    for (const result of gestures) print(told(result));
    canvases.push({ nodes: size.nodes, edges: size.edges, gestures });
  }
  return { canvases, pass: canvases.every(({ gestures }) => gestures.every(({ reached }) => reached)) };
}

const told = ({ gesture, weft, bare, ratio, reached }: GestureResult): string =>
  `  ${gesture}: p95 ${weft.p95.toFixed(1)} (p50 ${weft.p50.toFixed(1)}), bare page ${bare.p95.toFixed(1)} (${bare.p50.toFixed(1)}), ${ratio.toFixed(2)} times${reached ? '' : ', NOT reached'}`;

async function benchSize(browser: Browser, size: (typeof sizes)[number]): Promise<GestureResult[]> {
  const home = await mkdtemp(join(tmpdir(), 'weft-frames-'));
  const project = join(home, 'project');
  await writeProject(project, canvasEngine(size), [canvasSample(size)], memoryIds(size));
  await ungroup(project);
  const bare = await serveBarePage(home);
  const child = startWeft(['serve', '--port', '0', '--json', '--trust', '--project', project], {
    cwd: home,
    userDataDir: join(home, 'user-data'),
  });
  const context = await browser.newContext({ viewport });
  try {
    const [, address = ''] = await waitForOutput(child, /"address":"([^"]+)"/);
    const weft = await openWeft(await context.newPage(), address);
    const view = await viewOf(weft);
    await writeBareGraph(home, bareGraph(size, view));
    const page = await context.newPage();
    await page.goto(bare.address);
    await page.locator('.react-flow__node').first().waitFor();
    return await compare({ weft, bare: page }, view, size.nodes > 300);
  } finally {
    await context.close();
    await bare.close();
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  }
}

/** Each rule by itself, so that the studio's canvas has the nodes and edges that the bare page has, in the same places. */
async function ungroup(project: string): Promise<void> {
  const folder = join(project, '.codebolt/weft/layout');
  await mkdir(folder, { recursive: true });
  const layout: Layout = { id: 'canvas', pins: {}, groups: { by: 'none', open: [] } };
  await writeFile(join(folder, `${layout.id}.json`), JSON.stringify(layout));
}

/** The canvas as wide and high as the window lets it be: the drawer below is closed. */
async function openWeft(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await page.getByRole('tablist', { name: 'Drawer' }).waitFor();
  await page.keyboard.press('Control+`');
  await page.locator('.react-flow__node-rule').first().waitFor();
  await page.waitForTimeout(1500);
  return page;
}

/** The same nodes and edges, as the library draws them by itself. */
function bareGraph(size: CanvasSize & { readonly nodes: number; readonly edges: number }, view: View) {
  const { nodes, edges } = buildGraph({ engine: canvasEngine(size), memories: {}, fired: new Set() });
  if (nodes.length !== size.nodes || edges.length !== size.edges)
    throw new Error(`the canvas has ${nodes.length} nodes and ${edges.length} edges`);
  return {
    nodes: nodes.map(({ id, position, width = 0, height = 0 }) => ({
      id,
      position,
      data: { label: id },
      width,
      height,
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
    })),
    edges: edges.map(({ id, source, target }) => ({ id, source, target })),
    ...view,
    minZoom: farthest,
    maxZoom: nearest,
  };
}

/** Round after round, in turn; the first is for warming up. */
async function compare(pages: Readonly<Record<'weft' | 'bare', Page>>, view: View, isLarge: boolean) {
  const frames = { weft: new Map<Gesture, number[]>(), bare: new Map<Gesture, number[]>() };
  for (let round = 0; round <= rounds; round += 1)
    for (const side of ['weft', 'bare'] as const)
      for (const [gesture, times] of await playRound(pages[side], view))
        if (round > 0) frames[side].set(gesture, [...(frames[side].get(gesture) ?? []), ...times]);
  return [...frames.weft].map(([gesture, times]) =>
    judged(gesture, timesOf(times), timesOf(frames.bare.get(gesture) ?? []), isLarge),
  );
}

const timesOf = (frames: readonly number[]): Times => ({
  p50: quantile(frames, 0.5),
  p95: quantile(frames, 0.95),
});

function judged(gesture: Gesture, weft: Times, bare: Times, isLarge: boolean): GestureResult {
  const ratio = weft.p95 / bare.p95;
  const isFast = weft.p95 <= frameGoals.frameMs || ratio <= frameGoals.ratio;
  return { gesture, weft, bare, ratio, reached: isLarge ? weft.p95 <= frameGoals.largeFrameMs : isFast };
}
