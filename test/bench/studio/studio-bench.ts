import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { emptyEvaluationMemory, evaluateDocuments } from '../../../renderer/worker/evaluate-documents.ts';
import { launchBrowser } from '../../support/find-browser.ts';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';
import { median, quantile } from '../measure.ts';
import { bigRules, bigSamples, editedRule, writeBigProject } from './big-project.ts';

const size = { rules: 1000, samples: 200 };
const goals = { matrixMs: 100, editMs: 16 };
const keystrokes = 120;

/** The matrix of 1,000 rules and 200 samples: whole in the worker, and one rule from the key to the paint. */
export async function benchStudio(print: (line: string) => void) {
  const worker = benchWorker();
  print(`matrix of ${size.rules} x ${size.samples} in the worker: median ${worker.matrixMs.toFixed(1)} ms`);
  print(`one edited rule in the worker: p95 ${worker.editMs.toFixed(2)} ms`);
  const times = await benchPage();
  const page = { p50: median(times), p95: quantile(times, 0.95), keystrokes: times.length };
  print(`key to paint in Chromium: median ${page.p50.toFixed(1)} ms, p95 ${page.p95.toFixed(1)} ms`);
  const pass = worker.matrixMs < goals.matrixMs && page.p95 < goals.editMs;
  return { pass, goals, worker, page };
}

function benchWorker(): { matrixMs: number; editMs: number } {
  const engine = { id: 'big', name: 'Big', description: '', enabled: true, rules: [] };
  const samples = Object.fromEntries(bigSamples(size.samples).map(sample => [sample.id, sample]));
  const whole = () => ({
    engines: { big: { working: { engine, rules: bigRules(size.rules) }, saved: 'working' as const } },
    samples,
    currentSample: 'sample-000',
  });
  const matrix = Array.from({ length: 15 }, () => {
    const memory = emptyEvaluationMemory();
    return timed(() => evaluateDocuments(memory, whole()));
  });
  const memory = emptyEvaluationMemory();
  evaluateDocuments(memory, whole());
  const rest = Array.from({ length: size.rules - 1 }, (_, at) => at + 1);
  const edits = Array.from({ length: 200 }, (_, at) => {
    const rule = {
      ...editedRule,
      when: [{ field: 'addVar.phase', operator: 'regex' as const, value: `p${at}` }],
    };
    return timed(() =>
      evaluateDocuments(memory, { engines: { big: { working: { engine, rules: [rule, ...rest] } } } }),
    );
  });
  return { matrixMs: median(matrix), editMs: quantile(edits, 0.95) };
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Types into the built studio, with the matrix in sight, and waits for its cells. */
async function benchPage(): Promise<number[]> {
  const home = await mkdtemp(join(tmpdir(), 'weft-bench-'));
  const project = join(home, 'project');
  await writeBigProject(project, size.rules, size.samples);
  const child = startWeft(['serve', '--port', '0', '--json', '--trust', '--project', project], {
    cwd: home,
    userDataDir: join(home, 'user-data'),
  });
  const [, address = ''] = await waitForOutput(child, /"address":"([^"]+)"/);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(address);
    await page.getByRole('tab', { name: 'Matrix' }).click();
    await page.locator('#matrix-0-0').waitFor();
    return await typeAndMeasure(page);
  } finally {
    await browser.close();
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  }
}

async function typeAndMeasure(page: Page): Promise<number[]> {
  await page.getByRole('textbox', { name: 'Pattern' }).click();
  await page.keyboard.press('End');
  await page.waitForTimeout(1500);
  await page.evaluate(() => {
    const times: number[] = [];
    const state = { pressed: 0 };
    Object.assign(window, { benchTimes: times });
    window.addEventListener('keydown', event => Object.assign(state, { pressed: event.timeStamp }), true);
    const cell = document.querySelector('#matrix-0-0');
    if (!cell) throw new Error('the matrix has no cell');
    new MutationObserver(() => {
      const { pressed } = state;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => times.push(performance.now() - pressed);
        channel.port2.postMessage(null);
      });
    }).observe(cell, { attributes: true, attributeFilter: ['aria-label'] });
  });
  for (let at = 0; at < keystrokes; at += 1) {
    await page.keyboard.press(at % 2 === 0 ? 'x' : 'Backspace');
    await page.waitForTimeout(at % 10 === 9 ? 300 : 70);
  }
  return page.evaluate(() => (window as unknown as { benchTimes: number[] }).benchTimes); // set above
}
