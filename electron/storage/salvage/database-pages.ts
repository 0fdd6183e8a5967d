import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { committedFrames, type LogFrame, pageBytes } from './write-ahead-log.ts';

/** The pages of a database file as the last commit left them, the write-ahead log included, read past SQLite. */
export interface DatabasePages {
  /** How many pages the file has; they are numbered from 1. */
  readonly count: number;
  /** Undefined where there is no such page, and where what the last commit made of it is damaged. */
  page(number: number): Buffer | undefined;
  /** For each page whose last content is damaged, what it held before that. */
  earlierPages(): Generator<Buffer>;
  close(): void;
}

/** A step for each page of the log. */
export function* openPages(path: string): Generator<void, DatabasePages> {
  const frames = yield* committedFrames(`${path}-wal`);
  const log = frames.length === 0 ? undefined : openSync(`${path}-wal`, 'r');
  const file = openSync(path, 'r');
  const inFile = Math.floor(statSync(path).size / pageBytes);
  const newest = newestFrames(frames);
  const readFile = (number: number): Buffer | undefined =>
    number >= 1 && number <= inFile ? readPage(file, (number - 1) * pageBytes) : undefined;
  const readLog = ({ at }: LogFrame): Buffer | undefined =>
    log === undefined ? undefined : readPage(log, at);
  return {
    count: [...newest.keys()].reduce((most, number) => Math.max(most, number), inFile),
    page(number) {
      const frame = newest.get(number);
      if (frame === undefined) return readFile(number);
      return frame.isSound ? readLog(frame) : undefined;
    },
    *earlierPages() {
      for (const [number, { isSound }] of newest) {
        if (isSound) continue;
        const earlier = frames.findLast(frame => frame.number === number && frame.isSound);
        const page = earlier === undefined ? readFile(number) : readLog(earlier);
        if (page !== undefined) yield page;
      }
    },
    close() {
      closeSync(file);
      if (log !== undefined) closeSync(log);
    },
  };
}

function newestFrames(frames: readonly LogFrame[]): Map<number, LogFrame> {
  const newest = new Map<number, LogFrame>();
  for (const frame of frames) if (frame.number !== undefined) newest.set(frame.number, frame);
  return newest;
}

function readPage(file: number, at: number): Buffer {
  const page = Buffer.alloc(pageBytes);
  readSync(file, page, 0, pageBytes, at);
  return page;
}
