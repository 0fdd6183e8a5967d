import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';

export interface ManyTalksResult {
  readonly talks: number;
  readonly messages: number;
  /** Until the import answered. */
  readonly answeredMs: number;
  /** Until topics, entities and embeddings were made as well, for which the answer once waited. */
  readonly derivedMs: number;
}

const talks = 179;
const turns = 24;

/** An import of many talks: its answer, and all that is derived of them. */
export async function benchManyTalks(print: (line: string) => void): Promise<ManyTalksResult> {
  const home = mkdtempSync(join(tmpdir(), 'weft-many-talks-'));
  const app = startBenchApp(home);
  try {
    await callApp(app, 'project.open', { path: join(home, 'project'), create: true });
    const files = manyTalks();
    const started = performance.now();
    await callApp(app, 'conversations.import', { files });
    const answeredMs = Math.round(performance.now() - started);
    const made = await callApp(app, 'conversations.derive', {});
    const derivedMs = Math.round(performance.now() - started);
    print(
      `${talks} talks, ${talks * turns} messages: answered in ${answeredMs} ms; with ${made.embedded} embeddings and the topics of ${made.conversations} talks, as it waited for before, ${derivedMs} ms`,
    );
    return { talks, messages: talks * turns, answeredMs, derivedMs };
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const words =
  'ferry deck hold scanner ticket harbour migration table lock queue refund voucher waitlist operator sailing delay clock login session redirect error price release review test'.split(
    ' ',
  );

/** The same each time. */
export function manyTalks(): { readonly name: string; readonly text: string }[] {
  const { next: random } = createSeededRandom(17);
  return Array.from({ length: talks }, (_, at) => ({ name: `talk-${at}.json`, text: talk(random) }));
}

function talk(random: () => number): string {
  const word = (): string => words[Math.floor(random() * words.length)] ?? '';
  const messages = Array.from({ length: turns }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `The ${Array.from({ length: 8 + Math.floor(random() * 20) }, word).join(' ')}.`,
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 1e10)).toISOString(),
  }));
  return JSON.stringify(messages);
}
