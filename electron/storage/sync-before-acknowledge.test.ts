import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

/** Killing a process cannot show what a power cut would lose; the order of its system calls can. */
const hasStrace = spawnSync('strace', ['-V']).status === 0;
const why = hasStrace ? '' : ' (not run: no strace)';

const rounds = 20;
const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** The system calls of a program that writes `ACK` after each save, one line each. */
function traceProgram(program: string): string[] {
  const output = join(temporaryFolder(), 'trace');
  const calls = 'trace=fsync,fdatasync,rename,write';
  const node = [
    process.execPath,
    '--input-type=module',
    '--eval',
    `import { writeSync } from 'node:fs';\n${program}`,
  ];
  execFileSync('strace', ['-f', '-e', calls, '-o', output, ...node], { stdio: 'ignore' });
  return readFileSync(output, 'utf8').split('\n');
}

/** The kinds of calls between one acknowledgement and the next. */
function callsBeforeEachAcknowledgement(lines: readonly string[], interesting: RegExp): string[][] {
  const rows: string[][] = [[]];
  for (const line of lines) {
    if (line.includes('"ACK')) rows.push([]);
    // A call that was interrupted by another thread's is shown twice, the second time as resumed.
    else if (!line.includes('resumed>')) rows.at(-1)?.push(...(interesting.exec(line)?.slice(1, 2) ?? []));
  }
  return rows.slice(0, rounds);
}

it.runIf(hasStrace)(
  `syncs the file, renames it and syncs its folder before a save is acknowledged${why}`,
  () => {
    const target = JSON.stringify(join(temporaryFolder(), 'engine.json'));
    const lines = traceProgram(`
    import { writeFilesAtomically } from ${at('./files/atomic-write.ts')};
    for (let round = 0; round < ${rounds}; round += 1) {
      await writeFilesAtomically([{ realPath: ${target}, content: String(round) }]);
      writeSync(1, 'ACK');
    }`);
    const rows = callsBeforeEachAcknowledgement(lines, /\b(fsync|rename)\(/);
    expect(rows).toEqual(Array.from({ length: rounds }, () => ['fsync', 'rename', 'fsync']));
  },
);

it.runIf(hasStrace)(`syncs the log of the database before a commit is acknowledged${why}`, () => {
  const lines = traceProgram(`
    import { ContentDatabase } from ${at('./database/content-database.ts')};
    import { setKey } from ${at('./key-values/key-value-table.ts')};
    const content = new ContentDatabase(${JSON.stringify(temporaryFolder())}, () => 'now');
    for (let round = 0; round < ${rounds}; round += 1) {
      const entry = { instance: 'i', namespace: 'n', key: String(round), value: 1, trust: 'user', updated_at: 'now' };
      await content.write(database => setKey(database, entry));
      writeSync(1, 'ACK');
    }`);
  const rows = callsBeforeEachAcknowledgement(lines, /\b(fsync|fdatasync)\(/);
  expect(rows.every(row => row.length >= 1)).toBe(true);
  expect(rows.length).toBe(rounds);
});

it.runIf(hasStrace)(
  `brings commits that come together to the disk together, and acknowledges none before${why}`,
  () => {
    const lines = traceProgram(`
    import { ContentDatabase } from ${at('./database/content-database.ts')};
    import { setKey } from ${at('./key-values/key-value-table.ts')};
    const content = new ContentDatabase(${JSON.stringify(temporaryFolder())}, () => 'now');
    const save = async key => {
      const entry = { instance: 'i', namespace: 'n', key, value: 1, trust: 'user', updated_at: 'now' };
      await content.write(database => {
        writeSync(1, 'MADE');
        setKey(database, entry);
      });
      writeSync(1, 'ACK');
    };
    const all = () => Promise.all(Array.from({ length: ${rounds} }, (_, round) => save(String(round))));
    await content.whileClaimed(all);`);
    const told = lines.flatMap(
      line => /"(MADE|ACK)|\b(fdatasync)\(/.exec(line)?.slice(1).filter(Boolean) ?? [],
    );
    const count = (word: string) => told.filter(one => one === word).length;
    expect([count('MADE'), count('ACK')]).toEqual([rounds, rounds]);
    // What is made after the last sync began is not acknowledged by it.
    for (const [index, word] of told.entries()) {
      if (word !== 'ACK') continue;
      const acknowledged = told.slice(0, index + 1).filter(one => one === 'ACK').length;
      const made = told
        .slice(0, told.slice(0, index).lastIndexOf('fdatasync'))
        .filter(one => one === 'MADE').length;
      expect(acknowledged).toBeLessThanOrEqual(made);
    }
    expect(count('fdatasync')).toBeLessThan(rounds);
  },
);

it.runIf(hasStrace)(`syncs a record of .rune/ before it is acknowledged${why}`, () => {
  const root = JSON.stringify(temporaryFolder());
  const lines = traceProgram(`
    import { openProjectFolder } from ${at('./files/project-folder.ts')};
    import { appendRecord } from ${at('./health/rune-files.ts')};
    const folder = openProjectFolder(${root});
    for (let round = 0; round < ${rounds}; round += 1) {
      await appendRecord(folder, 'decisions.md', 'record ' + round + '\\n');
      writeSync(1, 'ACK');
    }`);
  const rows = callsBeforeEachAcknowledgement(lines, /\b(fsync)\(/);
  // The first one makes the file, which its folder has to keep as well.
  expect(rows).toEqual(
    Array.from({ length: rounds }, (_, round) => Array(round === 0 ? 2 : 1).fill('fsync')),
  );
});
