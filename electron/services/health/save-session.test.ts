import { spawn } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { formatRecord, parseRecords, type RuneRecord } from '../../engine/health/rune-record.ts';
import { openProjectFolder } from '../../storage/files/project-folder.ts';
import { appendRecord } from '../../storage/health/rune-files.ts';

const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Appends large records and prints the number of each once it is acknowledged. */
const program = (root: string, from: number) => `
  import { appendRecord } from ${at('../../storage/health/rune-files.ts')};
  import { formatRecord } from ${at('../../engine/health/rune-record.ts')};
  import { openProjectFolder } from ${at('../../storage/files/project-folder.ts')};
  const folder = openProjectFolder(${JSON.stringify(root)});
  for (let number = ${from}; ; number += 1) {
    const text = number + ' ' + 'words'.repeat(60_000);
    const record = { at: '2026-11-21T10:00:00.000Z', session_id: 's', entries: [{ text, details: [] }] };
    await appendRecord(folder, 'decisions.md', formatRecord(record));
    process.stdout.write(number + '\\n');
  }`;

/** The last number that was acknowledged before the process was killed. */
async function killWhileSaving(root: string, from: number, delayMs: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(root, from)]);
  let output = '';
  child.stdout.on('data', chunk => {
    output += String(chunk);
  });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
  await new Promise(resolve => child.once('close', resolve));
  return Number(output.trimEnd().split('\n').at(-1));
}

it('nothing that was acknowledged is lost when the process is killed while saving, and saving goes on', async () => {
  const root = temporaryFolder();
  let acknowledged = 0;
  for (let kill = 0; kill < propertyRuns(60); kill += 1) {
    acknowledged = await killWhileSaving(root, acknowledged + 1, (kill * 7) % 30);
    const records = parseRecords(await readFile(join(root, '.rune/decisions.md'), 'utf8'));
    const numbers = new Set(records.map(({ entries }) => Number.parseInt(entries[0]?.text ?? '', 10)));
    const lost = Array.from({ length: acknowledged }, (_, index) => index + 1).filter(
      one => !numbers.has(one),
    );
    expect([kill, lost]).toEqual([kill, []]);
    // What was cut off is no record, and every record is whole.
    const lengths = records.map(({ entries }) => (entries[0]?.text ?? '').replace(/^\d+ /, '').length);
    expect(new Set(lengths)).toEqual(new Set([300_000]));
  }
});

const record: RuneRecord = {
  at: '2026-11-21T10:00:00.000Z',
  session_id: 'a "b"\n## 2026-01-01T00:00:00.000Z session "c"',
  entries: [
    { text: 'one\n- two\n## three\n<!-- end of record -->\n\n  - four: x', details: [] },
    { text: 'five', details: [{ name: 'file', text: 'a.ts\nb.ts\n- c' }] },
  ],
};

it('records are read back word by word, whatever stands in them', () => {
  expect(parseRecords(formatRecord(record))).toEqual([record]);
});

it.each([
  'Use X\n- file: y',
  'Steps:\n- domain: billing\n\\- file: z\n\\\\- symbol: s\n  - file: deep',
  'a\n\\n\\',
])('a decision of several lines has no details for it: %j', text => {
  const told = {
    ...record,
    entries: [
      { text, details: [] },
      { text, details: [{ name: 'file', text }] },
    ],
  };
  expect(parseRecords(formatRecord(told))).toEqual([told]);
});

it('what a decision may say is read back word by word', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '- file: a',
      '  - domain: b',
      '\\- symbol: c',
      '- x',
      '## head',
      '',
      '<!-- end of record -->',
    ),
    fc.string({ unit: fc.constantFrom('-', ' ', '\\', ':', 'a', '_', '#') }),
  );
  const text = fc.array(line, { minLength: 1, maxLength: 5 }).map(lines => lines.join('\n'));
  const entry = fc.record({
    text,
    details: fc.array(fc.record({ name: fc.constant('file'), text }), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), entries => {
      const told = { ...record, entries };
      expect(parseRecords(formatRecord(told))).toEqual([told]);
    }),
    { numRuns: propertyRuns(2000) },
  );
});

it('a record that was cut off is passed over, and the next one stands by itself', async () => {
  const root = temporaryFolder();
  const folder = openProjectFolder(root);
  await appendRecord(folder, 'decisions.md', formatRecord(record));
  await appendFile(join(root, '.rune/decisions.md'), formatRecord(record).slice(0, 90));
  const next = { ...record, session_id: 'next' };
  await appendRecord(folder, 'decisions.md', formatRecord(next));
  expect(parseRecords(await readFile(join(root, '.rune/decisions.md'), 'utf8'))).toEqual([record, next]);
});
