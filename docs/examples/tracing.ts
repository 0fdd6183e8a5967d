import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { createWeft } from '@weft/engine';
import OpenAI from 'openai';
import { definitions } from './definitions.ts';

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

const weft = await createWeft({ ...definitions, tracer: provider.getTracer('my-app') });
const client = weft.wrap(new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: process.env.MODEL_KEY }));
await client.chat.completions.create({
  model: 'any',
  messages: [{ role: 'user', content: 'Plan the next release.' }],
});

for (const { name, attributes } of exporter.getFinishedSpans())
  process.stdout.write(`${name} ${attributes['gen_ai.operation.name']}\n`);
await weft.close();
