import { createWeft } from '@weft/engine';
import OpenAI from 'openai';
import { definitions } from './definitions.ts';

const weft = await createWeft(definitions);

// The same client, with the context that the rules choose in each call, and no more than the budget.
const client = weft.wrap(new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: process.env.MODEL_KEY }), {
  budget: 8_000,
  request: text => ({ scope_variables: { agent: { agent_type: 'developer' } }, input: { text } }),
});

const completion = await client.chat.completions.create({
  model: 'any',
  messages: [{ role: 'user', content: 'Plan the next release.' }],
});
process.stdout.write(`${completion.choices[0]?.message.content}\n`);

const stream = client.chat.completions.stream({
  model: 'any',
  messages: [{ role: 'user', content: 'Plan the one after it.' }],
});
process.stdout.write(`${await stream.finalContent()}\n`);
await weft.close();
