import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWeft } from '../../electron/in-process/create-weft.ts';
import { engineAdding, memoryOf, staticStep } from '../support/engine-definitions.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { startWeft } from '../support/run-weft.ts';
import { removeFolder, writeTree } from '../support/temporary-folder.ts';

const state = { home: '', project: '' };
const place = () => ({ cwd: state.project, userDataDir: join(state.home, 'user-data') });
const weft = (...values: string[]) => runWeftHere(values, place());

const perAgent = (id: string, agent: string) => ({
  ...engineAdding(id, `${agent}-notes`),
  rules: [
    {
      id: 'own',
      name: 'Own',
      when: [{ field: 'scope.agent.agent_type', operator: 'eq', value: agent }],
      then: { add_memories: [`${agent}-notes`] },
    },
  ],
});
const notesOf = (agent: string, ...items: string[]) =>
  JSON.stringify(memoryOf(`${agent}-notes`, { pipeline: [staticStep(...items)] }));
const asking = memoryOf('asking', {
  pipeline: [{ type: 'document_search', params: { query: '${addVar.topic}' } }],
});

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-render-'));
  state.project = join(state.home, 'project');
  await writeTree(state.project, {
    '.codebolt/context-rule-engines/agents.json': JSON.stringify(perAgent('agents', 'developer')),
    '.codebolt/context-rule-engines/testers.json': JSON.stringify(perAgent('testers', 'qa')),
    '.codebolt/context-rule-engines/always.json': JSON.stringify(engineAdding('always', 'asking')),
    '.codebolt/PersistentMemory/developer-notes.json': notesOf('developer', 'Write in TypeScript.'),
    '.codebolt/PersistentMemory/qa-notes.json': notesOf('qa', 'Break it.'),
    '.codebolt/PersistentMemory/asking.json': JSON.stringify(asking),
  });
});

afterAll(() => removeFolder(state.home));

describe('weft render', () => {
  it('renders nothing of a project that nobody trusts', async () => {
    expect(await weft('render', '--agent', 'developer')).toMatchObject({ code: 2, stdout: '' });
    expect((await weft('trust')).code).toBe(0);
  });

  it('prints what an agent of that kind gets, and says what is not in it', async () => {
    const { code, stdout, stderr } = await weft('render', '--agent', 'developer');
    expect([code, stdout]).toEqual([0, '## Knowledge\n\n- Write in TypeScript.\n']);
    expect(stderr).toMatch(/^weft: asking needs ".*topic" and is not in it/);
    expect((await weft('render', '--agent', 'qa')).stdout).toBe('## Knowledge\n\n- Break it.\n');
    const budget = await weft('render', '--agent', 'qa', '--max-tokens', '1');
    expect([budget.stdout, budget.stderr]).toEqual(['', expect.stringContaining('over the budget')]);
    expect(budget.stderr).not.toContain('nothing is in it');
  });

  it('says that nothing is for an agent of a type that no rule knows', async () => {
    const always = '.codebolt/context-rule-engines/always.json';
    const engine = readFileSync(join(state.project, always), 'utf8');
    await rm(join(state.project, always));
    expect(await weft('render', '--agent', 'develper')).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('no rule adds a memory for an agent of the type "develper"'),
    });
    await writeFile(join(state.project, always), engine);
  });

  it('says where a text is over its budget with where its items come from', async () => {
    const { tokens } = JSON.parse((await weft('render', '--agent', 'qa', '--json')).stdout);
    const bounded = ['render', '--agent', 'qa', '--max-tokens', String(tokens)];
    expect((await weft(...bounded)).stderr).not.toContain('more than');
    const { stderr } = await weft(...bounded, '--provenance');
    expect(stderr).toContain(`more than the ${tokens} asked for`);
  });

  it('keeps a block in a file of the user, in step with the project, until it is stopped', async () => {
    const file = join(state.project, 'AGENTS.md');
    await writeFile(file, '# Ours\n\nRead this.\n');
    const child = startWeft(['render', '--agent', 'developer', '--out', 'AGENTS.md', '--watch'], place());
    const ended = once(child, 'close');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('- Write in TypeScript.');
    const memory = join(state.project, '.codebolt/PersistentMemory/developer-notes.json');
    await writeFile(memory, notesOf('developer', 'Test first.'));
    // By an edit outside of Weft nothing changes before the user has confirmed it.
    expect((await weft('trust')).code).toBe(0);
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('- Test first.');
    child.kill('SIGTERM');
    await ended;
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(
      /^# Ours\n\nRead this\.\n\n<!-- weft:begin developer .*-->\n## Knowledge\n\n- Test first\.\n<!-- weft:end developer -->\n$/,
    );
    expect(text).not.toContain('TypeScript');
  });

  it.each([
    [['render'], /--agent/],
    [['render', '--agent', 'a b'], /It is 1 to 64 letters/],
    [['render', '--agent', 'a', '--watch'], /--watch needs --out/],
    [['render', '--agent', 'a', '--max-tokens', '0'], /whole number of at least 1/],
  ])('refuses %j', async (values, reason) => {
    expect(await weft(...values)).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
  });
});

describe('weft bundle', () => {
  it('signs a project that is trusted for programs that know its key, and for no others', async () => {
    const made = await weft('bundle', '--new-key', 'key.pem');
    const publicKey = made.stdout.trim();
    expect(publicKey).toMatch(/^ed25519:/);
    expect(process.platform === 'win32' ? 0o600 : statSync(join(state.project, 'key.pem')).mode & 0o777).toBe(
      0o600,
    );
    expect(await weft('bundle', '--new-key', 'key.pem')).toMatchObject({ code: 2, stdout: '' });
    const signed = await weft('bundle', '--key', 'key.pem', '--out', 'team.json');
    expect(signed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('signed 3 engines and 3 memories of "project"'),
    });
    const shown = await weft('bundle', '--verify', 'team.json', '--public-key', publicKey, '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({
      name: 'project',
      memories: ['asking', 'developer-notes', 'qa-notes'],
    });
    const url = pathToFileURL(join(state.project, 'team.json')).href;
    const keptIn = join(state.home, 'kept');
    const opened = await createWeft({ bundle: { url, publicKey, name: 'project', refreshMs: 0, keptIn } });
    const request = { scope_variables: { agent: { agent_type: 'qa' } }, rule_engine_ids: ['testers'] };
    expect(opened.render(await opened.assemble(request))).toBe('## Knowledge\n\n- Break it.\n');
    await opened.close();
    const other = (await weft('bundle', '--new-key', 'other.pem')).stdout.trim();
    expect(await weft('bundle', '--verify', 'team.json', '--public-key', other)).toMatchObject({ code: 2 });
  });

  it('signs nothing that waits for the user, or that cannot be read', async () => {
    const memory = '.codebolt/PersistentMemory/qa-notes.json';
    await writeTree(state.project, { [memory]: notesOf('qa', 'Changed.') });
    const refused = await weft('bundle', '--key', 'key.pem', '--out', 'never.json');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('came or changed outside') });
    expect(existsSync(join(state.project, 'never.json'))).toBe(false);
    expect(await weft('bundle')).toMatchObject({ code: 2, stderr: expect.stringContaining('give one of') });
  });
});
