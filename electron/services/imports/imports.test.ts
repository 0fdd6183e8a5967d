import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { neverCancelled } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';

const engineJson = JSON.stringify({
  id: 'release-rules',
  name: 'Release rules',
  rules: [
    {
      name: 'On release branches',
      when: [{ field: 'addVar.branch', operator: 'startsWith', value: 'release/' }],
      then: { add_memories: ['changelog'] },
    },
  ],
}).replace('startsWith', 'eq');

const memoryJson = JSON.stringify({
  memories: [
    {
      id: 'changelog',
      label: 'Changelog',
      retrieval: { pipeline: [{ type: 'static', params: { items: ['Write a line for every change.'] } }] },
      contribution: { section: 'constraints', priority: 'low', format: 'bullet_list' },
    },
    { id: 'broken', label: 'Broken' },
  ],
});

/** A repository as teams keep it, with the rules of four tools. */
const repository: Record<string, string> = {
  'AGENTS.md': '# Agents\n\n## Build\nRun npm test.\n',
  'services/billing/CLAUDE.md': '# Billing\nMoney is in minor units.\n',
  '.cursor/rules/react.mdc': '---\nglobs: src/**/*.tsx\nalwaysApply: false\n---\n# React\nNo classes.\n',
  '.cursor/rules/on-demand.mdc': '---\ndescription: How to migrate\n---\nExpand, then contract.\n',
  '.cursor/rules/bad.mdc': '---\nglobs: [a\n---\nText.\n',
  '.claude/rules/api.md': '---\npaths: ["src/api/**"]\n---\nValidate input.\n',
  '.github/instructions/python.instructions.md': '---\napplyTo: "**/*.py"\n---\nUse type hints.\n',
  '.github/copilot-instructions.md': 'Answer in British English.\n',
  'docs/setup.md': '# Setup\n\nInstall Node 24.\n',
  'docs/empty.md': '\n',
  'rules.json': engineJson,
  'memories.json': memoryJson,
  'package.json': '{ "name": "shop" }',
  'node_modules/x/README.md': '# no',
  '.git/notes.md': '# no',
  'src/index.ts': 'export {};',
};

function writeFiles(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A row that refers to nothing is found by the commit, and by nothing before it; the database itself stays as it is. */
async function failCommits({ content }: OpenProject): Promise<void> {
  // What is temporary goes with its connection, which a busy machine would let go of before the import.
  content.shareWriting(600_000);
  await content.write(database =>
    database.exec(`CREATE TEMP TABLE home (id INTEGER PRIMARY KEY);
      CREATE TEMP TABLE stray (id INTEGER REFERENCES home (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TEMP TRIGGER stray_chunk AFTER INSERT ON main.chunk BEGIN INSERT INTO stray VALUES (7); END`),
  );
}

const documentsOf = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `notes/note-${at}.md`,
      `# Note ${at}\n\n${`Sentence ${at} about harbours, holds and ferries. `.repeat(20)}\n\n## More\n\nText.\n`,
    ]),
  );

