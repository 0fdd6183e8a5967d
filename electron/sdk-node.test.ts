import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../test/support/app-harness.ts';
import { serveApp } from '../test/support/served-app.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { announceHost, announceServer } from './cli/announced-servers.ts';
import { hostPlace, hostProtocol, makeHostFolders } from './host/host-place.ts';
import { startHost } from './host/start-host.ts';
import { createClient } from './sdk-node.ts';

afterEach(() => vi.unstubAllEnvs());

const address = '127.0.0.1';
const portOf = (origin: string) => Number(new URL(origin).port);

/** A user of this machine, with nothing said in the environment. */
function newUser(): string {
  const folder = temporaryFolder();
  vi.stubEnv('WEFT_USER_DATA', folder);
  vi.stubEnv('WEFT_URL', undefined);
  return folder;
}

/** A server with a project of its own, which other programs of the user can find. */
async function announced(user: string, before?: () => Promise<void>) {
  const app = await serveApp({}, before);
  const project = await app.openEmpty();
  await announceServer(user, { port: portOf(app.origin), token: app.token, address });
  return { ...app, project };
}

const told = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: Error) => `${'code' in error ? error.code : ''}: ${error.message}`,
  );

it('finds the server of its user at the first call, hears its events, and the next launch once that has gone', async () => {
  const user = newUser();
  const client = createClient();
  expect(await told(client.call('project.info'))).toMatch(/^unreachable: no Weft runs for this user/);
  const app = await announced(user);
  const events: string[] = [];
  const following = client.events.subscribe(({ event }) => events.push(event));
  await following.ready;
  await client.contextRuleEngine.create({ name: 'Planning', description: '', enabled: true, rules: [] });
  await following.caughtUp();
  expect([await told(client.call('project.info')), events.length > 0]).toEqual(['answered', true]);
  const next = await announced(user);
  await app.stop();
  expect(await told(client.call('project.info'))).toMatch(/^unreachable/);
  expect((await client.call('project.info')).path).toBe(next.project);
  following.close();
});

it('of several takes the one whose project it runs in, or the one with the given token, and guesses none', async () => {
  const user = newUser();
  const [one, other] = [await announced(user), await announced(user)];
  const message = await told(createClient().call('project.info'));
  expect(
    [/^invalid_input: several Weft run/, one.origin, other.origin].map(part => message.search(part) >= 0),
  ).toEqual([true, true, true]);
  vi.spyOn(process, 'cwd').mockReturnValue(other.project);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await createClient().call('project.info')).path).toBe(other.project);
  expect((await createClient({ token: one.token }).call('project.info')).path).toBe(one.project);
});

/** The host of a project of its own, which listens on no port. */
async function hosted(user: string, folder?: string) {
  const harness = startApp({ userDataDir: user });
  const project = folder ?? (await harness.openEmpty());
  if (folder !== undefined) await harness.call('project.open', { path: folder });
  const host = await startHost({
    app: harness.app,
    project,
    background: true,
    distDir: user,
    patienceMs: 0,
  });
  if (host === undefined) throw new Error('another process is the host');
  onTestFinished(() => host.close());
  return { project, host };
}

it('finds a host by its socket, hears its events, and the next one once that has gone', async () => {
  const user = newUser();
  const first = await hosted(user);
  const client = createClient();
  const events: string[] = [];
  const following = client.events.subscribe(({ event }) => events.push(event));
  await following.ready;
  await client.contextRuleEngine.create({ name: 'Planning', description: '', enabled: true, rules: [] });
  await following.caughtUp();
  expect([(await client.call('project.info')).path, events.length > 0]).toEqual([first.project, true]);
  following.close();
  await first.host.close();
  const next = await hosted(user);
  await expect.poll(() => told(client.call('project.info'))).toBe('answered');
  expect((await client.call('project.info')).path).toBe(next.project);
});

