import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../electron/services/app/app.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';
import { type Conversation, readConversations } from './conversation.ts';
import { askPipeline } from './plain-pipeline.ts';

const budgets = ['1000', '2000', '4000', '8000'] as const;
type Figures = Record<(typeof budgets)[number], number>;

/** Evidence recall at a budget, over all ten conversations of the set. */
const goals: Partial<Figures> = { '2000': 0.88, '4000': 0.92 };

/** What is asked in three ways; only the first has a goal, the others are its parts. */
const ways = {
  fusion: { mode: 'hybrid', neighbours: 2 },
  words: { mode: 'keyword', neighbours: 2 },
  meaning: { mode: 'semantic', neighbours: 2 },
} as const satisfies Record<string, JsonObject>;
type Way = keyof typeof ways;

export interface RecallResult {
  readonly recall?: Figures;
  readonly parts?: Record<Way, Figures>;
  readonly questions: number;
  readonly goals: Partial<Figures>;
  readonly pass: boolean;
}

/** `npm run bench -- recall [--data DIR]`: how much of the evidence for a question one memory brings back. */
export async function benchRecall(print: (line: string) => void, folder: string): Promise<RecallResult> {
  const conversations = readConversations(folder);
  if (conversations === undefined) {
    print('not run: no data');
    return { questions: 0, goals, pass: true };
  }
  const sums = new Map<Way, Figures>();
  const userDataDir = mkdtempSync(join(tmpdir(), 'weft-recall-'));
  const app = startBenchApp(userDataDir);
  let questions = 0;
  try {
    for (const conversation of conversations) {
      const found = await askAll(app, join(userDataDir, conversation.name), conversation);
      questions += conversation.questions.length;
      for (const [way, figures] of found) {
        print(
          `${conversation.name} ${way.padEnd(8)} ${describe(divided(figures, conversation.questions.length))}`,
        );
        sums.set(way, added(sums.get(way) ?? noFigures(), figures));
      }
    }
  } finally {
    await app.close();
    rmSync(userDataDir, { recursive: true, force: true });
  }
  return conclude(print, sums, questions);
}

function conclude(
  print: (line: string) => void,
  sums: ReadonlyMap<Way, Figures>,
  questions: number,
): RecallResult {
  const of = (way: Way) => divided(sums.get(way) ?? noFigures(), questions);
  const parts = { fusion: of('fusion'), words: of('words'), meaning: of('meaning') };
  const { fusion: recall } = parts;
  print(`${questions} questions; recall within ${budgets.join(', ')} tokens`);
  for (const [way, figures] of Object.entries(parts)) print(`${way.padEnd(8)} ${describe(figures)}`);
  for (const budget of budgets)
    if (recall[budget] < Math.max(parts.words[budget], parts.meaning[budget]))
      print(`fusion is worse than one of its parts at ${budget} tokens`);
  const pass = budgets.every(budget => recall[budget] >= (goals[budget] ?? 0));
  return { recall: rounded(recall), parts, questions, goals, pass };
}

/** Imports a conversation turn by turn, then asks every question in every way; sums of recall, not their mean. */
async function askAll(
  app: App,
  path: string,
  { turns, questions }: Conversation,
): Promise<Map<Way, Figures>> {
  await callApp(app, 'project.open', { path, create: true });
  await callApp(app, 'documents.import', { collection: 'conversation', files: [...turns] });
  await callApp(app, 'documents.embed', { collection: 'conversation' });
  const sums = new Map<Way, Figures>();
  for (const [way, params] of Object.entries(ways)) {
    // The keys are the ways.
    const figures = sums.get(way as Way) ?? noFigures();
    for (const question of questions)
      for (const budget of budgets)
        figures[budget] += (await askPipeline(app, { params, question, budget: Number(budget) })).recall;
    sums.set(way as Way, figures);
  }
  return sums;
}

const noFigures = (): Figures => ({ '1000': 0, '2000': 0, '4000': 0, '8000': 0 });
const mapped = (figures: Figures, change: (figure: number, budget: keyof Figures) => number): Figures => ({
  '1000': change(figures['1000'], '1000'),
  '2000': change(figures['2000'], '2000'),
  '4000': change(figures['4000'], '4000'),
  '8000': change(figures['8000'], '8000'),
});
const added = (left: Figures, right: Figures): Figures =>
  mapped(left, (figure, budget) => figure + right[budget]);
const divided = (figures: Figures, by: number): Figures => mapped(figures, figure => figure / by);
const rounded = (figures: Figures): Figures =>
  mapped(figures, figure => Math.round(figure * 10_000) / 10_000);
const describe = (figures: Figures): string => budgets.map(budget => figures[budget].toFixed(4)).join('  ');
