import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** What is said of each thing; enough talks that profiles take several batches, and enough texts that embedding does. */
const things = ['pottery', 'tournament', 'garden', 'ferry', 'recipe', 'festival'];
const talks = 36;
const messages = 12;
const files = Array.from({ length: talks }, (_, talk) => ({
  name: `talk-${talk}.json`,
  text: JSON.stringify(
    Array.from({ length: messages }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      author: at % 2 === 0 ? 'Ann' : 'Ben',
      content:
        at % 3 === 0 ? `I saw the ${things[talk % 6]} in week ${talk}.${at}.` : `Good night ${talk}.${at}.`,
    })),
  ),
}));

type Call = <Answer>(procedure: string, input?: unknown) => Promise<Answer>;

interface Progress {
  readonly texts: number;
  readonly conversations: number;
  readonly working: boolean;
}

/** A server of its own over a project; it is started again over the same one. */
async function serve(home: string): Promise<{ call: Call; child: ChildProcess }> {
  const project = join(home, 'project');
  mkdirSync(join(project, '.codebolt'), { recursive: true });
  const place = { cwd: home, userDataDir: join(home, 'data') };
  const child = startWeft(['serve', '--json', '--port', '0', '--project', project, '--trust'], place);
  onTestFinished(() => endIt(child, 'SIGTERM'));
  const [line] = await waitForOutput(child, /^\{.*\}\n/);
  const { origin, token }: { origin: string; token: string } = JSON.parse(line);
  const call: Call = async (procedure, input = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${origin}/procedures/${procedure}`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
    expect([procedure, answer.status]).toEqual([procedure, 200]);
    return answer.json();
  };
  return { call, child };
}

async function endIt(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill(signal);
  await ended;
}

const progress = (call: Call): Promise<Progress> => call<Progress>('conversations.progress');

async function untilDone(call: Call): Promise<void> {
  await expect
    .poll(() => progress(call), { timeout: 240_000, interval: 500 })
    .toEqual({ texts: 0, conversations: 0, working: false });
}

/** What was derived, and what is found by it. */
async function derived(call: Call): Promise<unknown> {
  const { conversations } = await call<{ conversations: { id: string; message_count?: number }[] }>(
    'conversations.list',
  );
  const found = await call<{ messages: unknown; retrieval: unknown }>('conversations.search', {
    query: 'Where was the pottery?',
    topK: 20,
  });
  return {
    talks: conversations.map(({ id, message_count }) => [id, message_count]).sort(),
    topics: (await call<{ topics: unknown[] }>('topics.list')).topics,
    entities: (await call<{ entities: unknown[] }>('entities.list')).entities,
    found: [found.messages, found.retrieval],
  };
}

it('a server that is killed while it derives goes on at the next start, and nothing is lost or there twice', {
  timeout: 600_000,
}, async () => {
  const home = temporaryFolder();
  let { call, child } = await serve(home);
  const { waiting } = await call<{ waiting: Progress }>('conversations.import', { files });
  expect(waiting).toMatchObject({ texts: talks * messages, conversations: talks });
  // Among the profiles, between them and the embeddings, and twice among those: wherever it stands by then.
  const left: number[] = [talks * messages];
  const moments = [
    ({ conversations }: Progress) => conversations < talks,
    ({ conversations }: Progress) => conversations === 0,
    ({ texts }: Progress) => texts < 0.92 * talks * messages,
    ({ texts }: Progress) => texts < 0.7 * talks * messages,
  ];
  for (const isThere of moments) {
    await expect
      .poll(async () => isThere(await progress(call)), { timeout: 120_000, interval: 20 })
      .toBe(true);
    await endIt(child, 'SIGKILL');
    ({ call, child } = await serve(home));
    left.push((await progress(call)).texts);
  }
  // What was embedded before a kill is not embedded again.
  expect(left).toEqual(left.toSorted((one, other) => other - one));
  await untilDone(call);
  const after = await derived(call);
  await endIt(child, 'SIGTERM');

  const calm = await serve(temporaryFolder());
  await calm.call('conversations.import', { files });
  await untilDone(calm.call);
  expect(after).toEqual(await derived(calm.call));
});
