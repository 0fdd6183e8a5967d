import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keepLedger } from '../../../electron/services/ledger/ledger-source.ts';
import type { WritableDatabase } from '../../../electron/storage/database/sqlite.ts';
import { dropIndex } from '../../../electron/storage/ledger/index-table.ts';
import { putRecords } from '../../../electron/storage/ledger/record-table.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';
import { bigLedgerRecords } from './big-ledger.ts';

/** What a process that has just begun takes for its first answer. */
export interface FirstAnswer {
  readonly records: number;
  readonly firstMs: number;
  /** Of the processor: what it takes on a machine with nothing else to do. */
  readonly firstCpuMs: number;
  /** Resident after the answer, in megabytes, and before the project was opened. */
  readonly rssMb: number;
  readonly emptyRssMb: number;
  readonly p95CpuMs: number;
  /** Resident after forty more. */
  readonly lastRssMb: number;
}

/** Records written in one transaction: some at once, as one call would write a few. */
const sliceRecords = 500;

/** A ledger of so many records, asked by a process of its own with the kept index, and by one that has to make it. */
export async function benchFirstAnswer(
  records: number,
): Promise<{ readonly kept: FirstAnswer; readonly made: FirstAnswer }> {
  const home = mkdtempSync(join(tmpdir(), 'weft-first-answer-'));
  try {
    await writeRecords(home, records);
    const kept = await askAnew(home, records);
    await withProject(home, content => content.write(dropIndex));
    const made = await askAnew(home, records);
    return { kept, made };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function withProject(
  home: string,
  work: (content: Awaited<ReturnType<typeof contentOf>>) => Promise<unknown>,
): Promise<void> {
  const app = startBenchApp(home);
  try {
    await callApp(app, 'project.open', { path: join(home, 'project'), create: true });
    await work(await contentOf(app));
  } finally {
    await app.close();
  }
}

const contentOf = async (app: ReturnType<typeof startBenchApp>) => (await app.projects.require()).content;

/** Makes a project of so many records in `home`, with its index. */
export async function writeRecords(home: string, records: number): Promise<void> {
  const decisions = Math.round(records / 11);
  await withProject(home, async content => {
    const steps = function* (database: WritableDatabase): Generator<void> {
      let slice = [];
      for (const record of bigLedgerRecords({ entries: records - decisions, decisions })) {
        slice.push({ record, trust: 'imported' as const });
        if (slice.length < sliceRecords) continue;
        putRecords(database, slice);
        slice = [];
        yield;
      }
      putRecords(database, slice);
    };
    await content.writeInSteps(steps, () => false);
    await keepLedger(content);
  });
}

async function askAnew(home: string, records: number): Promise<FirstAnswer> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'ask-first.ts'),
    home,
  ]);
  // Written by the process that has just ended.
  return { records, ...(JSON.parse(stdout) as Omit<FirstAnswer, 'records'>) };
}
