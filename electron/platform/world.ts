import { randomBytes } from 'node:crypto';
import { chatEndpointFrom, createChatModel } from './chat-model.ts';
import { createEmbedder } from './embedder.ts';
import { createIdMint } from './ids.ts';
import { compilePatternNatively } from './native-patterns.ts';
import { systemClock } from './system-clock.ts';
import { createTokenizer } from './tokenizer.ts';

/** The real world for `createApp`. `tokenizerProgram` is found by itself, unless it lies somewhere else. */
export function createWorld(options: { readonly tokenizerProgram?: URL } = {}) {
  const tokens = createTokenizer(options.tokenizerProgram);
  const embedder = createEmbedder();
  const chatEndpoint = chatEndpointFrom(process.env);
  return {
    clock: systemClock,
    tokens,
    embedder,
    ...(chatEndpoint !== undefined && { chat: createChatModel(chatEndpoint) }),
    compilePattern: compilePatternNatively,
    mintId: createIdMint(randomBytes),
    async close() {
      await tokens.close();
      await embedder.close();
    },
  };
}
