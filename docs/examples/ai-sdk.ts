import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createWeft } from '@weft/engine';
import { weftMiddleware } from '@weft/engine/ai-sdk';
import { generateText, streamText, wrapLanguageModel } from 'ai';
import { definitions } from './definitions.ts';

const weft = await createWeft(definitions);
const provider = createOpenAICompatible({ name: 'mine', baseURL: process.env.MODEL_URL ?? '' });
const model = wrapLanguageModel({
  model: provider('any'),
  middleware: weftMiddleware(weft, { budget: 8_000 }),
});

const { text } = await generateText({ model, instructions: 'Be brief.', prompt: 'Plan the next release.' });
process.stdout.write(`${text}\n`);

const { textStream } = streamText({ model, prompt: 'Plan the one after it.' });
for await (const piece of textStream) process.stdout.write(piece);
process.stdout.write('\n');
await weft.close();