describe('imports.preview', () => {
  it('tells which places are ledgers, and takes none of their files for something else', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const entry = { id: 'E', timestamp: '2026-01-01T00:00:00Z', entry_type: 'need', summary: 'n' };
    const decided = { id: 'D', rules: [], name: 'no engine' };
    const folder = writeFiles({
      '.twining/blackboard.jsonl': JSON.stringify(entry),
      '.twining/decisions/D.json': JSON.stringify(decided),
      'AGENTS.md': '# Agents\n\nRun npm test.\n',
    });
    const itself = join(folder, '.twining');
    expect(await call('imports.preview', { from: [itself] })).toEqual({
      items: [],
      refused: [],
      ledger_folders: [itself],
    });
    expect(await call('imports.preview', { from: [folder] })).toMatchObject({
      items: [{ id: 'rule:AGENTS.md' }],
      ledger_folders: [folder],
    });
    expect(await call('ledger.summarize', {})).toMatchObject({ open_needs: 0 });
  });

  it('recognizes every kind of file, says what it would make, and writes nothing', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    const { items, refused, notes } = await call('imports.preview', { from: [writeFiles(repository)] });
    expect(items.map(({ id, change, makes }) => [id, change, makes.map(made => made.id).join(' ')])).toEqual([
      ['rule:.claude/rules/api.md', 'created', 'claude-code-rules/claude-api claude-api'],
      ['rule:.cursor/rules/on-demand.mdc', 'created', 'cursor-rules/cursor-on-demand cursor-on-demand'],
      ['rule:.cursor/rules/react.mdc', 'created', 'cursor-rules/cursor-react cursor-react'],
      [
        'rule:.github/copilot-instructions.md',
        'created',
        'agent-guides/guide-copilot-instructions guide-copilot-instructions',
      ],
      [
        'rule:.github/instructions/python.instructions.md',
        'created',
        'copilot-instructions/copilot-python copilot-python',
      ],
      ['rule:AGENTS.md', 'created', 'agent-guides/guide-agents guide-agents'],
      ['document:docs/setup.md', 'created', 'docs/setup.md'],
      ['memory:memories.json#0', 'created', 'changelog'],
      ['engine:rules.json#0', 'created', 'release-rules'],
      [
        'rule:services/billing/CLAUDE.md',
        'created',
        'agent-guides/guide-services-billing-claude guide-services-billing-claude',
      ],
      ['search:imported', 'created', 'search-imported'],
    ]);
    expect(refused).toEqual([
      { file: '.cursor/rules/bad.mdc', line: 3, column: 1, reason: expect.stringContaining('is no YAML') },
      { file: 'docs/empty.md', reason: 'is empty' },
      {
        file: 'memories.json',
        line: 1,
        column: expect.any(Number),
        reason: expect.stringContaining('retrieval'),
      },
      {
        file: 'memories.json',
        line: 1,
        column: expect.any(Number),
        reason: expect.stringContaining('contribution'),
      },
    ]);
    expect(notes).toEqual([
      'files of other kinds were not read: 1 .ts',
      'folders were not searched: .git, node_modules',
      'JSON without rules or memory types was left: package.json; name a file itself to import it',
    ]);
    expect(readdirSync(join(project, '.codebolt'))).toEqual([]);
  });

  it('tells which files are conversations, by what is in them, and why one is not', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const messages = Array.from({ length: 2500 }, () => ({ role: 'user', content: 'Shall we ship?' }));
    const folder = writeFiles({
      'rules.json': engineJson,
      'talks/long.json': JSON.stringify(messages),
      'talks/lines.jsonl': messages
        .slice(0, 2)
        .map(line => JSON.stringify(line))
        .join('\n'),
      'talks/broken.jsonl': `${JSON.stringify(messages[0])}\n{`,
    });
    const seen = await call('imports.preview', { from: [folder] });
    expect(seen).toMatchObject({
      items: [{ id: 'engine:rules.json#0' }],
      refused: [
        { file: 'talks/broken.jsonl', line: 2, reason: 'is neither JSON nor a JSON value on each line' },
      ],
      conversation_files: [join(folder, 'talks/lines.jsonl'), join(folder, 'talks/long.json')],
    });
    const files = [{ name: 'talk.json', text: JSON.stringify(messages.slice(0, 3)) }];
    expect(await call('imports.apply', { files })).toEqual({
      items: [],
      not_chosen: [],
      refused: [],
      conversation_files: ['talk.json'],
    });
  });

  it('tells files of one name apart by their folders, also more than a hundred', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const folder = writeFiles({
      'one/docs/a.md': '# One',
      'two/docs/a.md': '# Two',
      'two/docs/b.md': '# B',
      ...documentsOf(120),
    });
    const idsOf = async (from: string[]) => {
      const { items, refused } = await call('imports.preview', {
        from: from.map(path => join(folder, path)),
      });
      expect(refused).toEqual([]);
      return items.map(({ id }) => id);
    };
    expect(await idsOf(['one/docs/a.md', 'two/docs/a.md'])).toEqual([
      'document:one/docs/a.md',
      'document:two/docs/a.md',
      'search:imported',
    ]);
    expect(await idsOf(['one/docs', 'two/docs'])).toEqual([
      'document:one/docs/a.md',
      'document:two/docs/a.md',
      'document:b.md',
      'search:imported',
    ]);
    expect(await idsOf(['two/docs/a.md', 'two/docs', 'two'])).toEqual([
      'document:a.md',
      'document:b.md',
      'search:imported',
    ]);
    expect(await idsOf(readdirSync(join(folder, 'notes')).map(name => `notes/${name}`))).toHaveLength(121);
  });

  it('takes a guide of the project for the folder it stands in, also when only the guide is given', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    mkdirSync(join(project, 'packages/api'), { recursive: true });
    writeFileSync(join(project, 'packages/api/AGENTS.md'), '# API\n\nUse zod.\n');
    await call('imports.apply', { from: ['packages/api/AGENTS.md'] });
    const { engine } = await call('engines.get', { id: 'agent-guides' });
    expect(engine.rules[0]?.when).toEqual([
      { field: 'addVar.file_path', operator: 'regex', value: '^(?:packages/api(?:/.*?|$))$' },
    ]);
  });

  /** Rules of every tool, of the top and of a folder below it, and guides. */
  const manyTools: Record<string, string> = Object.fromEntries(
    ['', 'packages/api/'].flatMap(folder => [
      ...[
        '.claude/rules/a.md',
        '.cursor/rules/a.mdc',
        '.windsurf/rules/a.md',
        '.clinerules/a.md',
        '.continue/rules/a.md',
        '.kiro/steering/a.md',
        '.github/instructions/a.instructions.md',
        'CLAUDE.md',
        'AGENTS.md',
        'docs/setup.md',
      ].map((path): [string, string] => [`${folder}${path}`, `# Of ${folder}${path}\n\nText.\n`]),
    ]),
  );
  const windsurfrules = { '.windsurfrules': 'Be kind.\n' };
  const begins = [
    ...new Set(Object.keys(manyTools).map(path => path.replace(/\/.*/, ''))),
    'packages/api',
    ...Object.keys(manyTools),
    ...Object.keys(manyTools).map(dirname),
    '.windsurfrules',
  ];

  it.each([
    ['in the project', (project: string) => project, {}],
    ['in a repository elsewhere', () => writeFiles({ '.git/HEAD': 'ref' }), {}],
  ])('finds nothing new wherever it begins: %s', async (_, place) => {
    const { call, openEmpty } = startApp();
    const folder = place(await openEmpty());
    for (const [path, text] of Object.entries({ ...manyTools, ...windsurfrules })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const all = await call('imports.apply', { from: [folder] });
    expect([all.refused, all.items.length]).toEqual([[], 22]);
    const known = new Set(all.items.map(({ id, makes }) => JSON.stringify([id, makes])));
    for (const from of new Set(begins)) {
      const { items } = await call('imports.preview', { from: [join(folder, from)] });
      expect(items.length).toBeGreaterThan(0);
      expect([from, items.filter(item => item.change !== 'unchanged')]).toEqual([from, []]);
      expect(items.every(({ id, makes }) => known.has(JSON.stringify([id, makes])))).toBe(true);
    }
  });

  it('gives rules of one name in several folders ids that stay, also when they come one by one', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    for (const folder of ['b', 'a']) {
      mkdirSync(join(project, folder, '.cursor/rules'), { recursive: true });
      writeFileSync(
        join(project, folder, '.cursor/rules/x.mdc'),
        `---\nalwaysApply: true\n---\nOf ${folder}.`,
      );
      await call('imports.apply', { from: [join(project, folder)] });
    }
    const { items } = await call('imports.apply', { from: [project] });
    expect(items.map(({ id, change, makes }) => [id, change, makes[1]?.id])).toEqual([
      ['rule:a/.cursor/rules/x.mdc', 'unchanged', 'cursor-x-2'],
      ['rule:b/.cursor/rules/x.mdc', 'unchanged', 'cursor-x'],
    ]);
  });

  it('keeps files of one path in several repositories apart, and each for what it is for', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    writeFileSync(join(project, 'AGENTS.md'), 'Ours.\n');
    const [theirs, others] = ['Theirs.', 'Of others.'].map(text =>
      writeFiles({ '.git/HEAD': 'ref', 'AGENTS.md': `${text}\n` }),
    );
    const from = [project, theirs ?? '', others ?? ''];
    await call('imports.apply', { from: [project] });
    for (const place of from.slice(1)) {
      const { items } = await call('imports.apply', { from: [place], on_conflict: 'replace' });
      expect(items.map(({ change, notes }) => [change, ...notes])).toEqual([['created']]);
    }
    const { memories } = await call('memories.list', {});
    expect(memories.map(({ id, label }) => [id, label])).toEqual([
      ['guide-agents', 'AGENTS'],
      ['guide-agents-2', 'AGENTS'],
      ['guide-agents-3', 'AGENTS'],
    ]);
    expect(JSON.stringify(memories.map(({ retrieval }) => retrieval))).toMatch(
      /"Ours\.".*"Theirs\.".*"Of others\."/,
    );
    const { engine } = await call('engines.get', { id: 'agent-guides' });
    expect(engine.rules.map(({ when }) => when)).toEqual([[], [], []]);
    for (const places of [from, from.toReversed(), ...from.map(place => [place])]) {
      const { items } = await call('imports.preview', { from: places });
      expect(items.map(({ change }) => change)).toEqual(places.map(() => 'unchanged'));
    }
  });

  it('gives each the same when several repositories are imported at once', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    writeFileSync(join(project, 'AGENTS.md'), 'Ours.\n');
    const theirs = writeFiles({ '.git/HEAD': 'ref', 'AGENTS.md': 'Theirs.\n' });
    await call('imports.apply', { from: [project, theirs] });
    const { engine } = await call('engines.get', { id: 'agent-guides' });
    expect(engine.rules.map(({ when }) => when)).toEqual([[], []]);
    for (const place of [project, theirs]) {
      const { items } = await call('imports.preview', { from: [place] });
      expect(items.map(({ change }) => change)).toEqual(['unchanged']);
    }
  });

  it('knows a repository again that was moved', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const before = writeFiles({ '.git/HEAD': 'ref', 'AGENTS.md': 'Theirs.\n' });
    await call('imports.apply', { from: [before] });
    const after = `${before}-moved`;
    renameSync(before, after);
    onTestFinished(() => rmSync(after, { recursive: true }));
    const { items } = await call('imports.preview', { from: [after] });
    expect(items.map(({ change }) => change)).toEqual(['unchanged']);
  });

  const papers = {
    'README.md': '# Shop',
    'CHANGELOG.md': '# 1.0.0',
    'packages/a/README.md': '# A',
    'package.json': '{ "name": "shop", "engines": { "node": ">=20" } }',
    '.eslintrc.json': '{ "rules": { "semi": 2 } }',
    'tsconfig.json': '{ // no JSON\n}',
    '.kiro/specs/x.md': '# Spec',
    'AGENTS.md': 'Be kind.',
  };

  it('takes of a repository what agents read, and nothing unasked', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const folder = writeFiles(papers);
    const seen = await call('imports.preview', { from: [folder] });
    expect([seen.items.map(({ id }) => id), seen.refused]).toEqual([['rule:AGENTS.md'], []]);
    expect(seen.notes).toEqual([
      'files of other kinds were not read: 1 .md',
      'left as papers of the repository: CHANGELOG.md, README.md, packages/a/README.md; name a file itself to import it',
      'JSON without rules or memory types was left: .eslintrc.json, package.json, tsconfig.json; name a file itself to import it',
    ]);
    const named = await call('imports.preview', {
      from: [join(folder, 'README.md'), join(folder, 'package.json')],
    });
    expect([named.items[0]?.id, named.refused.length]).toEqual(['document:README.md', 1]);
    const asked = await call('imports.preview', { from: [folder], source: 'document' });
    expect(asked.items.map(({ id }) => id)).toContain('document:README.md');
  });

  it("knows a tool's own folder when it is given", async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const from = [join(writeFiles(repository), '.claude/rules')];
    const { items } = await call('imports.preview', { from });
    expect(items.map(({ id, source }) => [id, source])).toEqual([
      ['rule:.claude/rules/api.md', 'claude_rules'],
    ]);
  });

  it.each([
    [{}, 'invalid_input', /either files, or where/],
    [{ from: ['/nowhere/at/all'] }, 'not_found', /no file or folder/],
    [
      { files: Array.from({ length: 2001 }, (_, at) => ({ name: `${at}.md`, text: 'x' })) },
      'too_large',
      /2001/,
    ],
  ])('refuses what it cannot read', async (input, code, message) => {
    const { ask, openEmpty } = startApp();
    await openEmpty();
    expect(await ask('imports.preview', input)).toMatchObject({
      ok: false,
      error: { code, message: expect.stringMatching(message) },
    });
  });

  it('refuses single files that are too large, given twice, too deep, or links out of the folder', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const files = [
      { name: 'large.md', text: 'x'.repeat(10 * 1024 * 1024 + 1) },
      { name: 'a.md', text: 'A' },
      { name: 'a.md', text: 'B' },
      { name: 'deep.json', text: '['.repeat(100_000) },
      { name: '../up.md', text: 'C' },
      { name: 'program.exe', text: 'MZ' },
    ];
    const given = await call('imports.preview', { files });
    expect(given.refused).toEqual([
      { file: 'large.md', reason: 'is larger than 10 MiB' },
      { file: 'a.md', reason: 'was given twice' },
      { file: 'deep.json', line: 1, column: 65, reason: 'is nested more than 64 levels deep' },
      { file: '../up.md', reason: 'its path must be relative, with "/" between names and without ".."' },
      { file: 'program.exe', reason: expect.stringContaining('is no kind of file') },
    ]);
    const folder = writeFiles({ 'b.md': 'B' });
    symlinkSync(join(writeFiles({ 'secret.md': 'S' }), 'secret.md'), join(folder, 'link.md'));
    const found = await call('imports.preview', { from: [folder] });
    expect(found.refused).toEqual([{ file: 'link.md', reason: expect.stringContaining('leads outside') }]);
  });

  it.each([
    ['a list without end', `[${'0,'.repeat(4_000_000)}0]`, /more than 1,000,000 values/],
    [
      '2,000 things that are nothing',
      `[${'{},'.repeat(1999)}{"x":"${'y'.repeat(9_000_000)}"}]`,
      /is neither/,
    ],
    [
      '100,000 rules that are none',
      `{"id":"a","name":"A","rules":[${'{"when":0},'.repeat(99_999)}{}]}`,
      /rules\.0/,
    ],
    ['a key without end', `{"${'k'.repeat(9_000_000)}":1}`, /is neither/],
  ])('refuses a bomb in JSON at once: %s', async (_, text, reason) => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const { items, refused } = await call('imports.preview', { files: [{ name: 'bomb.json', text }] });
    expect([items, refused[0]?.reason]).toEqual([[], expect.stringMatching(reason)]);
  });

  const line = (value: unknown) => JSON.stringify(value);
  const said = { role: 'user', content: 'Shall we ship?' };
  const bad = { memory: { label: 1, retrieval: {} }, rule: { name: 7, when: 'x', then: {} } };

  /** Each holds two bad entries, and what must be said of each. */
  const twiceBroken: [string, string, string, RegExp[]][] = [
    [
      'two engines',
      'e.json',
      line([
        { name: 1, rules: [] },
        { name: 'B', rules: 'x' },
      ]),
      [/^name/, /^rules/],
    ],
    [
      'two rules of one engine',
      'e.json',
      line({ name: 'A', rules: [bad.rule, bad.rule] }),
      [/^rules\.0\.name/, /^rules\.0\.when/, /^rules\.1\.name/],
    ],
    [
      'two memories',
      'm.json',
      line({ memories: [bad.memory, bad.memory] }),
      [/^label/, /^retrieval\.pipeline/, /^label/],
    ],
    [
      'two unknown things',
      'x.json',
      line({ engines: [{ name: 2 }], memories: [{ label: 2 }] }),
      [/^name/, /^label/],
    ],
    ['two lines', 't.jsonl', `${line(said)}\n{\n${line(said)}\n[`, [/is neither JSON/, /is neither JSON/]],
    ['two messages', 't.jsonl', `${line(said)}\n{"a":1}\n{"b":1}`, [/message 2: .*message 3: /]],
  ];

  it.each(twiceBroken)('names all that is wrong in a file: %s', async (_, name, text, reasons) => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const { refused } = await call('imports.preview', { files: [{ name, text }] });
    const told = refused.map(({ reason }) => reason);
    let from = 0;
    for (const reason of reasons) {
      const at = told.findIndex((said, index) => index >= from && reason.test(said));
      expect([told, at >= 0]).toEqual([told, true]);
      from = at + 1;
    }
  });

  it('names all steps that keep a memory type out', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const pipeline = [{ type: 'static' }, { type: 'rank', params: { source: 'x' } }];
    const contribution = { section: 'constraints', priority: 'low', format: 'prose' };
    const text = line({ id: 'm', label: 'M', retrieval: { pipeline }, contribution });
    const { items } = await call('imports.preview', { files: [{ name: 'm.json', text }] });
    const notes = items.flatMap(item => item.notes);
    expect(notes).toEqual([expect.stringContaining('static needs'), expect.stringContaining('called "x"')]);
    const files = [{ name: 'm.json', text }];
    const { refused } = await call('memories.import', { files, on_conflict: 'keep' });
    expect(refused.map(({ reason }) => reason)).toEqual(notes.map(note => `M: ${note}`));
  });

  it('lets an agent read in the project only', async () => {
    const { ask, openEmpty } = startApp();
    await openEmpty();
    const reply = await ask('imports.preview', { from: [writeFiles({ 'a.md': 'A' })] }, { door: 'mcp' });
    expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  });
});

