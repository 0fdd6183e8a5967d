import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { quantile } from '../measure.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';

export interface LongTalkResult {
  readonly messages: number;
  /** First assembly of a process on a stored conversation, nothing summarised yet. */
  readonly coldMs: number;
  readonly warmP50Ms: number;
  readonly warmP95Ms: number;
}

const size = 10_000;
const rounds = 60;

/** A conversation of 10,000 messages: the first assembly, and those after it. */
export async function benchLongTalk(print: (line: string) => void): Promise<LongTalkResult> {
  const home = mkdtempSync(join(tmpdir(), 'weft-long-talk-'));
  try {
    const path = join(home, 'project');
    const writer = startBenchApp(home);
    await callApp(writer, 'project.open', { path, create: true });
    const started = performance.now();
    await callApp(writer, 'conversations.import', { id: 'long', messages: talk(), embedder: 'none' });
    print(`imported in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await writer.close();
    const app = startBenchApp(home);
    await callApp(app, 'project.open', { path });
    const cold = await timed(app, questions[0] ?? '');
    const warm: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      warm.push(await timed(app, questions[round % questions.length] ?? ''));
    await app.close();
    const result = {
      messages: size,
      coldMs: Math.round(cold),
      warmP50Ms: rounded(quantile(warm, 0.5)),
      warmP95Ms: rounded(quantile(warm, 0.95)),
    };
    print(
      `${size} messages: cold ${result.coldMs} ms, warm p50 ${result.warmP50Ms} ms, p95 ${result.warmP95Ms} ms`,
    );
    return result;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

async function timed(app: ReturnType<typeof startBenchApp>, user_message: string): Promise<number> {
  const started = performance.now();
  const { metadata } = await callApp(app, 'conversations.assemble', {
    conversation_id: 'long',
    user_message,
  });
  if (metadata.total_tokens > 12_000) throw new Error('over the budget');
  return performance.now() - started;
}

const questions = [
  'What did we decide about the ferry holds and the deck plan?',
  'Why did the scanner fail on Tuesday?',
  'Which migration locked the table?',
];

const words =
  'ferry deck hold scanner ticket harbour migration table lock queue refund voucher waitlist operator sailing delay clock login session redirect error price release review test'.split(
    ' ',
  );

function talk() {
  const { next: random } = createSeededRandom(7);
  const word = (): string => words[Math.floor(random() * words.length)] ?? '';
  return Array.from({ length: size }, (_, index) => {
    const sentences = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const text = Array.from({ length: 6 + Math.floor(random() * 10) }, word).join(' ');
      const end = random();
      return end < 0.2 ? `Why does ${text}?` : end < 0.3 ? `We decided that ${text}.` : `The ${text}.`;
    });
    return {
      id: `m${index}`,
      index,
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: sentences.join(' '),
      created_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    };
  });
}
