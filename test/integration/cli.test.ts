import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWeftHere } from '../support/run-command-here.ts';
import { repository, startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const state = { home: '', empty: '', project: '' };

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-cli-'));
  state.empty = join(state.home, 'empty');
  state.project = join(state.home, 'agent-team');
  await mkdir(state.empty);
  await weft(['demo', '--project', state.project]);
});

afterAll(() => removeFolder(state.home));

const weft = (values: readonly string[], stdin = '', cwd = state.empty) =>
  runWeftHere(values, { cwd, userDataDir: join(state.home, 'user-data'), stdin });

const request = {
  scope_variables: { agent: { agent_type: 'developer' } },
  additional_variables: { phase: 'planning' },
};

describe('weft new', () => {
  it('makes a project of a template, which passes its tests, and an empty one without', async () => {
    const made = await weft(['new', 'bot', '--template', 'support-bot'], '', state.home);
    expect(made).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^bot is a project with 1 engine, \d+ memories, \d+ samples, 3 tests, \d+ documents\ngo on with: weft open bot\n$/,
      ),
    });
    const tested = await weft(['test', '--project', join(state.home, 'bot')]);
    expect([tested.code, tested.stderr]).toEqual([0, '']);
    const plain = await weft(['new', 'plain', '--json'], '', state.home);
    expect(JSON.parse(plain.stdout)).toMatchObject({ path: join(state.home, 'plain'), engines: 0 });
    const over = await weft(['new', 'plain', '--template', 'coding-agent'], '', state.home);
    expect([over.code, over.stderr]).toEqual([1, expect.stringContaining('another project already')]);
    const unknown = await weft(['new', 'x', '--template', 'nothing'], '', state.home);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('research-team')]);
  });
});

describe('weft demo', () => {
  it('assembles every sample of the sample project and prints nothing but that', async () => {
    const run = await weft(['demo', '--project', join(state.home, 'fresh')]);
    const files = await readdir(join(state.home, 'fresh/.codebolt/weft/samples'));
    const names = await Promise.all(
      files.map(file => readName(join(state.home, 'fresh/.codebolt/weft/samples', file))),
    );
    const table = run.stdout.slice(run.stdout.indexOf(`${files.length} samples of `));
    expect({
      code: run.code,
      stderr: run.stderr,
      titles: /sample +rules fired +memories +tokens +of budget +cuts/.test(table),
      untold: names.filter(name => !table.includes(`\n${name} `)),
      colours: run.stdout.includes('\u001b['),
      left: await readdir(state.empty),
    }).toEqual({ code: 0, stderr: '', titles: true, untold: [], colours: false, left: [] });
  });

  it('gives the same as JSON, and again on a project that is there already', async () => {
    const run = await weft(['demo', '--json', '--project', state.project]);
    const {
      project,
      samples,
      refused,
    }: { project: string; samples: Record<string, unknown>[]; refused: unknown[] } = JSON.parse(run.stdout);
    const kinds = samples.map(sample => [
      typeof sample.tokens,
      typeof sample.cuts,
      Array.isArray(sample.rules_fired),
    ]);
    expect([project, refused, samples.length, kinds]).toEqual([
      state.project,
      [],
      10,
      samples.map(() => ['number', 'number', true]),
    ]);
  });

  it('is made in the user-data folder unless told otherwise', async () => {
    await weft(['demo']);
    expect(await readdir(join(state.home, 'user-data/agent-team/.codebolt'))).toContain(
      'context-rule-engines',
    );
  });
});

async function readName(file: string): Promise<string> {
  const { name }: { name: string } = JSON.parse(await readFile(file, 'utf8'));
  return name;
}

