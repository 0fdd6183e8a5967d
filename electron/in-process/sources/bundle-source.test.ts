import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createWeft } from '../create-weft.ts';
import { newKeys, signBundle } from '../signed-bundle.ts';
import type { BundleSource } from '../weft-types.ts';

const { privateKey, publicKey } = newKeys();
const notes = memoryOf('notes', { pipeline: [staticStep('a note')] });

const bundleOf = (day: number, ...memories: string[]) =>
  signBundle(
    {
      name: 'team',
      issued_at: `2026-11-${day}T10:00:00.000Z`,
      engines: [engineAdding('all', ...memories)],
      memories: [notes],
    },
    privateKey,
  );

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** A place on loopback that serves what it is told to. */
async function startPlace(): Promise<{ url: string; serve: Serve; asked: IncomingMessage[] }> {
  const place = { url: '', serve: (() => {}) as Serve, asked: [] as IncomingMessage[] };
  const server = createServer((request, response) => {
    place.asked.push(request);
    place.serve(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  place.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/team.json?token=hidden`;
  return place;
}

const answering =
  (text: string, etag = `"${text.length}"`): Serve =>
  (request, response) => {
    response.setHeader('etag', etag);
    response.statusCode = request.headers['if-none-match'] === etag ? 304 : 200;
    response.end(response.statusCode === 304 ? undefined : text);
  };

async function open(bundle: Partial<BundleSource['bundle']> & { url: string }, userDataDir: string) {
  const problems: string[] = [];
  const weft = await createWeft({
    bundle: { publicKey, refreshMs: 0, ...bundle },
    userDataDir,
    onProblem: problem => problems.push(problem),
  });
  onTestFinished(() => weft.close());
  return { weft, problems, matched: () => weft.evaluate(requestOf()).matchedMemories };
}

it('fetches what is signed, asks by its ETag whether there is another, and takes that', async () => {
  const place = await startPlace();
  place.serve = answering(bundleOf(21));
  const { weft, matched } = await open(
    { url: place.url, headers: { authorization: 'Bearer t' } },
    temporaryFolder(),
  );
  expect(matched()).toEqual([]);
  await weft.refresh();
  expect(
    place.asked.map(({ headers }) => [headers.authorization, headers['if-none-match'] !== undefined]),
  ).toEqual([
    ['Bearer t', false],
    ['Bearer t', true],
  ]);
  expect(weft.definitions().generation).toBe(1);
  place.serve = answering(bundleOf(22, 'notes'));
  await weft.refresh();
  expect([matched(), weft.definitions().generation]).toEqual([['notes'], 2]);
});

it('goes on with the last good one while the place is broken, also after a restart, and says so', async () => {
  const place = await startPlace();
  const userDataDir = temporaryFolder();
  place.serve = answering(bundleOf(21, 'notes'));
  await open({ url: place.url }, userDataDir);
  place.serve = (_, response) => {
    response.statusCode = 500;
    response.end();
  };
  const { weft, matched, problems } = await open({ url: place.url }, userDataDir);
  expect(matched()).toEqual(['notes']);
  expect(problems).toEqual([expect.stringMatching(/answers 500; the last good one is used$/)]);
  // What is behind the path may be a secret.
  expect(problems[0]).not.toContain('hidden');
  await expect(weft.refresh()).rejects.toMatchObject({ code: 'unsupported' });
  expect(weft.definitions().problems).toHaveLength(1);
  place.serve = answering(bundleOf(22));
  await weft.refresh();
  expect([matched(), weft.definitions().problems]).toEqual([[], []]);
});

it.each([
  ['signed by another key', { publicKey: newKeys().publicKey }, 'forbidden'],
  ['of another name', { name: 'others' }, 'forbidden'],
])('does not use one that is %s', async (_, bundle, code) => {
  const place = await startPlace();
  place.serve = answering(bundleOf(21, 'notes'));
  await expect(open({ url: place.url, ...bundle }, temporaryFolder())).rejects.toMatchObject({ code });
});

it('takes no older one again, and none that was changed where it is kept', async () => {
  const place = await startPlace();
  const userDataDir = temporaryFolder();
  place.serve = answering(bundleOf(22, 'notes'));
  const { weft, matched } = await open({ url: place.url }, userDataDir);
  place.serve = answering(bundleOf(21), '"older"');
  await expect(weft.refresh()).rejects.toMatchObject({ code: 'conflict' });
  expect(matched()).toEqual(['notes']);
  const folder = join(userDataDir, 'bundles');
  const kept = (await readdir(folder)).find(name => name.endsWith('.json')) ?? '';
  await writeFile(join(folder, kept), (await readFile(join(folder, kept), 'utf8')).replace('notes', 'noted'));
  place.serve = (_, response) => response.destroy();
  await expect(open({ url: place.url }, userDataDir)).rejects.toMatchObject({ code: 'deadline' });
});

it('sends what is for one address to no other, and tells once of a place that is away', async () => {
  const [place, other] = [await startPlace(), await startPlace()];
  other.serve = answering(bundleOf(22, 'notes'));
  place.serve = answering(bundleOf(21));
  const headers = { 'x-key': 'secret' };
  const { weft, problems } = await open({ url: place.url, headers }, temporaryFolder());
  place.serve = (_, response) => {
    response.writeHead(302, { location: other.url });
    response.end();
  };
  for (let times = 0; times < 3; times += 1)
    await expect(weft.refresh()).rejects.toMatchObject({ code: 'deadline' });
  expect([problems.length, other.asked.length]).toEqual([1, 0]);
  const { matched } = await open({ url: place.url }, temporaryFolder());
  expect(matched()).toEqual(['notes']);
});

it('reads no more than it should, waits no longer, and takes no address with a password', async () => {
  const place = await startPlace();
  place.serve = (_, response) => {
    response.write('x'.repeat(6_000_000));
    response.end('x'.repeat(6_000_000));
  };
  await expect(open({ url: place.url }, temporaryFolder())).rejects.toMatchObject({ code: 'too_large' });
  place.serve = () => {};
  await expect(open({ url: place.url, timeoutMs: 49.5 }, temporaryFolder())).rejects.toThrow(
    /longer than 50 ms/,
  );
  for (const url of ['nowhere', 'ftp://127.0.0.1/x', 'http://user:word@127.0.0.1/x'])
    await expect(open({ url }, temporaryFolder())).rejects.toMatchObject({ code: 'invalid_input' });
});

it('looks again by itself, at a file too, and does without a folder that cannot be written', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'team.json');
  await writeFile(file, bundleOf(21));
  const { matched, problems } = await open(
    { url: pathToFileURL(file).href, refreshMs: 20, keptIn: file },
    temporaryFolder(),
  );
  expect(problems).toEqual([expect.stringMatching(/could not be kept/)]);
  await writeFile(file, bundleOf(22, 'notes'));
  await expect.poll(matched).toEqual(['notes']);
});

it.each([Infinity, 30 * 86_400_000])(
  'that is to be fetched every %d ms is not fetched all the time',
  async refreshMs => {
    const place = await startPlace();
    place.serve = answering(bundleOf(21));
    const set = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => set.mockRestore());
    await open({ url: place.url, refreshMs, timeoutMs: refreshMs }, temporaryFolder());
    // What is longer, Node makes a millisecond.
    expect(set.mock.calls.map(([, ms]) => ms)).toEqual([2_147_483_647]);
  },
);

it('takes times that are fractions or below 0, and refuses what is none by its name', async () => {
  const place = await startPlace();
  place.serve = answering(bundleOf(21));
  for (const ms of [0.5, -1]) {
    const weft = open({ url: place.url, refreshMs: ms, timeoutMs: ms }, temporaryFolder());
    await expect(weft).rejects.toMatchObject({ code: 'deadline' });
  }
  for (const option of ['refreshMs', 'timeoutMs'])
    await expect(open({ url: place.url, [option]: Number.NaN }, temporaryFolder())).rejects.toMatchObject({
      code: 'invalid_input',
      message: `bundle.${option}: must be a number of milliseconds, not NaN`,
    });
});
