import { existsSync } from 'node:fs';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNames } from '../../shared/model/coding-agents.ts';
import { memoryOf, staticStep } from '../support/engine-definitions.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { temporaryFolder, writeTree } from '../support/temporary-folder.ts';

const all = agentNames.flatMap(name => ['--agent', name]);

/** A repository and a home folder, with files in them. */
async function repository(
  files: Readonly<Record<string, string>> = {},
  home: Readonly<Record<string, string>> = {},
) {
  const root = temporaryFolder();
  const folder = join(root, 'repo');
  await writeTree(folder, { '.git/HEAD': 'ref: refs/heads/main\n', ...files });
  await writeTree(join(root, 'home'), { '.profile': '', ...home });
  const init = (...values: readonly string[]) =>
    runWeftHere(['init', ...values], {
      cwd: folder,
      userDataDir: join(root, 'user'),
      env: {
        HOME: join(root, 'home'),
        USERPROFILE: join(root, 'home'),
        PATH: dirname(process.execPath),
        XDG_CONFIG_HOME: '',
      },
    });
  return { folder, home: join(root, 'home'), init };
}

/** Every file and every empty folder, with the bytes of the files. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => !entry.isDirectory());
  const pairs = files.map(async entry => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length), (await readFile(path)).toString('base64')] as const;
  });
  const folders = entries
    .filter(entry => entry.isDirectory())
    .map(entry => [join(entry.parentPath, entry.name).slice(folder.length), 'folder'] as const);
  return Object.fromEntries([...(await Promise.all(pairs)), ...folders]);
}

/** Files as people keep them. */
const kept = {
  '.mcp.json': '{"mcpServers":{"other":{"command":"o","args":[]}}}',
  '.claude/settings.json':
    '\uFEFF{\r\n\t// mine\r\n\t"hooks": {\r\n\t\t"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}], // last\r\n\t},\r\n}',
  'opencode.jsonc': '{\n  // theme\n  "theme": "x",\n}\n',
  '.codex/config.toml': '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "o"',
  '.gemini/settings.json': '',
  '.zed/settings.json': '{\n    "context_servers": {}\n}\n',
  '.cursor/hooks.json': '{ "version": 1, "hooks": {} }\n',
  'AGENTS.md': '# Rules\r\n\r\nBe brief.',
  'CLAUDE.md': '\n',
};

it('leaves every file as it was when it is taken away, and changes nothing the second time', async () => {
  for (const files of [{}, kept]) {
    const { folder, init } = await repository(files);
    const before = await treeOf(folder);
    expect((await init(...all, '--dry-run')).stdout).toContain('would be made');
    expect(await treeOf(folder)).toEqual(before);
    expect(await init(...all)).toMatchObject({ code: 0, stderr: '' });
    const after = await treeOf(folder);
    expect(Object.keys(after)).toEqual(
      expect.arrayContaining([
        '/.codebolt',
        '/.codebolt/opencode.js',
        '/.cursor/mcp.json',
        '/.vscode/mcp.json',
      ]),
    );
    expect((await init(...all)).stdout).toContain('nothing to change');
    expect(await treeOf(folder)).toEqual(after);
    expect((await init('--remove')).stdout).toContain('it is gone');
    expect(await treeOf(folder)).toEqual(before);
  }
});

it('takes only its own away where others have written since, and where it has kept no record', async () => {
  const { folder, init } = await repository({ 'AGENTS.md': '# Rules\n' });
  await init(...all);
  const path = join(folder, '.mcp.json');
  const servers = JSON.parse(await readFile(path, 'utf8'));
  servers.mcpServers.later = { command: 'l' };
  await writeFile(path, JSON.stringify(servers));
  await writeFile(join(folder, 'AGENTS.md'), `${await readFile(join(folder, 'AGENTS.md'), 'utf8')}\nMore.\n`);
  await rm(join(folder, '../user/init'), { recursive: true });
  await init('--remove');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ mcpServers: { later: { command: 'l' } } });
  expect(await readFile(join(folder, 'AGENTS.md'), 'utf8')).toBe('# Rules\n\nMore.\n');
  // Nobody knows any more who has made the project.
  expect(Object.keys(await treeOf(folder)).filter(name => !/^\/(?:\.git|\.codebolt)/.test(name))).toEqual([
    '/.mcp.json',
    '/AGENTS.md',
  ]);
});

