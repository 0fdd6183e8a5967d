import { basename } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { afterEach } from 'vitest';

/** What is done with a database: its file's name with what SQLite is told, such as `weft.sqlite PRAGMA user_version`. */
export type DatabaseStep = string;

/** Is told of each step before it is made, and may throw in its place; `opened` has each connection after it is there. */
export interface SqliteFaults {
  readonly before?: (step: DatabaseStep) => void;
  readonly opened?: (database: Sqlite.Database) => void;
}

/** The faults in force, until the test ends; none most of the time. */
export const faults: { current: SqliteFaults | undefined } = { current: undefined };
afterEach(() => {
  faults.current = undefined;
});

/** SQLite as it is, with a way to let any step fail; for `vi.mock('better-sqlite3', ...)`, which each file says itself. */
export async function faultySqlite(
  original: () => Promise<{ default: typeof Sqlite }>,
): Promise<{ default: typeof Sqlite }> {
  const { default: real } = await original();
  return { default: withFaults(real) };
}

function withFaults(Real: typeof Sqlite): typeof Sqlite {
  class Faulty extends (Real as new (path: string, options?: Sqlite.Options) => Sqlite.Database) {
    constructor(path: string, options?: Sqlite.Options) {
      faults.current?.before?.(`${basename(path)} open`);
      super(path, options);
      faults.current?.opened?.(this);
    }
    override prepare(sql: string) {
      faults.current?.before?.(`${basename(this.name)} ${sql}`);
      return super.prepare(sql) as never; // as the real one types it for each caller
    }
    override exec(sql: string) {
      faults.current?.before?.(`${basename(this.name)} ${sql}`);
      return super.exec(sql);
    }
    override pragma(sql: string, options?: Sqlite.PragmaOptions): unknown {
      faults.current?.before?.(`${basename(this.name)} PRAGMA ${sql}`);
      return super.pragma(sql, options);
    }
  }
  return Object.assign(Faulty, { SqliteError: Real.SqliteError }) as never; // the same, but for its faults
}

/** An error as SQLite throws it. */
export const sqliteError = (code: string): Error =>
  Object.assign(new Error(`injected ${code}`), { code, name: 'SqliteError' });