describe('imports.apply', () => {
  it('stores what was chosen, and tells of everything else', async () => {
    const { call, events, openEmpty } = startApp();
    await openEmpty();
    const from = [writeFiles(repository)];
    const choose = [
      'rule:.cursor/rules/react.mdc',
      'rule:.cursor/rules/on-demand.mdc',
      'document:docs/setup.md',
    ];
    events.length = 0;
    const report = await call('imports.apply', { from, choose });
    expect(report.items.map(({ id }) => id).toSorted()).toEqual(choose.toSorted());
    expect(report.not_chosen).toHaveLength(8);
    const { engine } = await call('engines.get', { id: 'cursor-rules' });
    expect(engine.rules.map(({ id, enabled, when }) => [id, enabled, when[0]?.field])).toEqual([
      ['cursor-on-demand', false, undefined],
      ['cursor-react', undefined, 'addVar.file_path'],
    ]);
    const { documents } = await call('documents.list', {});
    expect(documents.map(({ collection, path }) => [collection, path])).toEqual([
      ['imported', 'docs/setup.md'],
    ]);
    expect(events.map(event => event.event)).toEqual([
      'contextRuleEngine:created',
      'persistentMemory:created',
      'persistentMemory:created',
      'project:changed',
    ]);
  });

  it('gives rules that fire for the files they are for', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    await call('imports.apply', { from: [writeFiles(repository)] });
    const memoriesFor = async (file_path: string) => {
      const request = { scope_variables: {}, additional_variables: { file_path } };
      return (await call('rules.evaluate', { request })).matchedMemories.toSorted();
    };
    const always = ['guide-agents', 'guide-copilot-instructions'];
    expect(await memoriesFor('src/ui/Button.tsx')).toEqual(['cursor-react', ...always]);
    expect(await memoriesFor('src/api/orders.ts')).toEqual(['claude-api', ...always]);
    expect(await memoriesFor('services/billing/vat.py')).toEqual([
      'copilot-python',
      ...always,
      'guide-services-billing-claude',
    ]);
  });

  it('tells which source was edited and which is gone, with the options that act, and acts by them', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    const rules = join(project, '.cursor/rules');
    mkdirSync(rules, { recursive: true });
    const rule = (text: string) => `---\nalwaysApply: true\n---\n${text}\n`;
    for (const name of ['edited', 'same', 'gone', 'used', 'ours', 'both'])
      writeFileSync(join(rules, `${name}.mdc`), rule(`Old ${name}.`));
    const from = [project];
    await call('imports.apply', { from });
    const ours = (await call('memories.get', { id: 'cursor-ours' })).memory;
    await call('memories.update', { id: 'cursor-ours', changes: { label: `${ours.label}, ours` } });
    await call('engines.updateRule', {
      id: 'cursor-rules',
      rule_id: 'cursor-both',
      changes: { enabled: false },
    });
    const use = { name: 'Use', when: [], then: { add_memories: ['cursor-used'] } };
    await call('engines.addRule', { id: 'cursor-rules', rule: use });
    for (const name of ['edited', 'both']) writeFileSync(join(rules, `${name}.mdc`), rule(`New ${name}.`));
    rmSync(join(rules, 'gone.mdc'));
    rmSync(join(rules, 'used.mdc'));

    const told = async (input: object) => {
      const { items } = await call('imports.preview', { from, ...input });
      return Object.fromEntries(items.map(({ id, change, notes }) => [id, [change, ...notes].join(': ')]));
    };
    const replaces = '"replace" (--on-conflict replace) takes what comes';
    expect(await told({})).toEqual({
      'rule:.cursor/rules/both.mdc': `kept: .cursor/rules/both.mdc was edited since it was imported, "cursor-both" or its rule was changed here too, and what is here stays; ${replaces}, and what was changed here is lost`,
      'rule:.cursor/rules/edited.mdc': `kept: .cursor/rules/edited.mdc was edited since it was imported, and the old text stays; ${replaces}`,
      'rule:.cursor/rules/ours.mdc': `kept: "cursor-ours" or its rule was changed here since it was imported, and stays; ${replaces}, and what was changed here is lost`,
      'rule:.cursor/rules/same.mdc': 'unchanged',
      'gone:.cursor/rules/gone.mdc':
        'gone: .cursor/rules/gone.mdc is gone, what came of it stays; "prune" (--prune) removes it',
      'gone:.cursor/rules/used.mdc':
        'gone: .cursor/rules/used.mdc is gone; "cursor-used" stays, because the rule cursor-rules/use adds it',
    });
    const elsewhere = await call('imports.preview', { from: [writeFiles(repository)] });
    expect(elsewhere.items.filter(({ change }) => change === 'gone')).toEqual([]);

    const lost = (id: string) =>
      `replaced: what was changed here in "${id}" or its rule since it was imported is replaced`;
    expect(await told({ on_conflict: 'replace' })).toMatchObject({
      'rule:.cursor/rules/both.mdc': lost('cursor-both'),
      'rule:.cursor/rules/edited.mdc': 'replaced',
      'rule:.cursor/rules/ours.mdc': lost('cursor-ours'),
    });
    await call('imports.apply', { from, on_conflict: 'replace', prune: true });
    const { engine } = await call('engines.get', { id: 'cursor-rules' });
    expect(engine.rules.map(({ id }) => id).toSorted()).toEqual([
      'cursor-both',
      'cursor-edited',
      'cursor-ours',
      'cursor-same',
      'cursor-used',
      'use',
    ]);
    const { memories } = await call('memories.list', {});
    expect(memories.map(({ id }) => id)).toEqual([
      'cursor-both',
      'cursor-edited',
      'cursor-ours',
      'cursor-same',
      'cursor-used',
    ]);
    expect(JSON.stringify((await call('memories.get', { id: 'cursor-edited' })).memory)).toContain(
      'New edited.',
    );
    expect(Object.keys(await told({})).sort()).toEqual([
      'gone:.cursor/rules/used.mdc',
      'rule:.cursor/rules/both.mdc',
      'rule:.cursor/rules/edited.mdc',
      'rule:.cursor/rules/ours.mdc',
      'rule:.cursor/rules/same.mdc',
    ]);
  });

  it('takes no rule for gone that was never a file of the project', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    await call('imports.apply', { files: [{ name: 'AGENTS.md', text: 'Theirs.' }] });
    expect(await call('imports.apply', { from: [project], prune: true })).toMatchObject({ items: [] });
    expect((await call('memories.list', {})).memories).toHaveLength(1);
  });

  it('tells what was changed here where a file is gone, since that goes with it', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    for (const name of ['AGENTS.md', 'CLAUDE.md']) writeFileSync(join(project, name), `Of ${name}.\n`);
    const from = [project];
    await call('imports.apply', { from });
    await call('memories.update', { id: 'guide-agents', changes: { label: 'Ours' } });
    await call('engines.updateRule', {
      id: 'agent-guides',
      rule_id: 'guide-claude',
      changes: { name: 'Ours' },
    });
    for (const name of ['AGENTS.md', 'CLAUDE.md']) rmSync(join(project, name));
    const notes = async (prune: boolean) =>
      (await call('imports.preview', { from, prune })).items.flatMap(item => item.notes);
    const stays =
      'is gone, what came of it stays; "prune" (--prune) removes it, and what was changed here is lost';
    expect(await notes(false)).toEqual([`AGENTS.md ${stays}`, `CLAUDE.md ${stays}`]);
    const goes = (id: string) => `what was changed here in "${id}" or its rule goes with it`;
    expect(await notes(true)).toEqual([
      'AGENTS.md is gone',
      goes('guide-agents'),
      'CLAUDE.md is gone',
      goes('guide-claude'),
    ]);
  });

  it('tells files that are gone apart, of two repositories and of copies, so that each is chosen by itself', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    const places = [temporaryFolder(), temporaryFolder()];
    const [one, two] = places.map(
      place => `gone:${relative(realpathSync(project), realpathSync(place))}/AGENTS.md`,
    );
    for (const place of places) {
      mkdirSync(join(place, '.git'));
      writeFileSync(join(place, 'AGENTS.md'), `Of ${place}.\n`);
    }
    await call('imports.apply', { from: places });
    const [first] = (await call('memories.list', {})).memories;
    await call('memories.create', {
      memory: { ...(await call('memories.get', { id: first?.id ?? '' })).memory, id: 'mine' },
    });
    for (const place of places) rmSync(join(place, 'AGENTS.md'));
    const { items } = await call('imports.preview', { from: places, prune: true });
    const ids = items.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([`${one} (guide-agents)`, `${one} (mine)`, two].toSorted());
    await call('imports.apply', { from: places, prune: true, choose: [two ?? ''] });
    const { memories } = await call('memories.list', {});
    expect(memories.map(({ id }) => id)).toEqual(['guide-agents', 'mine']);
  });

  it('tells documents whose files are gone, of the project alone, and removes none', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    const docs = join(project, 'docs');
    mkdirSync(docs);
    for (const name of ['here', 'gone']) writeFileSync(join(docs, `${name}.md`), `# ${name}\n\nText.\n`);
    const elsewhere = { files: [{ name: 'papers/elsewhere.md', text: '# Elsewhere' }] };
    await call('imports.apply', elsewhere);
    await call('imports.apply', { from: [docs] });
    const notes = async (from: string, collection?: string) =>
      (await call('imports.preview', { from: [from], ...(collection && { collection }) })).notes ?? [];
    const told = (path: string) =>
      `documents of "imported" have no file here: ${path}; what is gone for good, documents.delete removes`;
    expect(await notes(docs)).toEqual([]);
    rmSync(join(docs, 'gone.md'));
    expect([await notes(docs), await notes(docs, 'others')]).toEqual([[told('docs/gone.md')], []]);
    const { notes: done } = await call('imports.apply', { from: [docs], prune: true });
    expect(done).toEqual([told('docs/gone.md')]);
    expect((await call('documents.list', {})).documents.map(({ path }) => path)).toEqual([
      'docs/gone.md',
      'docs/here.md',
      'papers/elsewhere.md',
    ]);
  });

  it('says of an engine that comes otherwise than it is which option takes it', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    await call('imports.apply', { files: [{ name: 'a.json', text: engineJson }] });
    const files = [{ name: 'a.json', text: engineJson.replace('Release rules', 'Others') }];
    const { items } = await call('imports.preview', { files });
    expect(items[0]?.notes).toEqual([
      expect.stringContaining('is not the same; "replace" (--on-conflict replace)'),
    ]);
  });

  it('warns where a list of files is asked for one path', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    await call('imports.apply', { from: [writeFiles(repository)] });
    const warningsFor = async (file_path: unknown) => {
      const request = { scope_variables: {}, additional_variables: { file_path } };
      return (await call('rules.evaluate', { request })).warnings;
    };
    expect(await warningsFor('src/ui/Button.tsx')).toEqual([]);
    expect(await warningsFor(['src/ui/Button.tsx', 'a.py'])).toEqual([
      {
        code: 'list_as_text',
        path: 'addVar.file_path',
        message: expect.stringMatching(
          /is a list, and 4 conditions look for one text in it.*ask once for each/,
        ),
      },
    ]);
  });

  it.each([
    ['keep', 'kept', 'Old.', 1],
    ['replace', 'replaced', 'New.', 1],
    ['new_id', 'renamed', 'Old.', 2],
  ] as const)('asked to %s what is there, it does', async (on_conflict, change, text, count) => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const rule = (body: string) => ({
      files: [{ name: 'style.mdc', text: `---\nalwaysApply: true\n---\n${body}` }],
    });
    await call('imports.apply', rule('Old.'));
    await call('engines.addRule', {
      id: 'cursor-rules',
      rule: { name: 'Mine', when: [], then: { add_memories: [] } },
    });
    const { items } = await call('imports.apply', { ...rule('New.'), on_conflict });
    expect(items.map(item => item.change)).toEqual([change]);
    const { memory } = await call('memories.get', { id: 'cursor-style' });
    expect(memory.retrieval.pipeline[0]?.params).toEqual({ items: [{ title: 'style', content: text }] });
    const { engine } = await call('engines.get', { id: 'cursor-rules' });
    expect(engine.rules).toHaveLength(count + 1);
  });

  it('refuses a rule whose engine cannot be read, and memory types that run code', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    const broken = join(project, '.codebolt/context-rule-engines/cursor-rules.json');
    mkdirSync(dirname(broken), { recursive: true });
    writeFileSync(broken, '{');
    const code = JSON.parse(memoryJson).memories[0];
    code.retrieval.pipeline[0].params.script = 'rm -rf';
    const { items } = await call('imports.apply', {
      files: [
        { name: 'style.mdc', text: '---\nalwaysApply: true\n---\nText.' },
        { name: 'code.json', text: JSON.stringify(code) },
      ],
    });
    expect(items.map(({ change, notes }) => [change, notes[0]])).toEqual([
      ['refused', 'the file of the engine "cursor-rules" cannot be read; repair it first'],
      ['refused', expect.stringContaining('script')],
    ]);
  });

  it.each(['keep', 'replace', 'new_id'] as const)(
    'leaves what is there as it comes, with %s',
    async on_conflict => {
      const { call, openEmpty } = startApp();
      await openEmpty();
      const nameless = {
        name: 'No id',
        rules: [{ name: 'Always', when: [], then: { add_memories: ['changelog'] } }],
      };
      const from = [writeFiles({ ...repository, 'nameless.json': JSON.stringify(nameless) })];
      const first = await call('imports.apply', { from });
      const again = await call('imports.apply', { from, on_conflict });
      const made = ({ items }: typeof first) => items.map(({ id, makes }) => [id, makes]);
      expect(made(again)).toEqual(made(first));
      expect(new Set(again.items.map(({ change }) => change))).toEqual(new Set(['unchanged']));
      expect((await call('engines.list', {})).engines).toHaveLength(6);
    },
  );

  it('says which of two with one id came first', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const other = JSON.stringify({ ...JSON.parse(engineJson), name: 'Others' });
    const from = [writeFiles({ 'a.json': engineJson, 'b.json': other })];
    const { items } = await call('imports.apply', { from });
    expect(items.map(({ change, notes }) => [change, notes])).toEqual([
      ['created', []],
      ['kept', ['an engine "release-rules" came before in this import']],
    ]);
  });

  it('refuses to choose what is not there', async () => {
    const { ask, openEmpty } = startApp();
    await openEmpty();
    const reply = await ask('imports.apply', {
      files: [{ name: 'a.md', text: 'A' }],
      choose: ['document:b.md'],
    });
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('stores no document when the files beside it cannot be written', async () => {
    const { ask, call, openEmpty } = startApp();
    const project = await openEmpty();
    symlinkSync(temporaryFolder(), join(project, '.codebolt/PersistentMemory'));
    const reply = await ask('imports.apply', { from: [writeFiles(repository)] });
    expect(reply).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect((await call('content.counts', {})).documents).toBe(0);
    expect((await call('engines.list', {})).engines).toEqual([]);
  });

  it('puts the files back when the commit fails after they were written', async () => {
    const { app, ask, call, log, openEmpty } = startApp();
    await openEmpty();
    await call('imports.apply', { files: [{ name: 'rules.json', text: engineJson }] });
    const before = [await call('engines.list', {}), await call('memories.list', {})];
    await failCommits(await app.projects.require());
    const changed = { ...repository, 'rules.json': engineJson.replace('Release rules', 'Other rules') };
    const reply = await ask('imports.apply', { from: [writeFiles(changed)], on_conflict: 'replace' });
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(log.join()).toContain('FOREIGN KEY constraint failed');
    expect([await call('engines.list', {}), await call('memories.list', {})]).toEqual(before);
    expect((await call('content.counts', {})).documents).toBe(0);
  });

  it('leaves what somebody made of the files meanwhile, and puts the others back', async () => {
    const { app, ask, call, openEmpty } = startApp();
    const edited = join(await openEmpty(), '.codebolt/context-rule-engines/release-rules.json');
    const others = JSON.stringify({ ...JSON.parse(engineJson), id: 'others' });
    await call('imports.apply', {
      files: [
        { name: 'a.json', text: engineJson },
        { name: 'b.json', text: others },
      ],
    });
    const project = await app.projects.require();
    await failCommits(project);
    const { content } = project;
    const writeBulk = content.writeBulk.bind(content);
    vi.spyOn(content, 'writeBulk').mockImplementation((job, isCancelled, beforeCommit) =>
      writeBulk(job, isCancelled, async () => {
        await beforeCommit?.();
        writeFileSync(edited, readFileSync(edited, 'utf8').replace('Other rules', 'Edited rules'));
      }),
    );
    const renamed = (text: string) => text.replace('Release rules', 'Other rules');
    const from = [writeFiles({ ...repository, 'a.json': renamed(engineJson), 'b.json': renamed(others) })];
    expect(await ask('imports.apply', { from, on_conflict: 'replace' })).toMatchObject({ ok: false });
    const { engines } = await call('engines.list', {});
    expect(engines.map(({ id, name }) => [id, name])).toEqual([
      ['others', 'Release rules'],
      ['release-rules', 'Edited rules'],
    ]);
  });

  it('backs up what is stored before it stores more; of nothing there is no backup', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const from = [writeFiles(documentsOf(3))];
    const reasons = async () => (await call('backup.list', {})).backups.map(({ reason }) => reason);
    await call('imports.apply', { from, import_id: 'notes' });
    expect(await reasons()).toEqual([]);
    await call('kv.set', { namespace: 'n', instance: 'i', key: 'k', value: 1 });
    await call('imports.apply', { from, import_id: 'notes', on_conflict: 'replace' });
    expect(await reasons()).toEqual(['import']);
    const [made] = (await call('backup.list', {})).backups;
    await call('backup.restore', { name: made?.name ?? '' });
    expect((await call('content.counts', {})).documents).toBe(3);
  });

  it('imports 1,000 documents with progress, and lets others in between', async () => {
    const { call, events, openEmpty } = startApp();
    await openEmpty();
    const from = [writeFiles(documentsOf(1000))];
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 1);
    await call('imports.apply', { from, import_id: 'notes' });
    clearInterval(others);
    expect((await call('content.counts', {})).documents).toBe(1000);
    const stages = events.flatMap(event => (event.event === 'imports:progress' ? [event.stage] : []));
    expect([...new Set(stages)]).toEqual(['reading', 'judging', 'preparing', 'storing']);
    // In one turn nobody would come; how long a turn may take, the bench holds.
    expect(turns).toBeGreaterThan(20);
  });

  it.each(['reading', 'judging', 'preparing', 'storing'] as const)(
    'cancelled while %s, it leaves nothing behind',
    async stage => {
      const { app, ask, call, openEmpty } = startApp();
      await openEmpty();
      app.events.subscribe(event => {
        if (event.event !== 'imports:progress' || event.stage !== stage) return;
        void ask('imports.cancel', { import_id: 'notes' });
      });
      const from = [writeFiles({ ...documentsOf(200), ...repository })];
      const reply = await ask('imports.apply', { from, import_id: 'notes' });
      expect(reply).toMatchObject({ ok: false, error: { code: 'deadline' } });
      expect((await call('content.counts', {})).documents).toBe(0);
      expect((await call('engines.list', {})).engines).toEqual([]);
    },
    60_000,
  );

  it('stops when its caller goes', async () => {
    const { ask, openEmpty } = startApp();
    await openEmpty();
    const cancel = { ...neverCancelled, cancelled: true };
    const reply = await ask('imports.apply', { files: [{ name: 'a.md', text: 'A' }] }, { cancel });
    expect(reply).toMatchObject({ ok: false, error: { code: 'deadline' } });
  });

  it('says whether there was something to cancel', async () => {
    const { call } = startApp();
    expect(await call('imports.cancel', { import_id: 'none' })).toEqual({ cancelled: false });
  });
});
