import type { PromptCache } from '../../../shared/model/prompt-cache.ts';
import { costOf } from '../../../shared/model/token-prices.ts';
import { compareSegments, type PromptSegment } from '../../engine/conversation/prompt-segments.ts';
import { rowHash } from '../../storage/database/row-hash.ts';
import type { AssemblyJob } from './assembly-job.ts';
import type { ChatMessage } from './chat-messages.ts';
import type { KeptTurns } from './kept-prefix.ts';

/** A message of a prompt with what it is made of. */
export interface PromptPart extends ChatMessage {
  readonly parts: readonly {
    readonly what: string;
    readonly text: string;
    readonly sources?: readonly string[];
  }[];
}

interface TracedPrompt {
  readonly messages: ChatMessage[];
  /** Tokens of each message. */
  readonly counts: readonly number[];
  readonly cache: PromptCache;
  /** Keeps the prompt, with whatever else is to be there for the next. */
  keep(state: KeptTurns): Promise<void>;
}

/** Counts a prompt and holds it against the one before. */
export async function tracePrompt(
  { counter, history, input, config }: AssemblyJob,
  prompt: readonly PromptPart[],
  { hasStepped, stable }: { readonly hasStepped: boolean; readonly stable: readonly number[] },
): Promise<TracedPrompt> {
  const counts = await counter.all(prompt.map(({ content }) => content));
  const made: PromptSegment[] = [];
  for (const [at, { role, parts }] of prompt.entries()) {
    const tokens = parts.length === 1 ? [counts[at] ?? 0] : await counter.all(parts.map(({ text }) => text));
    for (const [index, { what, text, sources }] of parts.entries())
      made.push({
        what,
        hash: rowHash([role, text]).slice(0, 12),
        tokens: tokens[index] ?? 0,
        at,
        ...(sources !== undefined && { sources }),
      });
  }
  const compared = compareSegments(history?.prefix.previous, made, hasStepped);
  return {
    messages: prompt.map(({ role, content }) => ({ role, content })),
    counts,
    cache: {
      prefix: input.prefix ?? 'stable',
      ...compared,
      breakpoints: [...new Set(stable)].toSorted((one, other) => one - other),
      cost: costOf(config.token_prices, input.model, compared.kept_tokens, compared.new_tokens),
    },
    async keep(state) {
      await history?.prefix.keep({ ...state, segments: made });
    },
  };
}
