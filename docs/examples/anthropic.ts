import Anthropic from '@anthropic-ai/sdk';
import { createWeft } from '@weft/engine';
import { definitions } from './definitions.ts';

const weft = await createWeft(definitions);
const client = weft.wrap(
  new Anthropic({ baseURL: process.env.MODEL_URL, apiKey: process.env.MODEL_KEY ?? null }),
  {
    budget: 8_000,
  },
);

const message = await client.messages.create({
  model: 'any',
  max_tokens: 100,
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Plan the next release.' }],
});
for (const block of message.content) if (block.type === 'text') process.stdout.write(`${block.text}\n`);

const stream = client.messages.stream({
  model: 'any',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Plan the one after it.' }],
});
process.stdout.write(`${await stream.finalText()}\n`);
await weft.close();
