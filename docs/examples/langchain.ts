import { SimpleChatModel } from '@langchain/core/language_models/chat_models';
import { type BaseMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { RunnableLambda } from '@langchain/core/runnables';
import { createWeft } from '@weft/engine';
import { weftMessages } from '@weft/engine/langchain';
import { definitions } from './definitions.ts';

/** Any chat model of LangChain; this one asks an endpoint that speaks as OpenAI does. */
class ChatModel extends SimpleChatModel {
  _llmType(): string {
    return 'mine';
  }
  async _call(messages: BaseMessage[]): Promise<string> {
    const roles: Record<string, string> = { human: 'user', ai: 'assistant' };
    const asked = messages.map(message => ({
      role: roles[message.getType()] ?? message.getType(),
      content: message.content,
    }));
    const response = await fetch(`${process.env.MODEL_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'any', messages: asked }),
    });
    return (await response.json()).choices[0].message.content;
  }
}

const weft = await createWeft(definitions);
const chain = RunnableLambda.from<BaseMessage[], BaseMessage[]>(weftMessages(weft, { budget: 8_000 })).pipe(
  new ChatModel({}),
);

const answer = await chain.invoke([
  new SystemMessage('Be brief.'),
  new HumanMessage('Plan the next release.'),
]);
process.stdout.write(`${answer.content}\n`);
await weft.close();