it('keeps what another agent still needs, and a project that holds something', async () => {
  const { folder, init } = await repository();
  await init('--agent', 'codex', '--agent', 'opencode');
  await init('--remove', '--agent', 'codex');
  expect(await readFile(join(folder, 'AGENTS.md'), 'utf8')).toContain('weft:begin');
  const saved = await runWeftHere(['call', 'memories.save', '-'], {
    cwd: folder,
    userDataDir: join(folder, '../user'),
    stdin: JSON.stringify({ memory: memoryOf('m', { pipeline: [staticStep('x')] }), expected_hash: null }),
  });
  expect(saved.code).toBe(0);
  const { stdout } = await init('--remove');
  expect(stdout).toContain('.codebolt stays, since it holds 1 memories');
  expect(Object.keys(await treeOf(folder))).not.toContain('/AGENTS.md');
});

/** What somebody may have put into a project by a call, and what is said of it. */
const stored: readonly (readonly [said: string, procedure: string, input: object])[] = [
  ['1 documents', 'documents.import', { collection: 'c', files: [{ path: 'a.md', text: 'a' }] }],
  ['1 keys', 'kv.set', { instance: 'i', namespace: 'n', key: 'k', value: 1 }],
  ['1 events', 'events.append', { instance: 'i', events: [{ type: 't', content: 'c' }] }],
  ['1 nodes of the graph', 'graph.upsert', { nodes: [{ id: 'n', kind: 'k', name: 'N' }] }],
  ['1 views of the graph', 'graph.saveView', { id: 'v' }],
  ['1 records of the ledger', 'ledger.post', { entry_type: 'finding', summary: 's' }],
  ['1 known errors', 'errorPatterns.record', { error_type: 'E', message: 'm', solution: 's' }],
  ['1 drafts of the studio', 'drafts.save', { draft: { a: 1 } }],
  ['the configuration', 'config.set', { changes: { hook_tokens: 100 }, expected_hash: null }],
  ['1 samples', 'samples.save', { sample: { id: 's', name: 'S', request: {} }, expected_hash: null }],
  ['1 layouts', 'layouts.save', { layout: { id: 'e', pins: { a: { x: 1, y: 1 } } }, expected_hash: null }],
];

/** Files that somebody may have put there, whether Weft can read them or not, and what is said of them. */
const placed: readonly (readonly [said: string, path: string])[] = [
  ['1 rule engines', 'context-rule-engines/broken.json'],
  ['1 memories', 'PersistentMemory/broken.json'],
  ['1 tests', 'weft/tests/broken.json'],
  ['1 contracts', 'contracts/broken.json'],
  ['the configuration', 'weft.json'],
  ['1 other files (.codebolt/other-tool/state.db)', 'other-tool/state.db'],
  ['1 other files (.codebolt/contracts/README.md)', 'contracts/README.md'],
  ['-manual.sqlite)', 'weft/backups/000001-2026-11-21T10-00-00-000Z-manual.sqlite'],
  ['1 other files (.codebolt/weft/corrupt-1/weft.sqlite)', 'weft/corrupt-1/weft.sqlite'],
];

describe('a project that "weft init" has made', () => {
  const made = async () => {
    const { folder, init } = await repository();
    await init('--agent', 'codex');
    const call = async (procedure: string, input: object) => {
      const place = { cwd: folder, userDataDir: join(folder, '../user'), stdin: JSON.stringify(input) };
      const { code, stdout } = await runWeftHere(['call', procedure, '-'], place);
      expect([code, stdout]).toEqual([0, stdout]);
    };
    const remove = async () => {
      const { stdout } = await init('--remove');
      return { stdout, isThere: existsSync(join(folder, '.codebolt')) };
    };
    return { folder, call, remove };
  };

  it.each(stored)('stays where it holds %s (%s)', async (said, procedure, input) => {
    const { call, remove } = await made();
    await call(procedure, input);
    expect(await remove()).toEqual({ isThere: true, stdout: expect.stringContaining(said) });
  });

  it.each(placed)('stays where it holds %s, a file that somebody has put there', async (said, path) => {
    const { folder, remove } = await made();
    await writeTree(join(folder, '.codebolt'), { [path]: '{' });
    expect(await remove()).toEqual({ isThere: true, stdout: expect.stringContaining(said) });
  });

  it('control: goes with all that Weft made there by itself', async () => {
    const { folder, call, remove } = await made();
    const event = { session_id: 's', agent: 'codex', cwd: folder };
    for (const told of [
      { event: 'session_start' },
      { event: 'prompt', prompt: 'Mend it' },
      { event: 'session_end' },
    ])
      await call('flights.hear', { ...event, ...told });
    await call('memories.save', { memory: memoryOf('m'), expected_hash: null });
    await call('memories.delete', { id: 'm' });
    await writeTree(join(folder, '.codebolt'), {
      'contracts/.c.json.0123456789abcdef.tmp': '',
      'weft/backups/.gitignore': '*\n',
      'weft/backups/000001-2026-11-21T10-00-00-000Z-start.sqlite': '',
    });
    expect(Object.keys(await treeOf(folder))).toEqual(
      expect.arrayContaining(['/.codebolt/weft/weft.sqlite', '/.codebolt/weft/.gitignore']),
    );
    expect(await remove()).toEqual({ isThere: false, stdout: expect.stringContaining('it is gone') });
  });
});

