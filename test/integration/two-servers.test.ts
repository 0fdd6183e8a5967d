import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { startWeft, waitForOutput } from '../support/run-weft.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Server {
  readonly origin: string;
  readonly token: string;
}

interface Answer {
  readonly status: number;
  readonly etag: string;
  readonly value: unknown;
}

/** Two processes that serve one project; as two people, a window beside a command, or two agents have it. */
async function serveTwice(): Promise<{
  readonly servers: readonly [Server, Server];
  readonly project: string;
}> {
  const home = temporaryFolder();
  const project = join(home, 'project');
  mkdirSync(join(project, '.codebolt'), { recursive: true });
  const serve = async (name: string): Promise<Server> => {
    const place = { cwd: home, userDataDir: join(home, name) };
    const child = startWeft(['serve', '--json', '--port', '0', '--project', project, '--trust'], place);
    const ended = once(child, 'close');
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    const [line] = await waitForOutput(child, /^\{.*\}\n/);
    const told: Server = JSON.parse(line);
    return told;
  };
  return { servers: [await serve('first'), await serve('second')], project };
}

async function ask(
  { origin, token }: Server,
  method: string,
  path: string,
  body?: unknown,
  ifMatch?: string,
): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', value: await answer.json() };
}

const engine = (name: string) => ({ id: 'shared', name, description: '', enabled: true, rules: [] });

it('of two writes that name the same version, at two servers at once, one is acknowledged, and that one is there', async () => {
  const { servers } = await serveTwice();
  const [first] = servers;
  await ask(first, 'POST', '/context-rule-engine', engine('Begin'));
  const rounds = propertyRuns(60, 1 / 4);
  const outcomes: unknown[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { etag } = await ask(first, 'GET', '/context-rule-engine/shared');
    const answers = await Promise.all(
      servers.map((server, index) =>
        ask(server, 'PUT', '/context-rule-engine/shared', { name: `Round ${round} by ${index}` }, etag),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    const { value } = await ask(first, 'GET', '/context-rule-engine/shared');
    outcomes.push([statuses.toSorted(), value]);
    expect(outcomes.at(-1)).toEqual([
      [200, 409],
      expect.objectContaining({ name: `Round ${round} by ${statuses.indexOf(200)}` }),
    ]);
  }
  expect(outcomes).toHaveLength(rounds);
});

it('adds that name no version are all acknowledged, one after the other, also at two servers', async () => {
  const { servers, project } = await serveTwice();
  await ask(servers[0], 'POST', '/context-rule-engine', engine('Shared'));
  const names = Array.from({ length: 50 }, (_, index) => `Rule ${index}`);
  const answers = await Promise.all(
    names.map((name, index) =>
      ask(servers[index % 2] ?? servers[0], 'POST', '/context-rule-engine/shared/rules', {
        name,
        priority: 1,
        when: [],
        then: { add_memories: [] },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  const file = join(project, '.codebolt/context-rule-engines/shared.json');
  const { rules }: { rules: { name: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  expect(rules.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

it('engines that are created under one name at once, at two servers, all get ids of their own', async () => {
  const { servers } = await serveTwice();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      ask(servers[index % 2] ?? servers[0], 'POST', '/context-rule-engine', { name: 'Same name', rules: [] }),
    ),
  );
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  const { value } = await ask(servers[0], 'GET', '/context-rule-engine');
  expect(value).toHaveLength(20);
});
