import { expect, it } from 'vitest';
import { startApp } from '../support/app-harness.ts';
import { isLong, propertyRuns } from '../support/property-runs.ts';
import { measureTurns } from '../support/walk-inputs.ts';

/** So many that what refuses them takes turns; as many are imported in the long tier. */
const most = 60_000;
const size = propertyRuns(most);
const words = 'ferry deck hold scanner ticket harbour migration table lock queue refund'.split(' ');

const said = Array.from({ length: most }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  parts: `Message ${at} is about the ${words[at % words.length]} of ${words[(at * 7) % words.length]}.`,
}));
const imported = said.slice(0, size);
const withIds = imported.map((message, index) => ({ id: `own-${index}`, index, ...message }));

it.each([
  ['with ids, in the call', { id: 'long', messages: withIds }, `own-${size - 1}`],
  [
    'without ids, as a file',
    { files: [{ name: 'long.json', text: JSON.stringify(imported) }] },
    `m${size - 1}`,
  ],
])('many messages %s are imported in short steps, and all of them are there', async (_, input, lastId) => {
  const harness = startApp();
  await harness.openEmpty();
  // What is loaded with the first of them is no matter of their number.
  await harness.call('conversations.import', { messages: withIds.slice(0, 20), embedder: 'none' });
  const { turns, value } = await measureTurns(() =>
    harness.call('conversations.import', { ...input, embedder: 'none' }),
  );
  expect(value.imported).toMatchObject([{ id: 'long', messages: size, change: 'created' }]);
  const { messages } = await harness.call('conversations.get', { conversation_id: 'long', offset: size - 1 });
  expect(messages).toMatchObject([{ ...imported.at(-1), id: lastId, index: size - 1 }]);
  expect(turns).toBeGreaterThan(10);
});

it('many messages that are none are refused in short steps, the first of them by name', async () => {
  const harness = startApp();
  await harness.openEmpty();
  const { longestTurnMs, value } = await measureTurns(() =>
    harness.ask('conversations.import', { id: 'long', messages: said }),
  );
  expect(value).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(JSON.stringify(value).length).toBeLessThan(30_000);
  // It ends so early that it may be one turn; how long that is, the long tier judges.
  if (isLong) expect(longestTurnMs).toBeLessThan(200);
});
