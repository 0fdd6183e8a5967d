import { Readable, Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { createTerminal, openTerminal, paint } from './terminal.ts';

function streams(isTTY: boolean) {
  const said: string[] = [];
  const stream = () =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          said.push(String(chunk));
          done();
        },
      }),
      { isTTY },
    );
  const terminal = createTerminal({ stdin: Readable.from([]), stdout: stream(), stderr: stream() }, '/here');
  return { terminal, said };
}

const name = 'a\u001b[2J\u202e\u0085b\rc\nd\te';
const shown = 'a[U+001B][2J[U+202E][U+0085]b[U+000D]c[U+000A]d[U+0009]e';

it('keeps each line one line, painted or not, on stdout and stderr', async () => {
  const { terminal, said } = streams(false);
  await terminal.writeLines([name, ['rule ', paint('bold', name), ' fired'], []]);
  terminal.writeErrorLine(name);
  expect(said).toEqual([`${shown}\nrule ${shown} fired\n\n`, `${shown}\n`]);
});

it('writes JSON that parses to the same value', async () => {
  const { terminal, said } = streams(true);
  await terminal.writeJson({ [name]: name }, 0);
  await terminal.writeJsonText(`${JSON.stringify({ [name]: name })}\n`);
  expect(said[0]).toBe(said[1]);
  expect(said[0]).not.toContain('\u202e');
  expect(JSON.parse(said[0] ?? '')).toEqual({ [name]: name });
});

it('hands content to a pipe as it is, and shows a terminal what hides in it', async () => {
  const [pipe, screen] = [streams(false), streams(true)];
  await pipe.terminal.writeContent(name);
  await screen.terminal.writeContent(name);
  expect([pipe.said, screen.said]).toEqual([[name], ['a[U+001B][2J[U+202E][U+0085]b\nc\nd\te']]);
});

it('who no longer reads what is told on stderr ends nothing', () => {
  const stderr = new Writable({ write: (_, __, done) => done() });
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(Object.assign(stderr, { fd: 2 as const }) as never); // what of it is used
  openTerminal().writeErrorLine('one');
  expect(() =>
    stderr.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  ).not.toThrow();
});

it.each([
  ['ENOSPC', 3, ['weft: writing the output: the disk is full; free some space and try again\n']],
  ['ENXIO', 3, ['weft: writing the output: ENXIO\n']],
  ['EPIPE', 0, []],
])('says why its output is not there, unless its reader left: %s', async (code, ends, told) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never); // the test goes on
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const before = process.stdout.listeners('error');
  await openTerminal().writeLines([]);
  for (const listener of process.stdout.listeners('error').filter(one => !before.includes(one))) {
    listener(Object.assign(new Error(code), { code }));
    process.stdout.off('error', listener as () => void); // as Node types its own
  }
  expect([exit.mock.calls, stderr.mock.calls.map(([text]) => text)]).toEqual([[[ends]], told]);
});

it('says of a working folder that is gone that it is, as bad usage', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never); // the test goes on
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('uv_cwd'), { code: 'ENOENT' });
  });
  openTerminal();
  expect([exit.mock.calls, stderr.mock.calls]).toEqual([
    [[2]],
    [['weft: the folder that this runs in is gone; go to one that is there\n']],
  ]);
});
