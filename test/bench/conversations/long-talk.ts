import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from '../../../shared/contract/contract.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { quantile } from '../measure.ts';
import { type AskAny, openStates } from '../support/bench-app.ts';

export interface LongTalkResult {
  readonly messages: number;
  /** First assembly of a process on a stored conversation, nothing summarised yet. */
  readonly coldMs: number;
  readonly warmP50Ms: number;
  readonly warmP95Ms: number;
  /** The same of the processor, which other programs on the machine change less. */
  readonly processor: { readonly coldMs: number; readonly warmP50Ms: number; readonly warmP95Ms: number };
  /** Another state's, measured in turn. */
  readonly beside?: LongTalkResult;
}

const size = 10_000;
const rounds = 60;

/** A conversation of 10,000 messages: the first assembly, and those after it; in turn with those of another state. */
export async function benchLongTalk(print: (line: string) => void, beside?: string): Promise<LongTalkResult> {
  const home = mkdtempSync(join(tmpdir(), 'weft-long-talk-'));
  try {
    const writers = await openStates(home, beside);
    for (const { ask, open, close } of writers) {
      await open();
      const started = performance.now();
      await ask('conversations.import', { id: 'long', messages: longTalk(), embedder: 'none' });
      print(`imported in ${((performance.now() - started) / 1000).toFixed(1)} s`);
      await close();
    }
    const states = await openStates(home, beside);
    const cold: Took[] = [];
    for (const { ask, open } of states) {
      await open();
      cold.push(await timed(ask, longTalkQuestions[0] ?? ''));
    }
    const warm: Took[][] = states.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, { ask }] of states.entries())
        warm[at]?.push(await timed(ask, longTalkQuestions[round % longTalkQuestions.length] ?? ''));
    for (const { close } of states) await close();
    const results = states.map((_, at) => resultOf(cold[at] ?? nothing, warm[at] ?? []));
    for (const result of results)
      print(`${size} messages: ${tell(result)}; of the processor ${tell(result.processor)}`);
    const [own, other] = results;
    return { ...(own ?? resultOf(nothing, [])), ...(other !== undefined && { beside: other }) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** In milliseconds. */
interface Took {
  readonly clock: number;
  readonly processor: number;
}

const nothing: Took = { clock: Number.NaN, processor: Number.NaN };

const tell = ({ coldMs, warmP50Ms, warmP95Ms }: LongTalkResult['processor']): string =>
  `cold ${coldMs} ms, warm p50 ${warmP50Ms} ms, p95 ${warmP95Ms} ms`;

const resultOf = (cold: Took, warm: readonly Took[]): LongTalkResult => ({
  messages: size,
  ...figuresOf(
    cold.clock,
    warm.map(({ clock }) => clock),
  ),
  processor: figuresOf(
    cold.processor,
    warm.map(({ processor }) => processor),
  ),
});

const figuresOf = (coldMs: number, warm: readonly number[]): LongTalkResult['processor'] => ({
  coldMs: Math.round(coldMs),
  warmP50Ms: rounded(quantile(warm, 0.5)),
  warmP95Ms: rounded(quantile(warm, 0.95)),
});

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

async function timed(ask: AskAny, user_message: string): Promise<Took> {
  const started = performance.now();
  const used = process.cpuUsage();
  const reply = await ask('conversations.assemble', { conversation_id: 'long', user_message });
  const { user, system } = process.cpuUsage(used);
  const took = { clock: performance.now() - started, processor: (user + system) / 1000 };
  // Both states answer by the contract.
  const { ok, value } = reply as { readonly ok: boolean; readonly value: Output<'conversations.assemble'> };
  if (!ok || value.metadata.total_tokens > 12_000) throw new Error('no assembly, or over the budget');
  return took;
}

export const longTalkQuestions = [
  'What did we decide about the ferry holds and the deck plan?',
  'Why did the scanner fail on Tuesday?',
  'Which migration locked the table?',
];

const words =
  'ferry deck hold scanner ticket harbour migration table lock queue refund voucher waitlist operator sailing delay clock login session redirect error price release review test'.split(
    ' ',
  );

/** The same each time. */
export function longTalk() {
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
