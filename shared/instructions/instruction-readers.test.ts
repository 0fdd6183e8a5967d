import { describe, expect, it } from 'vitest';
import { memorySituation, type TreeFiles } from '../../test/support/memory-tree.ts';
import { type InstructionAgent, instructionAgents } from '../model/instruction-file.ts';
import { predictInstructions } from './instruction-readers.ts';

/** A tree, the agent's folder, what it read, and what is said of one file: the reason and the file behind it. */
type Case = readonly [
  title: string,
  files: TreeFiles,
  path: string,
  said: string,
  because?: string | undefined,
  more?: { readonly folder?: string; readonly reads?: readonly string[] },
];

const rule = (head: string, text = 'text') => `---\n${head}\n---\n${text}`;
const src = { reads: ['src/a.ts'] };
const inSrc = { folder: 'src' };
const deep = Object.fromEntries([1, 2, 3, 4, 5, 6].map(at => [`d${at}.md`, `@d${at + 1}.md x`]));

const cases: Readonly<Record<InstructionAgent, readonly Case[]>> = {
  'claude-code': [
    ['the top', { 'CLAUDE.md': 'x' }, 'CLAUDE.md', 'session_start'],
    ["the user's", { '~/.claude/CLAUDE.md': 'x' }, '~/.claude/CLAUDE.md', 'session_start'],
    ['above the top', { '../CLAUDE.md': 'x' }, '/top/CLAUDE.md', 'session_start'],
    ['nothing in it', { 'CLAUDE.md': ' \n' }, 'CLAUDE.md', 'empty'],
    ['only a comment in it', { 'CLAUDE.md': '<!-- later -->' }, 'CLAUDE.md', 'empty'],
    ['below, unread', { 'src/CLAUDE.md': 'x' }, 'src/CLAUDE.md', 'folder_not_read'],
    ['below, read', { 'src/CLAUDE.md': 'x' }, 'src/CLAUDE.md', 'file_read', 'src/a.ts', src],
    [
      'beside the folder',
      { 'lib/CLAUDE.md': 'x' },
      'lib/CLAUDE.md',
      'outside_folder',
      undefined,
      { ...src, ...inSrc },
    ],
    [
      'paths that match',
      { '.claude/rules/t.md': rule('paths: "**/*.ts"') },
      '.claude/rules/t.md',
      'file_read',
      'src/a.ts',
      src,
    ],
    [
      'paths that do not',
      { '.claude/rules/t.md': rule('paths: "lib/**"') },
      '.claude/rules/t.md',
      'no_matching_read',
      undefined,
      src,
    ],
    [
      'paths in other capitals',
      { '.claude/rules/t.md': rule('paths: [SRC/*.TS]') },
      '.claude/rules/t.md',
      'file_read',
      'src/a.ts',
      src,
    ],
    ['paths for all', { '.claude/rules/t.md': rule('paths: "**"') }, '.claude/rules/t.md', 'session_start'],
    [
      'a rule without paths below',
      { 'src/.claude/rules/t.md': 'x' },
      'src/.claude/rules/t.md',
      'file_read',
      'src/a.ts',
      src,
    ],
    ['imported', { 'CLAUDE.md': 'see @docs/a.md', 'docs/a.md': 'x' }, 'docs/a.md', 'imported', 'CLAUDE.md'],
    ['imported too deep', { 'CLAUDE.md': '@d1.md x', ...deep }, 'd5.md', 'import_too_deep'],
    ['imported from outside', { 'CLAUDE.md': '@../a.md', '../a.md': 'x' }, '/top/a.md', 'import_outside'],
    ['imported, no text', { 'CLAUDE.md': '@a.png', 'a.png': 'x' }, 'a.png', 'not_text'],
    ['AGENTS.md alone', { 'AGENTS.md': 'x' }, 'AGENTS.md', 'session_start'],
    [
      'AGENTS.md beside CLAUDE.md',
      { 'AGENTS.md': 'x', 'CLAUDE.md': 'y' },
      'AGENTS.md',
      'shadowed',
      'CLAUDE.md',
    ],
    [
      'AGENTS.md, and CLAUDE.md imports it',
      { 'AGENTS.md': 'x', 'CLAUDE.md': '@AGENTS.md' },
      'AGENTS.md',
      'imported',
      'CLAUDE.md',
    ],
    [
      'a link to what is loaded',
      { 'CLAUDE.md': 'x', 'CLAUDE.local.md': '-> CLAUDE.md' },
      'CLAUDE.local.md',
      'same_file',
      'CLAUDE.md',
    ],
    [
      'left out by settings',
      { 'CLAUDE.md': 'x', '.claude/settings.json': '{"claudeMdExcludes": ["**/CLAUDE.md"]}' },
      'CLAUDE.md',
      'excluded',
    ],
    ['over the size', { 'CLAUDE.md': 'x'.repeat(4_194_305) }, 'CLAUDE.md', 'too_large'],
    ["Cursor's", { '.cursor/rules/a.mdc': 'x' }, '.cursor/rules/a.mdc', 'other_agent'],
  ],
  codex: [
    ['the top, from below', { 'AGENTS.md': 'x' }, 'AGENTS.md', 'session_start', undefined, inSrc],
    [
      'below the folder, though read',
      { 'src/AGENTS.md': 'x' },
      'src/AGENTS.md',
      'outside_folder',
      undefined,
      src,
    ],
    [
      'in the shadow',
      { 'AGENTS.md': 'x', 'AGENTS.override.md': 'y' },
      'AGENTS.md',
      'shadowed',
      'AGENTS.override.md',
    ],
    [
      'an empty one casts a shadow',
      { 'AGENTS.md': 'x', 'AGENTS.override.md': '' },
      'AGENTS.md',
      'shadowed',
      'AGENTS.override.md',
    ],
    ['above the top', { '../AGENTS.md': 'x' }, '/top/AGENTS.md', 'above_root'],
    [
      'beyond the bytes',
      { 'AGENTS.md': 'x'.repeat(32_768), 'src/AGENTS.md': 'y' },
      'src/AGENTS.md',
      'too_large',
      undefined,
      inSrc,
    ],
    [
      'a name of the configuration',
      { 'TEAM.md': 'x', '~/.codex/config.toml': 'project_doc_fallback_filenames = ["TEAM.md"]' },
      'TEAM.md',
      'session_start',
    ],
    ["the user's", { '~/.codex/AGENTS.md': 'x' }, '~/.codex/AGENTS.md', 'session_start'],
    ["Claude Code's", { 'CLAUDE.md': 'x' }, 'CLAUDE.md', 'other_agent'],
  ],
  gemini: [
    ['the top, from below', { 'GEMINI.md': 'x' }, 'GEMINI.md', 'session_start', undefined, inSrc],
    ['below, unread', { 'src/GEMINI.md': 'x' }, 'src/GEMINI.md', 'folder_not_read'],
    ['below, read', { 'src/GEMINI.md': 'x' }, 'src/GEMINI.md', 'file_read', 'src/a.ts', src],
    ['imported', { 'GEMINI.md': '@./a.md', 'a.md': 'x' }, 'a.md', 'imported', 'GEMINI.md'],
    ['imported from outside', { 'GEMINI.md': '@../a.md', '../a.md': 'x' }, '/top/a.md', 'import_outside'],
    [
      'another name',
      { 'AGENTS.md': 'x', '.gemini/settings.json': '{"context": {"fileName": ["AGENTS.md"]}}' },
      'AGENTS.md',
      'session_start',
    ],
    ['AGENTS.md by itself', { 'AGENTS.md': 'x' }, 'AGENTS.md', 'other_agent'],
  ],
  opencode: [
    [
      'all up to the top',
      { 'AGENTS.md': 'x', 'src/AGENTS.md': 'y' },
      'AGENTS.md',
      'session_start',
      undefined,
      inSrc,
    ],
    ['the other name', { 'AGENTS.md': 'x', 'CLAUDE.md': 'y' }, 'CLAUDE.md', 'shadowed', 'AGENTS.md'],
    ['above the top', { '../AGENTS.md': 'x' }, '/top/AGENTS.md', 'above_root'],
    ['below, read', { 'src/CLAUDE.md': 'x', 'src/a.ts': '1' }, 'src/CLAUDE.md', 'file_read', 'src/a.ts', src],
    [
      'named in the configuration',
      { 'docs/a.md': 'x', 'opencode.json': '{"instructions": ["docs/*.md"]}' },
      'docs/a.md',
      'session_start',
    ],
    [
      "the user's two",
      { '~/.config/opencode/AGENTS.md': 'x', '~/.claude/CLAUDE.md': 'y' },
      '~/.claude/CLAUDE.md',
      'shadowed',
      '~/.config/opencode/AGENTS.md',
    ],
  ],
  cursor: [
    ['always', { '.cursor/rules/a.mdc': rule('alwaysApply: true') }, '.cursor/rules/a.mdc', 'session_start'],
    [
      'globs that match',
      { '.cursor/rules/a.mdc': rule('globs: *.ts') },
      '.cursor/rules/a.mdc',
      'file_read',
      'src/a.ts',
      src,
    ],
    [
      'globs that do not',
      { '.cursor/rules/a.mdc': rule('globs: lib/**, *.py') },
      '.cursor/rules/a.mdc',
      'no_matching_read',
      undefined,
      src,
    ],
    [
      'a description',
      { '.cursor/rules/a.mdc': rule('description: tests') },
      '.cursor/rules/a.mdc',
      'on_request',
    ],
    ['nothing said', { '.cursor/rules/a.mdc': 'x' }, '.cursor/rules/a.mdc', 'on_request'],
    [
      'another end',
      { '.cursor/rules/a.mdc.md': rule('alwaysApply: true'), 'AGENTS.md': 'x' },
      'AGENTS.md',
      'session_start',
    ],
    ['the older form', { '.cursorrules': 'x' }, '.cursorrules', 'session_start'],
  ],
  vscode: [
    [
      'for every request',
      { '.github/copilot-instructions.md': 'x' },
      '.github/copilot-instructions.md',
      'session_start',
    ],
    [
      'applyTo that matches',
      { '.github/instructions/a.instructions.md': rule('applyTo: "*.ts"') },
      '.github/instructions/a.instructions.md',
      'file_read',
      'src/a.ts',
      src,
    ],
    [
      'without applyTo',
      { '.github/instructions/a.instructions.md': 'x' },
      '.github/instructions/a.instructions.md',
      'on_request',
    ],
    [
      'in a folder nobody named',
      { 'docs/a.instructions.md': rule('applyTo: "**"') },
      'docs/a.instructions.md',
      'other_agent',
    ],
    ['nested AGENTS.md', { 'src/AGENTS.md': 'x' }, 'src/AGENTS.md', 'switched_off', undefined, src],
    [
      'nested AGENTS.md, switched on',
      { 'src/AGENTS.md': 'x', '.vscode/settings.json': '{"chat.useNestedAgentsMdFiles": true, // yes\n}' },
      'src/AGENTS.md',
      'file_read',
      'src/a.ts',
      src,
    ],
  ],
  windsurf: [
    [
      'always',
      { '.windsurf/rules/a.md': rule('trigger: always_on') },
      '.windsurf/rules/a.md',
      'session_start',
    ],
    [
      'globs that match',
      { '.windsurf/rules/a.md': rule('trigger: glob\nglobs: src/**') },
      '.windsurf/rules/a.md',
      'file_read',
      'src/a.ts',
      src,
    ],
    [
      'a trigger without globs',
      { '.windsurf/rules/a.md': rule('trigger: glob') },
      '.windsurf/rules/a.md',
      'bad_patterns',
    ],
    ['by hand', { '.windsurf/rules/a.md': rule('trigger: manual') }, '.windsurf/rules/a.md', 'on_request'],
    ['AGENTS.md below', { 'src/AGENTS.md': 'x' }, 'src/AGENTS.md', 'folder_not_read'],
  ],
};

