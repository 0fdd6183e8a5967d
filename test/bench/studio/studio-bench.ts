import type { Browser } from 'playwright';
import { emptyEvaluationMemory, evaluateDocuments } from '../../../renderer/worker/evaluate-documents.ts';
import { launchBrowser } from '../../support/find-browser.ts';
import { median, quantile } from '../measure.ts';
import { bigRules, bigSamples, editedRule } from './big-project.ts';
import { benchFrames, frameGoals } from './frames/frame-bench.ts';
import { keystrokes, type PaintTimes, typeAndMeasure } from './key-to-paint.ts';
import { openBigStudio } from './open-studio.ts';
import { benchScale, scaleGoals } from './scale-bench.ts';
import { benchSessions, sessionsGoals } from './sessions-bench.ts';
import { benchViews, viewGoals } from './views-bench.ts';

/**
 * A screen of 60 Hz shows a frame up to 16.7 ms after it is painted, so that not even an empty page with a worker stays
 * below the goal there. Chromium is told not to wait for a screen, and what such a page takes is measured beside.
 */
const withoutScreen = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

const size = { rules: 1000, samples: 200, memories: 300 };
const goals = { matrixMs: 100, editMs: 16 };

type Part = (browser: Browser, print: (line: string) => void) => Promise<{ readonly pass: boolean }>;

/** What is measured alone with `--only`. */
const parts: Readonly<Record<string, Part>> = {
  scale: benchScale,
  canvas: benchFrames,
  sessions: benchSessions,
  views: benchViews,
  keys: async (browser, print) => {
    const page = summaryOf(await typeIntoStudio(browser));
    print(`key to paint in Chromium: ${told(page)}`);
    return { pass: page.p95 < goals.editMs, page };
  },
};

/** The matrix of 1,000 rules and 200 samples: whole in the worker, and one rule from the key to the paint. */
export async function benchStudio(print: (line: string) => void, only: string) {
  const part = parts[only];
  if (part !== undefined) return inBrowser(browser => part(browser, print));
  const worker = benchWorker();
  print(`matrix of ${size.rules} x ${size.samples} in the worker: median ${worker.matrixMs.toFixed(1)} ms`);
  print(`one edited rule in the worker: p95 ${worker.editMs.toFixed(2)} ms`);
  const { page, empty, onScreen } = await benchPages();
  print(`key to paint in Chromium: ${told(page)}; an empty page with a worker: ${told(empty)}`);
  print(`the same at 60 frames a second: ${told(onScreen)}`);
  const isComplete = page.keystrokes === keystrokes && onScreen.keystrokes === keystrokes;
  const scale = await inBrowser(browser => benchScale(browser, print));
  const canvas = await inBrowser(browser => benchFrames(browser, print));
  const sessions = await inBrowser(browser => benchSessions(browser, print));
  const opening = await inBrowser(browser => benchViews(browser, print));
  const isFast = worker.matrixMs < goals.matrixMs && page.p95 < goals.editMs;
  const pass = isFast && isComplete && scale.pass && canvas.pass && sessions.pass && opening.pass;
  const allGoals = {
    ...goals,
    scale: scaleGoals,
    canvas: frameGoals,
    sessions: sessionsGoals,
    opening: viewGoals,
  };
  return { pass, goals: allGoals, worker, page, empty, onScreen, scale, canvas, sessions, opening };
}

async function inBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await launchBrowser(withoutScreen);
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
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

type Times = ReturnType<typeof summaryOf>;

const spread = (times: readonly number[]) => ({ p50: median([...times]), p95: quantile([...times], 0.95) });
const summaryOf = ({ shown, known, judged }: PaintTimes) => ({
  shown: spread(shown),
  known: spread(known),
  ...spread(judged),
  keystrokes: judged.length,
});
const inWords = (p50: number, p95: number) => `median ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
const told = ({ shown, known, p50, p95 }: Times) =>
  `outcome ${inWords(p50, p95)}; before its paint ${inWords(known.p50, known.p95)}; letter ${inWords(shown.p50, shown.p95)}`;

async function benchPages(): Promise<Record<'page' | 'empty' | 'onScreen', Times>> {
  const free = await launchBrowser(withoutScreen);
  const bound = await launchBrowser();
  try {
    const empty = summaryOf(await typeIntoEmptyPage(free));
    const page = summaryOf(await typeIntoStudio(free));
    return { page, empty, onScreen: summaryOf(await typeIntoStudio(bound)) };
  } finally {
    await free.close();
    await bound.close();
  }
}

/** What no page can do without: a letter, a message to a worker and back, a change, a paint. */
async function typeIntoEmptyPage(browser: Browser): Promise<PaintTimes> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.setContent('<input aria-label="Pattern"><div id="matrix-0-0" aria-label="0">0</div>');
  await page.evaluate(() => {
    const source = new Blob(['onmessage = ({ data }) => postMessage(data)']);
    const worker = new Worker(URL.createObjectURL(source));
    const cell = document.querySelector('#matrix-0-0');
    worker.onmessage = ({ data }) => cell?.setAttribute('aria-label', `${data}`);
    document.addEventListener('input', event => worker.postMessage(event.timeStamp));
  });
  return typeAndMeasure(page);
}

/** Types into the built studio, with the matrix in sight, and waits for its cells. */
async function typeIntoStudio(browser: Browser): Promise<PaintTimes> {
  const studio = await openBigStudio(browser, size);
  try {
    return await typeAndMeasure(studio.page);
  } finally {
    await studio.close();
  }
}