it('takes the host of the project it runs in, beside a server the host of no other, and guesses none', async () => {
  const user = newUser();
  const [one, other] = [await hosted(user), await hosted(user)];
  const message = await told(createClient().call('project.info'));
  expect(message).toMatch(/^invalid_input: several Weft run.*a host \(.*a host \(/);
  const cwd = vi.spyOn(process, 'cwd');
  onTestFinished(() => void vi.restoreAllMocks());
  cwd.mockReturnValue(other.project);
  expect((await createClient().call('project.info')).path).toBe(other.project);
  const server = await announced(user);
  expect((await createClient().call('project.info')).path).toBe(other.project);
  cwd.mockReturnValue(user);
  expect((await createClient().call('project.info')).path).toBe(server.project);
  // Of another protocol it is nobody to ask.
  const text = await readFile(one.host.place.file, 'utf8');
  await writeFile(one.host.place.file, text.replace('"protocol":1', '"protocol":99'));
  cwd.mockReturnValue(one.project);
  expect(await told(createClient().call('project.info'))).toMatch(/^unreachable: no Weft has /);
});

it('keeps to the innermost project it runs in, and says what is missing there', async () => {
  const user = newUser();
  const outer = await announced(user);
  const inner = join(outer.project, 'packages/inner');
  const place = join(inner, 'src');
  await mkdir(place, { recursive: true });
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(place);
  onTestFinished(() => void vi.restoreAllMocks());
  const client = createClient();
  expect((await createClient().call('project.info')).path).toBe(outer.project);
  await mkdir(join(inner, '.codebolt'));
  expect(await told(client.call('project.info'))).toBe(
    `unreachable: no Weft has ${inner} open, the project that this program runs in; start it there with "weft serve" or "weft host", or give the url of another`,
  );
  expect((await createClient({ token: outer.token }).call('project.info')).path).toBe(outer.project);
  await hosted(user, inner);
  expect((await client.call('project.info')).path).toBe(inner);
  cwd.mockReturnValue(outer.project);
  expect((await createClient().call('project.info')).path).toBe(outer.project);
});

it('finds a server, or says that none runs, also where the folder that it runs in is gone', async () => {
  const user = newUser();
  vi.spyOn(process, 'cwd').mockReturnValue(join(user, 'gone'));
  onTestFinished(() => void vi.restoreAllMocks());
  const client = createClient();
  expect(await told(client.call('project.info'))).toMatch(/^unreachable: no Weft runs for this user/);
  await announced(user);
  expect(await told(client.call('project.info'))).toBe('answered');
});

it('asks who is silent once more, and takes no other for it', async () => {
  const user = newUser();
  await announced(user);
  const asked = Promise.withResolvers<void>();
  const calls = { count: 0 };
  // The first call has its answer once there is a second one.
  const busy = await announced(user, async () => {
    calls.count += 1;
    if (calls.count > 1) asked.resolve();
    // Where the machine is so busy that nobody waits for the first any more, there is no second.
    await Promise.race([asked.promise, new Promise(resume => setTimeout(resume, 4000))]);
  });
  vi.spyOn(process, 'cwd').mockReturnValue(busy.project);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await createClient().call('project.info')).path).toBe(busy.project);
  expect(calls.count).toBeGreaterThan(1);
});

it('goes on to no other project once the host of its own has gone, wherever the program is by then', async () => {
  const user = newUser();
  const { project, host } = await hosted(user);
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(project);
  onTestFinished(() => void vi.restoreAllMocks());
  const client = createClient();
  expect((await client.call('project.info')).path).toBe(project);
  const other = await announced(user);
  await host.close();
  cwd.mockReturnValue(other.project);
  const answers = [await told(client.call('project.info')), await told(client.call('project.info'))];
  expect(answers.filter(answer => !answer.startsWith('unreachable: '))).toEqual([]);
  expect(await told(createClient().call('project.info'))).toBe('answered');
});

it('takes no server of another project for the host of its own, which is silent', async () => {
  const user = newUser();
  const project = temporaryFolder();
  await mkdir(join(project, '.codebolt'));
  await announced(user);
  const place = hostPlace(user, project);
  await makeHostFolders(place);
  const silent = createSocket(() => {}).listen(place.socket);
  onTestFinished(() => void silent.close());
  const owner = { address: place.socket, project, version: '1', protocol: hostProtocol, background: true };
  await announceHost(place.file, { token: 'of-the-host', owner });
  vi.spyOn(process, 'cwd').mockReturnValue(project);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  // A tenth of the patience: it is waited for twice.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => timeout(ms / 10));
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await told(createClient().call('project.info'))).toMatch(
    /^invalid_input: several Weft run.*a host \(does not answer\)$/,
  );
});

it('tells nobody the token who only listens where a server should be', async () => {
  const user = newUser();
  const heard: string[] = [];
  const stranger = createServer((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization ?? ''}`);
    response.end('{"path":"/stolen","proof":"none"}');
  });
  await new Promise<void>(resolve => stranger.listen(0, address, resolve));
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo; // listens on a port
  await announceServer(user, { port, token: 'a-secret-of-the-real-server', address });
  expect(await told(createClient().call('project.info'))).toMatch(/^unreachable: no Weft runs/);
  expect(heard).toEqual([expect.stringMatching(/^\/proof\?nonce=\S+ $/)]);
});

it('asks where it was told to, by the caller or by the environment', async () => {
  const user = newUser();
  await announced(user);
  vi.stubEnv('WEFT_URL', 'http://127.0.0.1:1');
  expect([
    await told(createClient().call('project.info')),
    await told(createClient({ url: 'http://127.0.0.1:2' }).call('project.info')),
  ]).toEqual([expect.stringContaining('127.0.0.1:1;'), expect.stringContaining('127.0.0.1:2;')]);
});
