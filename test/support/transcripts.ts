import type { FlightUsage } from '../../shared/model/flight.ts';

/** A transcript as Claude Code writes one, and what its answers come to. */
export interface MadeTranscript {
  /** By turn, in the order of writing; each line with its end. An answer has one line a block, the last of which counts. */
  readonly lines: readonly (readonly string[])[];
  readonly total: FlightUsage;
  readonly answers: number;
}

/** Two answers a turn, each in two lines; the context grows and what was read before comes from the cache. */
export function transcriptOf(turns: number): MadeTranscript {
  const total = { input_tokens: 0, cache_read_tokens: 0, cache_creation_tokens: 0, output_tokens: 0 };
  const lines: string[][] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const written: string[] = [];
    for (const part of [0, 1]) {
      const usage = usageOf(turn, part);
      written.push(answerLine(`msg_${turn}_${part}`, { ...usage, output_tokens: 1 }));
      written.push(answerLine(`msg_${turn}_${part}`, usage));
      for (const name of [
        'input_tokens',
        'cache_read_tokens',
        'cache_creation_tokens',
        'output_tokens',
      ] as const)
        total[name] += usage[name];
    }
    lines.push(written);
  }
  return { lines, total, answers: turns * 2 };
}

function usageOf(turn: number, part: number): FlightUsage {
  const grown = (turn % 50) * 900 + part * 300;
  return {
    input_tokens: 4 + part,
    cache_read_tokens: 18_000 + grown,
    cache_creation_tokens: 300 + ((turn * 37) % 200),
    output_tokens: 80 + ((turn * 53) % 300),
  };
}

function answerLine(id: string, usage: FlightUsage): string {
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-scripted',
    content: [{ type: 'text', text: 'Going on.' }],
    usage: {
      input_tokens: usage.input_tokens,
      cache_read_input_tokens: usage.cache_read_tokens,
      cache_creation_input_tokens: usage.cache_creation_tokens,
      output_tokens: usage.output_tokens,
    },
  };
  return `${JSON.stringify({ type: 'assistant', timestamp: '2026-11-21T09:59:00.000Z', message })}\n`;
}
