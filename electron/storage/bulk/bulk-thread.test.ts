import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../../shared/contract/errors.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { migrate } from '../database/migrate.ts';
import { openWritable } from '../database/open-sqlite.ts';
import { DamagedRow } from '../database/row-hash.ts';
import { storeDocumentsJob } from '../documents/document-jobs.ts';
import { listDocuments } from '../documents/document-table.ts';
import { type BulkAnswer, type BulkOrder, type BulkTask, runBulkTask, toError } from './bulk-thread.ts';

const call = { key: '01ARZ3NDEKTSV4RRFFQ69G5FAV', asked: 'asked' };
const order = { end: { kind: 'end' }, commit: { kind: 'commit' }, abort: { kind: 'abort' } } as const;

/** A part of one document without text. */
const part = (path: string): BulkOrder => ({
  kind: 'part',
  part: [
    {
      collection: 'c',
      path,
      title: path,
      trust: 'project',
      contentHash: 'h',
      bytes: 1,
      chunks: [],
      updatedAt: '2026-11-22T10:00:00.000Z',
    },
  ],
});

/** Runs a task in this thread, which has all of its orders before it begins, so that it never sleeps. */
async function ordered() {
  const root = temporaryFolder();
  const path = join(root, 'weft.sqlite');
  const database = await openWritable(path, root);
  onTestFinished(() => void database.close());
  migrate(database);
  const run = async (orders: readonly BulkOrder[], more: Partial<BulkTask> = {}): Promise<BulkAnswer[]> => {
    const { port1, port2 } = new MessageChannel();
    for (const one of orders) port1.postMessage(one);
    await runBulkTask(port2, {
      target: { root, path },
      job: storeDocumentsJob.name,
      head: { collection: 'c', deleted: [] },
      call: undefined,
      sent: new SharedArrayBuffer(4),
      ...more,
    });
    const answers: BulkAnswer[] = [];
    for (let found = receiveMessageOnPort(port1); found !== undefined; found = receiveMessageOnPort(port1))
      answers.push(found.message);
    port1.close();
    return answers;
  };
  return { database, run, paths: () => listDocuments(database, 'c').map(document => document.path) };
}

const kinds = (answers: readonly BulkAnswer[]) => answers.map(({ kind }) => kind);

describe('a thread that writes', () => {
  it('takes parts until all were sent, and commits when it is told to', async () => {
    const { run, paths } = await ordered();
    const answers = await run([part('a'), part('b'), order.end, order.commit]);
    expect(answers).toEqual([
      { kind: 'taken' },
      { kind: 'taken' },
      { kind: 'written', result: undefined },
      { kind: 'committed' },
    ]);
    expect(paths()).toEqual(['a', 'b']);
  });

  it('leaves nothing when it is not told to, or is told to stop in the middle', async () => {
    const { run, paths } = await ordered();
    expect(kinds(await run([part('a'), order.end, order.abort]))).toEqual(['taken', 'written']);
    expect(await run([part('a'), order.abort])).toEqual([
      { kind: 'taken' },
      {
        kind: 'failed',
        failure: { type: 'app', message: 'cancelled; nothing was stored', code: 'deadline' },
      },
    ]);
    expect(paths()).toEqual([]);
  });

  it('answers a call that comes again as before, and needs none of its parts', async () => {
    const { run, paths } = await ordered();
    await run([part('a'), order.end, order.commit], { call });
    expect(kinds(await run([part('b'), order.end, order.commit], { call }))).toEqual([
      'taken',
      'written',
      'committed',
    ]);
    expect(paths()).toEqual(['a']);
  });

  it('says what it failed with, so that it can be told as if it had failed here', async () => {
    const { run, database } = await ordered();
    const failures = async (more: Partial<BulkTask>) =>
      (await run([part('a'), order.end, order.commit], more)).flatMap(answer =>
        answer.kind === 'failed' ? [answer.failure] : [],
      );
    expect(await failures({ job: 'none' })).toMatchObject([
      { message: expect.stringContaining('there is no job "none"') },
    ]);
    await run([order.end, order.commit], { call });
    expect(await failures({ call: { ...call, asked: 'else' } })).toMatchObject([
      { type: 'app', code: 'invalid_input' },
    ]);
    database.exec("UPDATE done_write SET result = '2'");
    const [damaged] = await failures({ call });
    expect(damaged).toMatchObject({ type: 'damaged', what: 'the answer to a call that came before' });
    database.exec('DROP TABLE document');
    expect(await failures({})).toMatchObject([{ type: 'other', code: 'SQLITE_ERROR' }]);
  });
});

it('an error is told as what it was', () => {
  const damaged = toError({ type: 'damaged', message: 'm', code: 'storage_failed', what: 'the row' });
  expect(damaged).toBeInstanceOf(DamagedRow);
  expect(damaged).toMatchObject({ message: 'm', code: 'storage_failed', what: 'the row' });
  const app = toError({ type: 'app', message: 'm', code: 'busy' });
  expect(app).toBeInstanceOf(AppError);
  expect(app).not.toBeInstanceOf(DamagedRow);
  expect(app).toMatchObject({ message: 'm', code: 'busy' });
  const other = toError({ type: 'other', message: 'm', code: 'SQLITE_FULL' });
  expect(other).not.toBeInstanceOf(AppError);
  expect(other).toMatchObject({ message: 'm', code: 'SQLITE_FULL' });
  expect('code' in toError({ type: 'other', message: 'm', code: undefined })).toBe(false);
});
