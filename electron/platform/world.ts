import { systemClock } from './clock.ts';
import { createEmbedder } from './embedder.ts';
import { createIdMint } from './ids.ts';
import { compilePatternNatively } from './native-patterns.ts';
import { createTokenizer } from './tokenizer.ts';

/** The real world for `createApp`. `tokenizerProgram` is found by itself, unless it lies somewhere else. */
export function createWorld(options: { readonly tokenizerProgram?: URL } = {}) {
  const tokens = createTokenizer(options.tokenizerProgram);
  const embedder = createEmbedder();
  return {
    clock: systemClock,
    tokens,
    embedder,
    compilePattern: compilePatternNatively,
    mintId: createIdMint(),
    async close() {
      await tokens.close();
      await embedder.close();
    },
  };
}
