import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolTokens } from '../../../shared/contract/tool-sets.ts';
import type { FlightUsage, ToldEvent } from '../../../shared/model/flight.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { type MadeTranscript, transcriptOf } from '../../../test/support/transcripts.ts';

const session_id = 'long';
/** All of them take their time: each is heard and written as a session's own hooks do it. */
const turns = process.env.WEFT_LONG === undefined ? 60 : 200;

/** As its hooks tell it: a prompt and a tool each turn, a compaction each 50 turns; the answers in the transcript. */
async function fly(call: AppHarness['call'], folder: string): Promise<MadeTranscript> {
  const transcript = join(folder, 'transcript.jsonl');
  const written = transcriptOf(turns);
  const hear = (event: ToldEvent['event'], body: Partial<ToldEvent> = {}) =>
    call('flights.hear', { session_id, agent: 'claude-code', event, cwd: folder, transcript, ...body });
  await hear('session_start', { reason: 'startup' });
  await hear('instructions_loaded', { files: [join(folder, 'CLAUDE.md')], load_reason: 'session_start' });
  for (const [index, lines] of written.lines.entries()) {
    await hear('prompt', { prompt: `Prompt ${index + 1}` });
    await appendFile(transcript, lines.join(''));
    await hear('after_tool', { tool: 'Read', response: 'x', response_chars: 400 });
    if (index % 50 === 49) await hear('after_compaction', { reason: 'auto', message: 'In short' });
  }
  return written;
}

it('sums a long session up to what its transcript says, and shares each context out by origin to the token', async () => {
  const { call, openEmpty } = startApp();
  const folder = await openEmpty();
  await writeFile(join(folder, 'CLAUDE.md'), 'x'.repeat(800));
  await writeFile(join(folder, '.mcp.json'), '{"mcpServers": {"weft": {"command": "weft"}, "other": {}}}');
  const { total, answers } = await fly(call, folder);
  const { flight, turns: told, mcp_servers } = await call('flights.turns', { session_id });
  expect(flight).toMatchObject({ turns, answers, usage: total, compactions: Math.floor(turns / 50) });
  const summed = (name: keyof FlightUsage) => told.reduce((sum, { usage }) => sum + usage[name], 0);
  const names = ['input_tokens', 'cache_read_tokens', 'cache_creation_tokens', 'output_tokens'] as const;
  expect(Object.fromEntries(names.map(name => [name, summed(name)]))).toEqual(total);
  expect(mcp_servers).toEqual([{ name: 'weft', ...toolTokens.default }, { name: 'other' }]);
  expect(told.map(({ turn }) => turn)).toEqual(Array.from({ length: turns + 1 }, (_, turn) => turn));
  expect(told[1]).toMatchObject({
    prompt: 'Prompt 1',
    tool_calls: 1,
    origins: { instructions: 200, weft: 0 },
  });
  expect((await call('flights.turns', { session_id, from: 40 })).turns).toEqual(told.slice(40));
  const { entries } = await call('flights.get', { session_id, limit: 2000 });
  const sums = entries.flatMap(({ usage, origins = nothing }) =>
    usage === undefined
      ? []
      : [[contextOf(usage), Object.values(origins).reduce((sum, part) => sum + part, 0)]],
  );
  expect(sums.filter(([context, shared]) => context !== shared)).toEqual([]);
  expect(told[50]?.origins?.tools).toBeGreaterThan(1000);
  expect(told[51]?.origins?.tools).toBeLessThan(1000);
}, 60_000);

const nothing = { system: 0, instructions: 0, weft: 0, tools: 0, talk: 0 };

const contextOf = (usage: FlightUsage): number =>
  usage.input_tokens + usage.cache_read_tokens + usage.cache_creation_tokens;