it.each([
  [{ '.claude/settings.json': '{\n  "hooks": {\n  "a": 1 2\n}' }, 'weft: .claude/settings.json:3:'],
  [{ '.codex/config.toml': 'model = \n' }, 'weft: .codex/config.toml:1:'],
  [{ '.mcp.json': '{"mcpServers": {"weft": {"command": "loom"}}}' }, 'is none of Weft'],
])('touches nothing where a file is broken or taken: %j', async (files, message) => {
  const { folder, init } = await repository(files);
  const before = await treeOf(folder);
  const { code, stderr } = await init(...all);
  expect([code, stderr.includes(message), stderr]).toEqual([2, true, stderr]);
  expect(await treeOf(folder)).toEqual(before);
});

it('writes through no link', async () => {
  const { folder, home, init } = await repository({}, { 'elsewhere.json': '{}', 'elsewhere.md': 'mine' });
  await symlink(join(home, 'elsewhere.json'), join(folder, '.mcp.json'));
  expect(await init('--agent', 'claude-code')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('.mcp.json is a link'),
  });
  expect(Object.keys(await treeOf(folder)).toSorted()).toEqual(['/.git', '/.git/HEAD', '/.mcp.json']);
  await rm(join(folder, '.mcp.json'));
  await symlink(join(home, 'elsewhere.md'), join(folder, 'CLAUDE.md'));
  expect((await init('--agent', 'claude-code')).stdout).toContain('the paragraph was left out');
  expect([
    await readFile(join(home, 'elsewhere.json'), 'utf8'),
    await readFile(join(home, 'elsewhere.md'), 'utf8'),
  ]).toEqual(['{}', 'mine']);
});

it('finds the agents that are there, and says so where there is none', async () => {
  const none = await repository();
  expect(await none.init()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /no coding agent is found here; .*"weft new \." makes the folder a project/,
    ),
  });
  const some = await repository({ '.cursor/rules/a.mdc': '' }, { '.codex/config.toml': '' });
  const { agents, files } = JSON.parse((await some.init('--json', '--dry-run')).stdout);
  expect(agents).toEqual(['codex', 'cursor']);
  expect(files.map((file: { path: string }) => file.path)).toEqual([
    '.codex/config.toml',
    '.codex/hooks.json',
    'AGENTS.md',
    '.cursor/mcp.json',
    '.cursor/hooks.json',
  ]);
  expect(await some.init('--agent', 'clippy')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no agent is called "clippy"'),
  });
});

it('sets up the home folder for all folders, and leaves it as it was', async () => {
  const { folder, home, init } = await repository(
    {},
    { '.claude.json': '{"projects":{}}', '.gemini/settings.json': '{}' },
  );
  const [before, repo] = [await treeOf(home), await treeOf(folder)];
  expect(await init('--global', ...all)).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(join(home, '.claude.json'), 'utf8'))).toMatchObject({
    projects: {},
    mcpServers: { weft: { type: 'stdio' } },
  });
  expect(Object.keys(await treeOf(home))).toEqual(
    expect.arrayContaining([
      '/.config/opencode/plugins/weft.js',
      '/.codeium/windsurf/mcp_config.json',
      '/.codex/hooks.json',
    ]),
  );
  expect(await treeOf(folder)).toEqual(repo);
  await init('--global', '--remove');
  expect(await treeOf(home)).toEqual(before);
});
