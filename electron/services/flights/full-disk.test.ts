import { expect, it, vi } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { faults, faultySqlite, sqliteError } from '../../../test/support/faulty-sqlite.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

vi.mock('better-sqlite3', original => faultySqlite(original));

/** A project with a warning for who begins, and a memory that comes with each prompt. */
async function told() {
  const harness = startApp();
  const { call } = harness;
  const folder = await harness.openEmpty();
  await call('memories.save', {
    memory: memoryOf('style', { pipeline: [staticStep('About style')] }),
    expected_hash: null,
  });
  const rules = [{ id: 'r', name: 'r', when: [], then: { add_memories: ['style'] } }];
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
  await call('engines.save', { engine, expected_hash: null });
  await call('ledger.post', { entry_type: 'warning', summary: 'Frozen' });
  const hear = (event: 'session_start' | 'prompt' | 'before_compaction') =>
    call('flights.hear', { session_id: 's', agent: 'opencode', event, prompt: 'Go on' });
  return { ...harness, folder, hear };
}

const full = 'writing weft.sqlite: the disk is full; free some space and try again';
const noRoom = (step: string): void => {
  if (step.startsWith('weft.sqlite INSERT INTO flight ')) throw sqliteError('SQLITE_FULL');
};

it('on a full disk an agent is given what can be read, and the log says what was not recorded', async () => {
  const { call, hear, log } = await told();
  faults.current = { before: noRoom };
  expect(await hear('session_start')).toEqual({ context: expect.stringContaining('Frozen'), unkept: full });
  expect(await hear('prompt')).toEqual({ context: expect.stringContaining('About style'), unkept: full });
  expect(log.filter(line => line.includes('not recorded'))).toHaveLength(2);
  faults.current = undefined;
  expect((await call('flights.list', {})).total).toBe(0);
  expect(await hear('prompt')).toEqual({ context: expect.stringContaining('About style') });
  expect((await call('flights.get', { session_id: 's' })).flight.turns).toBe(1);
});

it('a compaction that waits for what is saved waits where neither that nor the event finds room', async () => {
  const { call, folder, hear } = await told();
  await call('config.set', { changes: { health: { demand_save: true } } });
  await writeTree(folder, { '.rune': 'no folder' });
  faults.current = { before: noRoom };
  expect(await hear('before_compaction')).toEqual({
    block: expect.stringContaining('NOT saved'),
    unkept: full,
  });
});

it('where a full disk keeps the database from being read as well, an agent is told what rules say', async () => {
  const { app, folder, userDataDir } = await told();
  await app.close();
  const { call } = startApp({ userDataDir });
  await call('project.open', { path: folder });
  faults.current = {
    before(step) {
      if (step.startsWith('weft.sqlite ')) throw sqliteError('SQLITE_IOERR_SHMSIZE');
    },
  };
  const event = { session_id: 's', agent: 'opencode', event: 'prompt', prompt: 'Go on' } as const;
  expect(await call('flights.hear', event)).toEqual({
    context: expect.stringContaining('About style'),
    unkept: full,
  });
});
