import { expect, it, vi } from 'vitest';
import { startApp } from '../support/app-harness.ts';
import { measureTurns } from '../support/walk-inputs.ts';

vi.setConfig({ testTimeout: 600_000 });

const size = 60_000;
const words = 'ferry deck hold scanner ticket harbour migration table lock queue refund'.split(' ');

const said = Array.from({ length: size }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  parts: `Message ${at} is about the ${words[at % words.length]} of ${words[(at * 7) % words.length]}.`,
}));
const withIds = said.map((message, index) => ({ id: `own-${index}`, index, ...message }));

/** Processor time of making a text of all of it and reading that again, some times over. */
function onceThrough(value: unknown): number {
  const before = process.threadCpuUsage();
  for (let time = 0; time < 4; time += 1) JSON.parse(JSON.stringify(value));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it.each([
  ['with ids, in the call', { id: 'long', messages: withIds }, 'own-59999'],
  ['without ids, as a file', { files: [{ name: 'long.json', text: JSON.stringify(said) }] }, 'm59999'],
])('60,000 messages %s are imported in short steps, and all of them are there', async (_, input, lastId) => {
  const harness = startApp();
  await harness.openEmpty();
  // What is loaded with the first of them is no matter of their number.
  await harness.call('conversations.import', { messages: withIds.slice(0, 20), embedder: 'none' });
  const control = onceThrough(withIds);
  const { longestTurnMs, value } = await measureTurns(() =>
    harness.call('conversations.import', { ...input, embedder: 'none' }),
  );
  expect(value.imported).toMatchObject([{ id: 'long', messages: size, change: 'created' }]);
  const { messages } = await harness.call('conversations.get', { conversation_id: 'long', offset: size - 1 });
  expect(messages).toMatchObject([{ ...said.at(-1), id: lastId, index: size - 1 }]);
  expect(longestTurnMs).toBeLessThan(control);
});

it('60,000 messages that are none are refused in short steps, the first of them by name', async () => {
  const harness = startApp();
  await harness.openEmpty();
  const control = onceThrough(withIds);
  const { longestTurnMs, value } = await measureTurns(() =>
    harness.ask('conversations.import', { id: 'long', messages: said }),
  );
  expect(value).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(JSON.stringify(value).length).toBeLessThan(30_000);
  expect(longestTurnMs).toBeLessThan(control);
});
