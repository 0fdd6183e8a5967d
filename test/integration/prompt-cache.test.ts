import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '../../shared/model/message.ts';
import { longTalk } from '../support/conversations.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import type { WeftRun } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const state = { home: '' };
const talk = longTalk(300);
const endOfCache = '--- the cache ends here ---';

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-cache-'));
  await mkdir(join(state.home, 'project/.codebolt'), { recursive: true });
  await weft(['trust']);
});
afterAll(() => removeFolder(state.home));

const weft = (values: readonly string[], stdin = ''): Promise<WeftRun> =>
  runWeftHere([...values, '--project', join(state.home, 'project')], {
    cwd: state.home,
    userDataDir: join(state.home, 'user-data'),
    stdin,
  });

async function tell(messages: readonly Message[], append: boolean): Promise<void> {
  const input = { id: 'talk', append, messages, embedder: 'none', profiles: false };
  expect(await weft(['call', 'conversations.import', '-'], JSON.stringify(input))).toMatchObject({ code: 0 });
}

/** What is printed of a turn: of the cache, and as the prompt; and the same turn's figures as JSON. */
async function ask(message: string) {
  const asked = ['assemble', '--conversation', 'talk', '--message', message, '--budget', '1500'];
  const { code, stdout, stderr } = await weft([...asked, '--cache']);
  expect([code, stderr]).toEqual([0, '']);
  const { metadata } = JSON.parse((await weft([...asked, '--json'])).stdout);
  const from = stdout.indexOf('\n\n') + 2;
  const [kept, fresh] = stdout.slice(from).split(`${endOfCache}\n\n`);
  return {
    told: stdout.slice(0, from),
    kept: fresh === undefined ? '' : kept,
    fresh: fresh ?? kept ?? '',
    metadata,
  };
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

it('weft assemble --cache says of each turn what is kept, what is new, and by what the rest was lost', async () => {
  await tell(talk.slice(0, 150), false);
  const first = await ask('And now?');
  expect(first.told).toMatch(
    /^cost +\$0\.\d{6}, without a cache \$0\.\d{6} \(sonnet\)\ncache +0 of ([\d,]+) tokens kept, \1 new\n/,
  );
  expect(first.told).toMatch(/\nbefore +no prompt\nbreaks +There was no prompt before\. \(first\)\n/);

  const [user, assistant] = talk.slice(150, 152);
  if (user === undefined || assistant === undefined) throw new Error('the talk is longer');
  await tell(
    [
      { ...user, parts: 'And now?' },
      { ...assistant, parts: 'Then we go.' },
    ],
    true,
  );
  const second = await ask('When?');
  const { previous_tokens, kept_tokens, new_tokens } = second.metadata.prompt_cache;
  expect(second.told).toContain(
    `cache        ${grouped(kept_tokens)} of ${grouped(kept_tokens + new_tokens)} tokens kept, ${grouped(new_tokens)} new\n`,
  );
  expect([kept_tokens, new_tokens < 20]).toEqual([previous_tokens, true]);
  expect(second.told).toMatch(/\nbefore +[\d,]+ tokens, 0 of them invalidated\nbreaks +nowhere\n/);
  // What stands above the line is what was sent, and nothing of it is missing.
  expect(`${first.fresh}\n`).toBe(second.kept);
  expect(second.fresh).toMatch(/^\[assistant\]\nThen we go\.\n\n\[user\]\nWhen\?\n$/);

  const edited = [...talk.slice(0, 149), { ...talk[149], parts: 'We took Kiel.' }, user, assistant];
  await tell(edited as Message[], false);
  await tell(talk.slice(152, 153), true);
  const third = await ask('So?');
  expect(third.told).toMatch(/\nbreaks +The message 150 was edited\. \(edited\)\n/);
  expect(third.told).toMatch(/\ninvalidated +tokens\nmessages +\d+\n/);
  expect(third.fresh.startsWith('[assistant]\nWe took Kiel.')).toBe(true);

  await tell(talk.slice(153), true);
  const fourth = await ask('So, then?');
  expect(fourth.told).toMatch(/\nbreaks +The budget was full: .+ is told in short\. \(step\)\n/);
  expect(fourth.metadata.total_tokens).toBeLessThanOrEqual(1500);
});

it.each([
  [
    ['assemble', '--conversation', 'talk', '--message', 'a', '--cache', 'before.json'],
    /takes no request before/,
  ],
  [['assemble', 'now.json', '--cache'], /needs the request before/],
  [['assemble', 'now.json', '--conversation', 'talk'], /not both/],
  [['assemble', '--conversation', 'other', '--message', 'a', '--cache'], /other/],
] as const)('refuses %j', async (values, reason) => {
  expect(await weft(values)).toMatchObject({ stdout: '', stderr: expect.stringMatching(reason) });
});
