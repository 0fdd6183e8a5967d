import { expect, it } from 'vitest';
import { startApp } from '../support/app-harness.ts';
import { engineAdding, memoryOf } from '../support/engine-definitions.ts';

const count = 8;

/** Makes calls at the same moment, each of which must be acknowledged. */
async function allAtOnce(ask: (at: number) => Promise<{ readonly ok: boolean }>): Promise<void> {
  const replies = await Promise.all(Array.from({ length: count }, (_, at) => ask(at)));
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
}

it('what is added to one thing by many at once is all there', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  await call('engines.create', { engine: engineAdding('one') });
  await call('memories.create', { memory: memoryOf('m') });
  const rule = (at: number) => ({ id: `new-${at}`, name: 'R', when: [], then: { add_memories: [] } });
  await allAtOnce(at => ask('engines.addRule', { id: 'one', rule: rule(at) }));
  await allAtOnce(at => ask('events.append', { instance: 'i', events: [{ type: 't', content: `${at}` }] }));
  await allAtOnce(() => ask('flights.hear', { session_id: 's', agent: 'codex', event: 'stop' }));
  await allAtOnce(at => ask('ledger.post', { entry_type: 'finding', summary: `found ${at}` }));
  const failure = { error_type: 'TypeError', message: 'no', solution: 'yes' };
  await allAtOnce(() => ask('errorPatterns.record', failure));
  const changes = [
    { label: 'Other' },
    { description: 'What it is.' },
    { tags: ['tag'] },
    { version: '2.0.0' },
  ];
  await Promise.all(changes.map(change => ask('memories.update', { id: 'm', changes: change })));
  const keys = [{ enable_fts5: true }, { redaction_mode: 'both' }, { embedder: 'none' }];
  await Promise.all(keys.map(change => ask('config.set', { changes: change })));

  const { engine } = await call('engines.get', { id: 'one' });
  expect(engine.rules.filter(({ id }) => id.startsWith('new-'))).toHaveLength(count);
  expect((await call('events.search', { instance: 'i' })).events).toHaveLength(count);
  expect((await call('flights.get', { session_id: 's' })).flight.entries).toBe(count);
  expect((await call('ledger.list', {})).total).toBe(count);
  const { patterns } = await call('errorPatterns.list', {});
  expect(patterns.map(({ history }) => history.length)).toEqual([count]);
  expect((await call('memories.get', { id: 'm' })).memory).toMatchObject(Object.assign({}, ...changes));
  expect((await call('config.get', {})).config).toMatchObject(Object.assign({}, ...keys));
});
