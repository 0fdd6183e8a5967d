import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../electron/services/app/app.ts';
import type { Message } from '../../../shared/model/message.ts';
import { messageText } from '../../../shared/model/message-text.ts';
import { type PromptPrefix, promptPrefixes } from '../../../shared/model/prompt-cache.ts';
import { type Conversation, readConversations } from '../recall/conversation.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';
import { followPrompts, mean, type OrderFigures } from './reuse.ts';

type ByOrder<Value> = Readonly<Record<PromptPrefix, Value>>;

export interface FedFigures {
  readonly orders: ByOrder<OrderFigures>;
  /** Evidence that is anywhere in what is sent for a question, once the whole conversation was fed. */
  readonly recall: ByOrder<number>;
  readonly questions: number;
}

/** Turns after which topics and people are looked for, as a project does while its user is away. */
const turnsUntilDerived = 60;

/** Feeds conversations turn by turn, each turn a message of which the context is assembled; then asks their questions. */
export async function feedConversations(
  print: (line: string) => void,
  folder: string,
  budgets: readonly number[],
): Promise<Record<string, FedFigures>> {
  const conversations = readConversations(folder);
  if (conversations === undefined) {
    print('conversations not run: no data');
    return {};
  }
  const home = mkdtempSync(join(tmpdir(), 'weft-cache-'));
  const app = startBenchApp(home);
  const followed = new Map<string, ReturnType<typeof followPrompts>[]>();
  const found = new Map<string, number>();
  let questions = 0;
  try {
    for (const [at, conversation] of conversations.entries()) {
      const messages = await messagesOf(app, join(home, `whole-${at}`), join(folder, conversation.name));
      await callApp(app, 'project.open', { path: join(home, String(at)), create: true });
      for (const budget of budgets)
        for (const prefix of promptPrefixes)
          followed.set(keyOf(budget, prefix), [
            ...(followed.get(keyOf(budget, prefix)) ?? []),
            followPrompts(),
          ]);
      await feed(app, messages, budgets, followed);
      await callApp(app, 'conversations.derive', {});
      await ask(app, conversation, budgets, found);
      questions += conversation.questions.length;
      print(`${conversation.name} fed`);
    }
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
  return Object.fromEntries(
    budgets.map(budget => {
      const orderOf = (prefix: PromptPrefix) => {
        const all = (followed.get(keyOf(budget, prefix)) ?? []).map(prompts => prompts.reuse());
        const shares = all.flatMap(one => one.shares);
        const cost = all.reduce((sum, { cost }) => sum + cost, 0);
        // What a layer says changes the order before from its beginning on, whether all fits or not.
        return { kept: mean(shares), cost, costCut: cost };
      };
      const recallOf = (prefix: PromptPrefix) => (found.get(keyOf(budget, prefix)) ?? 0) / questions;
      const figures = {
        orders: { stable: orderOf('stable'), moving: orderOf('moving') },
        recall: { stable: recallOf('stable'), moving: recallOf('moving') },
        questions,
      };
      const { orders, recall } = figures;
      print(
        `conversations within ${budget}: ${promptPrefixes.map(prefix => `${prefix} ${orders[prefix].kept.toFixed(4)} kept, recall ${recall[prefix].toFixed(4)}`).join('; ')}; ${(orders.stable.cost / orders.moving.cost).toFixed(3)} of the cost`,
      );
      return [String(budget), figures];
    }),
  );
}

const keyOf = (budget: number, prefix: PromptPrefix): string => `${budget} ${prefix}`;

/** The messages that the import makes of a file. */
async function messagesOf(app: App, path: string, file: string): Promise<Message[]> {
  await callApp(app, 'project.open', { path, create: true });
  const files = [{ name: 'talk.json', text: readFileSync(file, 'utf8') }];
  const { imported } = await callApp(app, 'conversations.import', {
    files,
    embedder: 'none',
    profiles: false,
  });
  return (await callApp(app, 'conversations.get', { conversation_id: imported[0]?.id ?? '' })).messages;
}

async function feed(
  app: App,
  messages: readonly Message[],
  budgets: readonly number[],
  followed: ReadonlyMap<string, ReturnType<typeof followPrompts>[]>,
): Promise<void> {
  for (const [at, message] of messages.entries()) {
    if (at > 0)
      for (const total_budget of budgets)
        for (const prefix of promptPrefixes) {
          const asked = { conversation_id: 'talk', user_message: messageText(message), total_budget, prefix };
          const assembled = await callApp(app, 'conversations.assemble', asked);
          const prompt = assembled.messages.map(({ role, content }) => `${role}: ${content}`).join('\n');
          followed.get(keyOf(total_budget, prefix))?.at(-1)?.add(prompt);
        }
    const added = { id: 'talk', append: true, messages: [message] };
    await callApp(app, 'conversations.import', {
      ...added,
      embedder: 'none',
      profiles: at % turnsUntilDerived === 0,
    });
  }
}

/** What was said, without when and by whom: the same turn may be written with another head. */
const saidIn = (text: string): string => text.replace(/^\[[^\]]*\] [^:]*: /, '');

async function ask(
  app: App,
  { questions }: Conversation,
  budgets: readonly number[],
  found: Map<string, number>,
): Promise<void> {
  for (const { text, evidence } of questions)
    for (const total_budget of budgets)
      for (const prefix of promptPrefixes) {
        const asked = { conversation_id: 'talk', user_message: text, total_budget, prefix };
        const { messages, metadata } = await callApp(app, 'conversations.assemble', asked);
        if (metadata.total_tokens > total_budget)
          throw new Error(`${metadata.total_tokens} tokens, ${total_budget} were allowed`);
        const given = messages.slice(0, -1).map(({ content }) => content);
        const there = evidence.filter(one => given.some(content => content.includes(saidIn(one))));
        const key = keyOf(total_budget, prefix);
        found.set(key, (found.get(key) ?? 0) + there.length / evidence.length);
      }
}
