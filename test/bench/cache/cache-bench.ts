import { extractiveSummarizer } from '../../../electron/engine/conversation/extractive-summarizer.ts';
import { createTextCounter } from '../../../electron/engine/conversation/text-counter.ts';
import { fitBody } from '../../../electron/engine/fitting/fit-body.ts';
import type { PromptPrefix } from '../../../shared/model/prompt-cache.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { codingSession, requestsOf } from '../../support/coding-sessions.ts';
import type { BenchOptions } from '../bench.ts';
import { type FedFigures, feedConversations } from './feed-conversations.ts';
import { followPrompts, mean, type OrderFigures } from './reuse.ts';

export const budgets = [4096, 12_000, 50_000] as const;
const sessions = 20;

type SessionFigures = Readonly<Record<PromptPrefix, OrderFigures>>;
/** Milliseconds of the processor for each request that is over the budget. */
type FitFigures = OrderFigures & { readonly fitMs: number };

export interface CacheResult {
  readonly sessions: Readonly<Record<string, SessionFigures>>;
  readonly talks: Readonly<Record<string, FedFigures>>;
  readonly goals: { readonly kept: number; readonly costRatio: number; readonly recallLoss: number };
  readonly missed: readonly string[];
  readonly pass: boolean;
}

const goals = { kept: 0.95, costRatio: 0.35, recallLoss: 0.005 } as const;

/**
 * `npm run bench -- cache [--data DIR] [--only sessions|talks]`: what providers' caches hold of prompts that grow, in
 * the order that keeps them and in the one that chooses anew, and what of the evidence for questions is lost by it.
 */
export async function benchCache({ print, data, only }: BenchOptions): Promise<CacheResult> {
  const bySession = only === 'talks' ? {} : await measureSessions(print);
  const byTalk = only === 'sessions' ? {} : await feedConversations(print, data, budgets);
  const missed = [
    ...Object.entries(bySession).flatMap(([budget, figures]) =>
      missedBy(`sessions within ${budget}`, figures),
    ),
    ...Object.entries(byTalk).flatMap(([budget, figures]) => [
      ...missedBy(`conversations within ${budget}`, figures.orders),
      ...(figures.recall.moving - figures.recall.stable > goals.recallLoss
        ? [`recall within ${budget}`]
        : []),
    ]),
  ];
  for (const miss of missed) print(`NOT reached: ${miss}`);
  // The order before is the control: were it as good, the bench would show nothing.
  const isTelling = Object.values(bySession).some(({ moving }) => moving.kept < goals.kept);
  if (only !== 'talks' && !isTelling) print('the control reaches the goal as well');
  return { sessions: bySession, talks: byTalk, goals, missed, pass: missed.length === 0 };
}

function missedBy(what: string, { stable, moving }: SessionFigures): string[] {
  return [
    ...(stable.kept < goals.kept ? [`${what}: ${stable.kept.toFixed(4)} kept`] : []),
    ...(stable.costCut > goals.costRatio * moving.costCut
      ? [`${what}: ${(stable.costCut / moving.costCut).toFixed(3)} of the cost`]
      : []),
  ];
}

/** Sessions of a coding agent, each request fitted as it would be sent. */
async function measureSessions(
  print: (line: string) => void,
): Promise<Record<string, Readonly<Record<PromptPrefix, FitFigures>>>> {
  const recorded = Array.from({ length: sessions }, (_, at) => requestsOf(codingSession(at + 1)));
  const rows: [string, Readonly<Record<PromptPrefix, FitFigures>>][] = [];
  for (const budget of budgets) {
    const of = async (prefix: PromptPrefix): Promise<FitFigures> => {
      const all = [];
      for (const requests of recorded) all.push(await fitSession(requests, budget, prefix));
      return {
        kept: mean(all.flatMap(({ shares }) => shares)),
        cost: all.reduce((sum, { cost }) => sum + cost, 0),
        costCut: all.reduce((sum, { costCut }) => sum + costCut, 0),
        fitMs: mean(all.flatMap(({ times }) => times)),
      };
    };
    const figures = { stable: await of('stable'), moving: await of('moving') };
    rows.push([String(budget), figures]);
    print(
      `${sessions} coding sessions within ${budget}: ${describe(figures)}; a fit ${figures.stable.fitMs.toFixed(1)} ms, before ${figures.moving.fitMs.toFixed(1)}`,
    );
  }
  return Object.fromEntries(rows);
}

async function fitSession(requests: ReturnType<typeof requestsOf>, budget: number, prefix: PromptPrefix) {
  const counter = createTextCounter({ countTokens: async () => [] }, 'chars4');
  const prompts = followPrompts();
  const times: number[] = [];
  for (const body of requests) {
    const work = { shape: shapeOf('anthropic'), body, budget, counter, summarizer: extractiveSummarizer };
    const startedAt = process.cpuUsage();
    const { request, report } = await fitBody(
      { ...work, cancel: { cancelled: false, onCancel: () => () => {} } },
      prefix,
    );
    const { user, system } = process.cpuUsage(startedAt);
    if (report.tokens_before > budget) times.push((user + system) / 1000);
    prompts.add(promptOf(request), report.tokens_before > budget);
  }
  return { ...prompts.reuse(), times };
}

/** As a provider reads it: tools, then the system's words, then messages. */
function promptOf(request: unknown): string {
  // What was fitted is a session's request, whose keys stay.
  const { tools, system, messages } = request as typeof requestsOf extends (s: never) => (infer One)[]
    ? One
    : never;
  return [JSON.stringify(tools), system, ...messages.map(message => JSON.stringify(message))].join('\n');
}

function describe({ stable, moving }: SessionFigures): string {
  const kept = `stable ${stable.kept.toFixed(4)} kept, moving ${moving.kept.toFixed(4)} kept`;
  const [all, cut] = [stable.cost / moving.cost, stable.costCut / moving.costCut];
  return `${kept}; ${cut.toFixed(3)} of the cost where something is over the budget, ${all.toFixed(3)} of the cost in all`;
}
