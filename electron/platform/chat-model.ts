import type { ChatPort } from '../engine/ports.ts';

/** An OpenAI-compatible endpoint: `url` is its base, e.g. `http://127.0.0.1:11434/v1`. */
interface ChatEndpoint {
  readonly url: string;
  readonly model: string;
  /** Local servers want none. */
  readonly key?: string;
  /** Longest wait for one answer, retries not counted; 30 seconds when absent. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 30_000;
/** One retry, for broken connections, overload and rate limits. */
const retries = 1;

/**
 * A chat model behind an endpoint, through the official client, which loads with the first question. Answers are
 * streamed, so that a model that is slow and alive is not given up as dead by servers in between.
 */
export function createChatModel(endpoint: ChatEndpoint): ChatPort {
  const { url, model, key = 'none', timeoutMs = usualTimeoutMs } = endpoint;
  // What an endpoint takes for a model is learnt with its first refusal.
  let isReasoning = false;
  return {
    id: `openai:${model}`,
    async complete({ instructions, text, maxTokens }, cancel) {
      const { default: OpenAI } = await import('openai');
      // No key or organization is taken from the environment beside those that were meant for this.
      const client = new OpenAI({
        baseURL: url,
        apiKey: key,
        organization: null,
        project: null,
        maxRetries: retries,
        timeout: timeoutMs,
        logLevel: 'off',
      });
      const abort = new AbortController();
      const stopListening = cancel.onCancel(() => abort.abort());
      // The client's own limit ends with the first byte; this one holds until the last.
      const timer = setTimeout(() => abort.abort(), timeoutMs * (retries + 1));
      try {
        const ask = (limits: typeof usual | typeof reasoning) =>
          client.chat.completions.create(
            {
              model,
              stream: true,
              ...limits,
              messages: [
                { role: 'system', content: instructions },
                { role: 'user', content: text },
              ],
            },
            { signal: abort.signal },
          );
        const usual = { max_tokens: maxTokens, temperature: 0 };
        const reasoning = { max_completion_tokens: maxTokens + mostThought };
        const stream = await ask(isReasoning ? reasoning : usual).catch(async (error: unknown) => {
          const isOfLimits = error instanceof OpenAI.BadRequestError && namesLimit(error);
          if (isReasoning || !isOfLimits) throw error;
          const second = await ask(reasoning);
          isReasoning = true;
          return second;
        });
        let answer = '';
        for await (const chunk of stream) {
          answer += chunk.choices[0]?.delta?.content ?? '';
          // A model that does not end is stopped; what it said is cut by who asked.
          if (answer.length > maxTokens * longestToken) break;
        }
        if (abort.signal.aborted) throw new Error('it took too long or was cancelled');
        return answer;
      } finally {
        clearTimeout(timer);
        stopListening();
      }
    },
  };
}

/** What a model may think, in tokens, before it answers. */
const mostThought = 4_096;

/** Models that think take the length of an answer under another name, and no temperature. */
const namesLimit = ({ message, param }: { readonly message: string; readonly param?: unknown }): boolean =>
  /\b(?:max_tokens|temperature)\b/.test(`${message} ${String(param)}`);

/** Characters of a token, generously. */
const longestToken = 16;

/** `WEFT_SUMMARIZER_URL`, `WEFT_SUMMARIZER_MODEL` and, where it needs one, `WEFT_SUMMARIZER_KEY`. */
export function chatEndpointFrom(environment: NodeJS.ProcessEnv): ChatEndpoint | undefined {
  const url = environment.WEFT_SUMMARIZER_URL;
  const model = environment.WEFT_SUMMARIZER_MODEL;
  const key = environment.WEFT_SUMMARIZER_KEY;
  if (url === undefined || model === undefined) return undefined;
  return { url, model, ...(key !== undefined && { key }) };
}
