import { Agent } from '@mastra/core/agent';
import { createWeft } from '@weft/engine';
import { weftProcessor } from '@weft/engine/mastra';
import { definitions } from './definitions.ts';

const weft = await createWeft(definitions);
const agent = new Agent({
  id: 'planner',
  name: 'Planner',
  instructions: 'Be brief.',
  model: { id: 'mine/any', url: process.env.MODEL_URL, apiKey: process.env.MODEL_KEY },
  inputProcessors: [weftProcessor(weft, { budget: 8_000 })],
});

const { text } = await agent.generate('Plan the next release.');
process.stdout.write(`${text}\n`);
await weft.close();
