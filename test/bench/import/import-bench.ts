import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { App } from '../../../electron/services/app/app.ts';
import type { Input } from '../../../shared/contract/contract.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { quantile } from '../measure.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';

const imports = 5;
const documentsEach = 2000;
const sectionsEach = 3;
/** Somebody edits a rule and looks, ten times a second. */
const askEveryMs = 100;
/** Milliseconds; what is asked meanwhile is answered before a person takes it for slow. */
const goals = { delayP99: 50, answerP95: 100 } as const;

export interface ImportResult {
  readonly documents: number;
  readonly seconds: number;
  /** Milliseconds by which the event loop was late, over all imports. */
  readonly delay: { readonly p99: number; readonly max: number };
  /** Milliseconds until a preview of a sample, asked meanwhile, was there. */
  readonly answers: { readonly count: number; readonly p50: number; readonly p95: number };
  readonly goals: typeof goals;
  readonly pass: boolean;
}

/** `npm run bench -- import`: 10,000 Markdown documents come into a project in which somebody works. */
export async function benchImport(print: (line: string) => void): Promise<ImportResult> {
  const home = mkdtempSync(join(tmpdir(), 'weft-import-bench-'));
  const app = startBenchApp(home);
  try {
    await callApp(app, 'project.createSample', { path: join(home, 'project') });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const answers: number[] = [];
    let milliseconds = 0;
    for (let at = 0; at < imports; at += 1) {
      const from = join(home, `notes-${at}`);
      writeNotes(from, at);
      delay.enable();
      const start = performance.now();
      const done = callApp(app, 'imports.apply', { from: [from], collection: `notes-${at}` });
      answers.push(...(await askMeanwhile(app, done)));
      milliseconds += performance.now() - start;
      delay.disable();
    }
    const result = {
      documents: imports * documentsEach,
      seconds: milliseconds / 1000,
      delay: { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
      answers: { count: answers.length, p50: quantile(answers, 0.5), p95: quantile(answers, 0.95) },
    };
    const { documents } = await callApp(app, 'content.counts', {});
    if (documents < result.documents) throw new Error(`only ${documents} documents are there`);
    tell(print, result);
    const pass = result.delay.p99 <= goals.delayP99 && result.answers.p95 <= goals.answerP95;
    return { ...result, goals, pass };
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function tell(print: (line: string) => void, result: Omit<ImportResult, 'goals' | 'pass'>): void {
  const { documents, seconds, delay, answers } = result;
  print(`${documents} documents in ${imports} imports, ${seconds.toFixed(1)} s`);
  print(
    `event loop late p99 ${delay.p99.toFixed(1)} ms (goal ${goals.delayP99}), at most ${delay.max.toFixed(1)} ms`,
  );
  print(
    `${answers.count} previews meanwhile: p50 ${answers.p50.toFixed(1)} ms, p95 ${answers.p95.toFixed(1)} ms (goal ${goals.answerP95})`,
  );
}

/** How long each preview took that was asked while something else was going on. */
async function askMeanwhile(app: App, other: Promise<unknown>): Promise<number[]> {
  const { samples } = await callApp(app, 'samples.list', {});
  const times: number[] = [];
  const state = { isDone: false };
  const end = other.finally(() => {
    state.isDone = true;
  });
  for (let at = 0; !state.isDone; at += 1) {
    // The sample project's own are requests.
    const request = samples[at % samples.length]?.request as Input<'assembly.preview'>['request'];
    const start = performance.now();
    await callApp(app, 'assembly.preview', { request });
    times.push(performance.now() - start);
    await Promise.race([end, new Promise(resume => setTimeout(resume, askEveryMs))]);
  }
  await end;
  return times;
}

function writeNotes(folder: string, seed: number): void {
  const random = createSeededRandom(seed);
  const word = () => random.text('abcdefghijklmnopqrstuvwxyz', random.between(3, 9));
  const words = Array.from({ length: 5000 }, word);
  const text = (count: number) =>
    Array.from({ length: count }, () => words[Math.floor(random.next() ** 2 * words.length)]).join(' ');
  mkdirSync(folder);
  for (let at = 0; at < documentsEach; at += 1) {
    const sections = Array.from({ length: sectionsEach }, () => `## ${text(3)}\n\n${text(120)}\n`);
    writeFileSync(join(folder, `note-${at}.md`), `# ${text(4)}\n\n${sections.join('\n')}`);
  }
}
