import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../electron/services/app/app.ts';
import type { Output } from '../../../shared/contract/contract.ts';
import type { BenchOptions } from '../bench.ts';
import { quantile } from '../measure.ts';
import { type Conversation, type Question, readConversations } from '../recall/conversation.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';
import { benchLongTalk, type LongTalkResult } from './long-talk.ts';
import { benchManyTalks, type ManyTalksResult } from './many-talks.ts';
import { addRetrieval, concludeRetrieval, noRetrieval, type RetrievalFigures } from './retrieval-alone.ts';

const budgets = [4096, 12_000, 50_000] as const;

interface BudgetFigures {
  /** Evidence that is anywhere in what is sent. */
  readonly whole: number;
  /** Newest messages alone, at the same number of tokens. */
  readonly newestFirst: number;
  readonly meanTokens: number;
}

export interface ConversationsResult {
  readonly recall: Readonly<Record<string, BudgetFigures>>;
  /** By the tokens that the pipeline is asked for. */
  readonly retrieval: Readonly<Record<string, RetrievalFigures>>;
  readonly questions: number;
  readonly longTalk: LongTalkResult;
  readonly manyTalks: ManyTalksResult;
  readonly goals: {
    readonly timesNewestFirst: number;
    readonly warmP95Ms: number;
    readonly coldMs: number;
    readonly answeredMs: number;
  };
  /** Each goal on its own. */
  readonly reached: {
    readonly beyondNewestFirst: boolean;
    readonly retrievalAlone: boolean;
    readonly longTalk: boolean;
    readonly manyTalks: boolean;
  };
  readonly pass: boolean;
}

const goals = { timesNewestFirst: 2, warmP95Ms: 100, coldMs: 2000, answeredMs: 10_000 } as const;

/**
 * `npm run bench -- conversations [--data DIR] [--only recall|long-talk|many-talks]`: evidence recall of whole contexts,
 * a talk of 10,000 messages, and an import of many talks.
 */
export async function benchConversations({
  print,
  data,
  only,
  beside,
}: BenchOptions): Promise<Partial<ConversationsResult> & { readonly pass: boolean }> {
  if (only === 'long-talk') return { longTalk: await benchLongTalk(print, beside), pass: true };
  if (only === 'many-talks') return { manyTalks: await benchManyTalks(print), pass: true };
  const { recall, retrieval, questions } = await measureRecall(print, data);
  if (only === 'recall') return { recall, retrieval, questions, pass: true };
  const longTalk = await benchLongTalk(print, beside);
  const manyTalks = await benchManyTalks(print);
  const beyondNewestFirst = Object.values(recall).every(
    ({ whole, newestFirst }) => whole >= Math.min(0.85, goals.timesNewestFirst * newestFirst),
  );
  const reached = {
    beyondNewestFirst,
    retrievalAlone: Object.values(retrieval).every(({ plain, alone }) => alone >= plain),
    longTalk: longTalk.warmP95Ms < goals.warmP95Ms && longTalk.coldMs < goals.coldMs,
    manyTalks: manyTalks.answeredMs < goals.answeredMs,
  };
  const pass = Object.values(reached).every(isReached => isReached);
  return { recall, retrieval, questions, longTalk, manyTalks, goals, reached, pass };
}

interface Sums {
  whole: number;
  newestFirst: number;
  tokens: number;
  readonly ms: number[];
}

async function measureRecall(print: (line: string) => void, folder: string) {
  const conversations = readConversations(folder);
  if (conversations === undefined) {
    print('recall not run: no data');
    return { recall: {}, retrieval: {}, questions: 0 };
  }
  const home = mkdtempSync(join(tmpdir(), 'weft-conversations-'));
  const app = startBenchApp(home);
  const sums = budgets.map((): Sums => ({ whole: 0, newestFirst: 0, tokens: 0, ms: [] }));
  const retrieval = noRetrieval();
  try {
    for (const [at, conversation] of conversations.entries()) {
      await callApp(app, 'project.open', { path: join(home, String(at)), create: true });
      const text = readFileSync(join(folder, conversation.name), 'utf8');
      const files = [{ name: conversation.name, text }];
      const { imported } = await callApp(app, 'conversations.import', { files });
      await callApp(app, 'conversations.derive', {});
      for (const [which, budget] of budgets.entries()) {
        const found = await askAll(app, imported[0]?.id ?? '', conversation, budget);
        print(
          `${conversation.name} within ${budget}: ${(found.whole / conversation.questions.length).toFixed(4)}`,
        );
        addTo(sums[which], found);
      }
      // Afterwards, since notes would be found by the whole as well.
      await addRetrieval(app, retrieval, conversation);
    }
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
  const questions = conversations.reduce((sum, conversation) => sum + conversation.questions.length, 0);
  const rows = budgets.map(
    (budget, which) => [String(budget), conclude(print, budget, sums[which], questions)] as const,
  );
  return {
    recall: Object.fromEntries(rows),
    retrieval: concludeRetrieval(print, retrieval, questions),
    questions,
  };
}

async function askAll(
  app: App,
  conversation_id: string,
  conversation: Conversation,
  budget: number,
): Promise<Sums> {
  const sums: Sums = { whole: 0, newestFirst: 0, tokens: 0, ms: [] };
  const texts = conversation.turns.map(({ text }) => text);
  for (const question of conversation.questions) {
    const asked = { conversation_id, user_message: question.text, total_budget: budget };
    const assembled = await callApp(app, 'conversations.assemble', asked);
    const { total_tokens, duration_ms } = assembled.metadata;
    if (total_tokens > budget) throw new Error(`${total_tokens} tokens, ${budget} were allowed`);
    sums.whole += recallIn(assembled, question);
    sums.newestFirst += recallOfNewest(texts, question, budget);
    sums.tokens += total_tokens;
    sums.ms.push(duration_ms);
  }
  return sums;
}

function addTo(sums: Sums | undefined, found: Sums): void {
  if (sums === undefined) return;
  sums.whole += found.whole;
  sums.newestFirst += found.newestFirst;
  sums.tokens += found.tokens;
  sums.ms.push(...found.ms);
}

function conclude(
  print: (line: string) => void,
  budget: number,
  sums: Sums = { whole: 0, newestFirst: 0, tokens: 0, ms: [] },
  questions: number,
): BudgetFigures {
  const figures = {
    whole: sums.whole / questions,
    newestFirst: sums.newestFirst / questions,
    meanTokens: Math.round(sums.tokens / questions),
  };
  print(
    `${questions} questions within ${budget}: ${figures.whole.toFixed(4)}, newest first ${figures.newestFirst.toFixed(4)}, ${figures.meanTokens} tokens used, p95 ${quantile(sums.ms, 0.95).toFixed(1)} ms`,
  );
  return figures;
}

/** What was said, without when and by whom: the same turn may be written with another head. */
const saidIn = (text: string): string => text.replace(/^\[[^\]]*\] [^:]*: /, '');

function recallIn({ messages }: Output<'conversations.assemble'>, { evidence }: Question): number {
  const given = messages.slice(0, -1).map(({ content }) => content);
  const found = evidence.filter(text => given.some(content => content.includes(saidIn(text))));
  return found.length / evidence.length;
}

function recallOfNewest(texts: readonly string[], { evidence }: Question, budget: number): number {
  const kept = new Set<string>();
  let left = budget;
  for (const text of texts.toReversed()) {
    const cost = Math.ceil(text.length / 4);
    if (cost > left) break;
    kept.add(text);
    left -= cost;
  }
  return evidence.filter(text => kept.has(text)).length / evidence.length;
}
