import { renderContext } from '../../../electron/engine/assembly/render-context.ts';
import { createTextCounter } from '../../../electron/engine/conversation/text-counter.ts';
import type { App } from '../../../electron/services/app/app.ts';
import { retrieveNotes } from '../../../electron/services/conversations/retrieve-notes.ts';
import type { Conversation, Question } from '../recall/conversation.ts';
import { askPipeline } from '../recall/plain-pipeline.ts';
import { callApp } from '../support/bench-app.ts';

const budgets = [1000, 2000, 4000] as const;
const search = { collection: 'notes', mode: 'hybrid', neighbours: 2 } as const;

/** Sums over questions at one budget. */
interface RetrievalSums {
  plain: number;
  alone: number;
  tokens: number;
}

/** Evidence recall of the layer of just-in-time retrieval and of one memory's pipeline, in as many tokens. */
export interface RetrievalFigures {
  /** What the pipeline's contexts take on average as they are sent; the layer may never take more. */
  readonly tokens: number;
  readonly plain: number;
  readonly alone: number;
}

export const noRetrieval = (): Map<number, RetrievalSums> =>
  new Map(budgets.map(budget => [budget, { plain: 0, alone: 0, tokens: 0 }]));

/** Imports the turns of a conversation as notes into the open project, and asks both ways for each question. */
export async function addRetrieval(
  app: App,
  sums: ReadonlyMap<number, RetrievalSums>,
  { turns, questions }: Conversation,
): Promise<void> {
  await callApp(app, 'documents.import', { collection: search.collection, files: [...turns] });
  await callApp(app, 'documents.embed', { collection: search.collection });
  for (const [budget, sum] of sums) {
    let tokens = 0;
    for (const question of questions) {
      const { assembled, recall } = await askPipeline(app, { params: search, question, budget });
      tokens += Math.ceil(renderContext(assembled, { format: 'markdown' }).length / 4);
      sum.plain += recall;
    }
    // Not what each question took: a text that just fits one of the two would not fit the other's frame.
    const most = Math.round(tokens / questions.length);
    for (const question of questions) sum.alone += await recallAlone(app, question, most);
    sum.tokens += tokens;
  }
}

async function recallAlone(app: App, { text: asked, evidence }: Question, most: number): Promise<number> {
  const { world } = app.options;
  const { content } = await app.projects.require();
  const counter = createTextCounter(world.tokens, 'chars4');
  const notes = { content, embedder: world.embedder, counter, redaction: 'pattern_only' } as const;
  const text = await retrieveNotes(notes, asked, most, '');
  if (Math.ceil(text.length / 4) > most) throw new Error(`the layer takes more than ${most} tokens`);
  const given = toldTurns(text);
  return evidence.filter(turn => given.has(turn.trim())).length / evidence.length;
}

/** The turns of a layer, each as it was said; those of one time stand below it. */
function toldTurns(text: string): Set<string> {
  return new Set(
    `${text}\n`.split(/\n(?=- )/).flatMap(entry => {
      const [head = '', ...lines] = entry.trim().split(/\n(?= {2}- )/);
      const when = /^- (\[[^\]]+\])$/.exec(head)?.[1];
      if (when === undefined) return [head.slice(2).replaceAll('\n  ', '\n')];
      return lines.map(line => `${when} ${line.trim().slice(2).replaceAll('\n    ', '\n')}`);
    }),
  );
}

export function concludeRetrieval(
  print: (line: string) => void,
  sums: ReadonlyMap<number, RetrievalSums>,
  questions: number,
): Record<string, RetrievalFigures> {
  return Object.fromEntries(
    [...sums].map(([budget, { plain, alone, tokens }]) => {
      const figures = {
        tokens: Math.round(tokens / questions),
        plain: plain / questions,
        alone: alone / questions,
      };
      print(
        `retrieval alone at ${budget}: ${figures.alone.toFixed(4)}, one memory's pipeline ${figures.plain.toFixed(4)}, ${figures.tokens} tokens as sent`,
      );
      return [String(budget), figures];
    }),
  );
}