describe('weft assemble and evaluate', () => {
  it('take the file of a sample, which has its request inside', async () => {
    const [bare, sample] = ['bare.json', 'sample.json'].map(name => join(state.home, name));
    await writeFile(bare ?? '', JSON.stringify(request));
    await writeFile(sample ?? '', JSON.stringify({ id: 's', name: 'S', request }));
    const project = ['--project', state.project];
    for (const command of [['evaluate'], ['why', 'glossary'], ['assemble']]) {
      const [plain, wrapped] = await Promise.all(
        [bare, sample].map(file => weft([...command, file ?? '', ...project])),
      );
      expect(wrapped).toEqual(plain);
      expect(plain?.code).toBe(0);
    }
  });

  it('print the text, the trace before it, or the whole result', async () => {
    const file = join(state.home, 'request.json');
    await writeFile(file, JSON.stringify(request));
    const runs = await Promise.all([
      weft(['assemble', file, '--project', state.project]),
      weft(['assemble', '-', '--explain', '--project', state.project], JSON.stringify(request)),
      weft(['assemble', file, '--json', '--project', state.project]),
    ]);
    const [text, explained, json] = runs.map(run => run.stdout);
    expect([
      runs.map(run => [run.code, run.stderr]),
      text !== undefined && text.length > 100 && explained?.endsWith(text),
      explained?.startsWith('  rules fired  '),
      Object.keys(JSON.parse(json ?? '')),
    ]).toEqual([
      [
        [0, ''],
        [0, ''],
        [0, ''],
      ],
      true,
      true,
      expect.arrayContaining(['context', 'trace', 'meta']),
    ]);
  });

  it('print the text in the format that was asked for', async () => {
    const asked = async (format: string) => {
      const run = await weft(['assemble', '-', '--format', format], JSON.stringify(request), state.project);
      expect([run.code, run.stderr]).toEqual([0, '']);
      return run.stdout;
    };
    expect(await asked('markdown')).toMatch(/^## \w/);
    expect(await asked('xml')).toMatch(/^<context>\n/);
    expect(JSON.parse(await asked('json'))).toContainEqual(
      expect.objectContaining({ section: expect.any(String), items: expect.any(Array) }),
    );
  });

  it('say for each rule whether it fired, and why not', async () => {
    const run = await weft(['evaluate', '-'], JSON.stringify(request), state.project);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(/^outcome +rule +why$/m);
    expect(run.stdout).toMatch(/^not fired +\S.* {2}\S.+$/m);
    expect(run.stdout).toMatch(/^memories: \S/m);
  });
});

describe('weft export', () => {
  it('prints the canonical file of an engine, and with it the memories that it adds unless they are not wanted', async () => {
    const within = join(state.project, 'docs');
    const alone = await weft(['export', 'planning-rules', '--no-with-memories'], '', within);
    const file = await readFile(
      join(state.project, '.codebolt/context-rule-engines/planning-rules.json'),
      'utf8',
    );
    expect([alone.code, alone.stdout]).toEqual([0, file]);
    const whole = JSON.parse((await weft(['export', 'planning-rules'], '', within)).stdout);
    expect(whole.memories.map(({ id }: { id: string }) => id)).toContain('project-conventions');
  });
});

describe('weft call', () => {
  it('prints the envelope and exits by it', async () => {
    const good = await weft(['call', 'project.info']);
    const bad = await weft(
      ['call', 'engines.get', '-', '--json', '--project', state.project],
      '{"id":"nothing"}',
    );
    expect([
      good.code,
      JSON.parse(good.stdout),
      bad.code,
      JSON.parse(bad.stdout),
      bad.stdout.split('\n').length,
    ]).toEqual([
      0,
      { ok: true, value: expect.objectContaining({ open: false }) },
      1,
      { ok: false, error: expect.objectContaining({ code: 'not_found' }) },
      2,
    ]);
  });

  it('answers one envelope a line, in order, whatever the lines are', async () => {
    // A blank one is passed over.
    const lines = ['{"text":"a"}', '{', ' ', '{"text":"b"}', '[]', '{"text":"c","more":1}'];
    const run = await weft(['call', 'redaction.apply', '--stdin-lines'], lines.join('\n'));
    const envelopes = run.stdout
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line));
    const error = { ok: false, error: expect.objectContaining({ code: 'invalid_input' }) };
    const value = (text: string) => ({ ok: true, value: { text, findings: [] } });
    expect([run.code, run.stderr, envelopes]).toEqual([0, '', [value('a'), error, value('b'), error, error]]);
  });

  it('opens a project only for procedures that need one, and says what to do when there is none', async () => {
    const broken = join(state.home, 'broken');
    await mkdir(join(broken, '.codebolt/weft'), { recursive: true });
    await writeFile(join(broken, '.codebolt/weft/weft.sqlite'), 'this is no database');
    const pure = await weft(['call', 'redaction.apply', '-'], '{"text":"a"}', broken);
    const needy = await weft(['call', 'engines.list'], '', state.empty);
    expect([pure.code, await readdir(join(broken, '.codebolt/weft')), needy.code]).toEqual([
      0,
      ['weft.sqlite'],
      1,
    ]);
    expect(needy.stdout).toContain('--project');
  });

  it('ends quietly when its reader leaves', async () => {
    const child = startWeft(['call', 'redaction.apply', '--stdin-lines'], {
      cwd: state.empty,
      userDataDir: join(state.home, 'user-data'),
    });
    child.stdin?.on('error', () => {});
    const line = `${JSON.stringify({ text: 'x'.repeat(100_000) })}\n`;
    for (let sent = 0; sent < 50; sent += 1) child.stdin?.write(line);
    await waitForOutput(child, /"ok":true/);
    const ended = new Promise(resolve => child.once('close', (code, signal) => resolve([code, signal])));
    child.stdout?.destroy();
    expect(await ended).toEqual([0, null]);
  });
});

