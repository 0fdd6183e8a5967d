import { type BaseStore, END, START, StateGraph, StateSchema } from '@langchain/langgraph';
import { weftStore } from '@weft/engine/langchain';
import { createClient } from '@weft/sdk';
import { z } from 'zod';

// What agents remember lands in the project of the Weft that runs, and the studio shows it.
const store: BaseStore = weftStore(createClient());

const State = new StateSchema({ user: z.string(), answer: z.string() });
const graph = new StateGraph(State)
  .addNode('remember', async ({ user }, config) => {
    await config.store?.put(['users', user], 'taste', { content: 'likes short answers' });
    const found = await config.store?.search(['users'], { query: 'short', filter: { content: { $ne: '' } } });
    return { answer: found?.map(({ key, value }) => `${key}: ${value.content}`).join() ?? '' };
  })
  .addEdge(START, 'remember')
  .addEdge('remember', END)
  .compile({ store });

const { answer } = await graph.invoke({ user: 'ada', answer: '' });
process.stdout.write(`${answer}\n`);