type AgentCase = readonly [InstructionAgent, ...Case];

const all = instructionAgents.flatMap(agent => cases[agent].map((one): AgentCase => [agent, ...one]));

describe('what is said of an instruction file', () => {
  it('is written down for at least sixty cases', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
  });

  it.each(all.map(one => ({ one, name: `${one[0]}: ${one[1]}` })))('$name', async ({ one }) => {
    const [, , , , reason, because] = one;
    const file = await fileOf(one);
    expect([file?.reason, file?.because_of]).toEqual([reason, because]);
    expect(file?.loaded).toBe(['session_start', 'file_read', 'imported'].includes(reason));
    expect(file?.message).toMatch(/^[A-Z].*\.$/);
  });

  it('is, of each refusal that can be mended, followed by the smallest change', async () => {
    const said = await Promise.all(all.map(fileOf));
    const without = said.filter(file => file?.loaded === false && file.change === undefined);
    expect([...new Set(without.map(file => file?.reason))]).toEqual(['same_file', 'other_agent']);
  });
});

async function fileOf([agent, , files, path, , , more]: AgentCase) {
  const situation = memorySituation(files, more?.folder, more?.reads);
  return (await predictInstructions(agent, situation)).files.find(one => one.path === path);
}

it('holds with a tree that links to itself, and one that imports in a circle', async () => {
  const files = {
    '.claude/rules/loop': '-> ..',
    '.claude/rules/a.md': 'x',
    'CLAUDE.md': '@b.md',
    'b.md': '@CLAUDE.md y',
  };
  const { files: found } = await predictInstructions('claude-code', memorySituation(files));
  expect(found.map(({ path, reason }) => [path, reason])).toEqual([
    ['CLAUDE.md', 'session_start'],
    ['b.md', 'imported'],
    ['.claude/rules/a.md', 'session_start'],
  ]);
});