describe('bad usage is one line that says what to do, exit 2', () => {
  it.each([
    ['an unknown command', ['nonsense'], /unknown command 'nonsense'/],
    ['an unknown option', ['demo', '--colour'], /unknown option '--colour'/],
    [
      'a format that is none',
      ['assemble', '-', '--format', 'yaml'],
      /Allowed choices are markdown, xml, json/,
    ],
    ['a missing argument', ['evaluate'], /missing required argument 'request'/],
    [
      'neither a request nor a conversation',
      ['assemble'],
      /give a request, or a conversation with --conversation ID/,
    ],
    ['a file that is not there', ['assemble', 'nowhere.json'], /nowhere\.json: there is no such file/],
    ['a file that is no JSON', ['assemble', 'bad.json'], /bad\.json is not valid JSON/],
    ['standard input that is no JSON', ['call', 'rules.evaluate', '-'], /standard input is not valid JSON/],
    [
      'a folder that is not there',
      ['evaluate', '-', '--project', 'nowhere'],
      /nowhere: there is no such folder/,
    ],
    ['no project', ['export', 'planning-rules'], /no project is open/],
    ['an unknown engine', ['export', 'nothing', '--project', '../agent-team'], /nothing/],
    ['an address that others can reach', ['serve', '--host', '0.0.0.0'], /use 127\.0\.0\.1 or \[::1\]/],
    ['a port that is none', ['serve', '--port', '99999'], /a port is a number/],
    ['an invalid request', ['assemble', 'empty.json', '--project', '../agent-team'], /scope_variables/],
  ])('%s', async (_, values, pattern) => {
    await writeFile(join(state.empty, 'bad.json'), '{"a":');
    await writeFile(join(state.empty, 'empty.json'), '{}');
    const stdin = values.includes('evaluate') ? '{}' : '{';
    const run = await weft(values, stdin);
    await rm(join(state.empty, 'bad.json'));
    await rm(join(state.empty, 'empty.json'));
    expect([run.code, run.stdout, run.stderr.split('\n').length]).toEqual([2, '', 2]);
    expect(run.stderr).toMatch(/^weft: /);
    expect(run.stderr).toMatch(pattern);
  });

  it('every command explains itself', async () => {
    const commands = ['open', 'serve', 'demo', 'assemble', 'evaluate', 'call', 'export', 'import'];
    const runs = await Promise.all(
      [[], ...commands.map(command => [command])].map(path => weft([...path, '--help'])),
    );
    expect(runs.map(run => [run.code, run.stdout.startsWith('Usage: weft'), run.stderr])).toEqual(
      runs.map(() => [0, true, '']),
    );
  });

  it('the version is the package’s', async () => {
    const { version }: { version: string } = JSON.parse(
      await readFile(join(repository, 'package.json'), 'utf8'),
    );
    expect(await weft(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('weft open and serve', () => {
  it('without a window, open says why and where in one line, and ends when told to', async () => {
    const child = startWeft(['open', '--sample', '--no-browser'], {
      cwd: state.empty,
      userDataDir: join(state.home, 'user-data'),
    });
    const [line] = await waitForOutput(
      child,
      /^no window, because [^\n]+; the studio is at http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}\n$/,
    );
    const ended = new Promise(resolve => child.once('close', resolve));
    child.kill('SIGINT');
    expect([line.split('\n').length, await ended]).toEqual([2, 0]);
  });

  it('open --sample makes the sample where it is told, opens it again there, and leaves another project alone', async () => {
    const folder = join(state.empty, 'new/sample');
    const place = { cwd: state.empty, userDataDir: join(state.home, 'sample-data') };
    for (const _ of ['made', 'there']) {
      const child = startWeft(['open', 'new/sample', '--sample', '--no-browser'], place);
      await waitForOutput(child, /the studio is at/);
      const ended = new Promise(resolve => child.once('close', resolve));
      child.kill('SIGINT');
      expect(await ended).toBe(0);
      expect(await readdir(join(folder, '.codebolt/context-rule-engines'))).not.toEqual([]);
    }
    expect(existsSync(join(place.userDataDir, 'agent-team'))).toBe(false);
    await mkdir(join(state.empty, 'mine/.codebolt/context-rule-engines'), { recursive: true });
    const refused = await runWeftHere(['open', 'mine', '--sample', '--no-browser'], place);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/mine: holds another project/)]);
    const demo = await runWeftHere(['open', 'none', '--no-browser'], place);
    expect([demo.code, demo.stderr]).toEqual([2, expect.stringMatching(/no such folder/)]);
  });

  it('serve tells the token once, keeps it in a private file while it runs, and takes the next free port', async () => {
    const place = { cwd: state.empty, userDataDir: join(state.home, 'serve-data') };
    const children = [startWeft(['serve', '--json'], place), startWeft(['serve', '--json'], place)];
    const told = await Promise.all(children.map(child => waitForOutput(child, /^\{.*\}\n/)));
    const [first, second] = told.map(([text]): { origin: string; token: string; token_file: string } =>
      JSON.parse(text),
    );
    const answer = await fetch(`${first?.origin}/procedures/project.info`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first?.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const kept = await readFile(first?.token_file ?? '', 'utf8');
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map(child => new Promise(resolve => child.once('close', resolve))));
    expect({
      status: answer.status,
      differ: [first?.origin === second?.origin, first?.token === second?.token],
      kept: kept.split('\n')[0] === first?.token,
      left: (await readdir(place.userDataDir)).filter(name => name.startsWith('token')),
    }).toEqual({ status: 200, differ: [false, false], kept: true, left: [] });
  });
});
