import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { END, InMemoryStore, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { createWeft } from '@weft/engine';
import { storesOfBaseStore, weftMessages } from '@weft/engine/langchain';

// What agents remember in a store of LangGraph, a memory of Weft asks for.
const store = new InMemoryStore();
await store.put(['users', 'ada'], 'taste', { content: 'Ada likes short answers.' });

const weft = await createWeft({
  engines: [{ name: 'Users', rules: [{ name: 'Taste', when: [], then: { add_memories: ['taste'] } }] }],
  memories: [
    {
      id: 'taste',
      label: 'Taste',
      retrieval: {
        pipeline: [
          {
            type: 'kv_get',
            params: { instance: 'users', namespace: '${scope.agent.agent_name}', keys: ['taste'] },
          },
        ],
      },
      contribution: { section: 'knowledge', priority: 'high', format: 'prose' },
    },
  ],
  stores: storesOfBaseStore(store),
});
const prepare = weftMessages(weft, {
  request: text => ({ scope_variables: { agent: { agent_name: 'ada' } }, input: { text } }),
});

async function ask(messages: BaseMessage[]): Promise<AIMessage> {
  const roles: Record<string, string> = { human: 'user', ai: 'assistant' };
  const asked = messages.map(message => ({ role: roles[message.getType()], content: message.content }));
  const response = await fetch(`${process.env.MODEL_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'any', messages: asked }),
  });
  return new AIMessage((await response.json()).choices[0].message.content);
}

const graph = new StateGraph(MessagesAnnotation)
  // The model sees the context, and the state of the graph does not keep it.
  .addNode('model', async ({ messages }) => ({ messages: [await ask(await prepare(messages))] }))
  .addEdge(START, 'model')
  .addEdge('model', END)
  .compile({ store });

const { messages } = await graph.invoke({ messages: [new HumanMessage('Tell me about Rome.')] });
process.stdout.write(`${messages.length} messages: ${messages.at(-1)?.content}\n`);
await weft.close();
