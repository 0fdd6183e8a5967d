import { describe, expect, it } from 'vitest';
import { memorySituation, predictedFile, type TreeFiles } from '../../test/support/memory-tree.ts';
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

const cases: Readonly<Record<InstructionAgent, readonly Case[]>> = {
  'claude-code': [
    ['the top', { 'CLAUDE.md': 'x' }, 'CLAUDE.md', 'session_start'],
    ["the user's", { '~/.claude/CLAUDE.md': 'x' }, '~/.claude/CLAUDE.md', 'session_start'],
    ['above the top', { '../CLAUDE.md': 'x' }, '/top/CLAUDE.md', 'session_start'],
    ['below, read', { 'src/CLAUDE.md': 'x' }, 'src/CLAUDE.md', 'file_read', 'src/a.ts', src],
    [
      'paths that match',
      { '.claude/rules/t.md': rule('paths: "**/*.ts"') },
      '.claude/rules/t.md',
      'file_read',
      'src/a.ts',
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
    ['AGENTS.md alone', { 'AGENTS.md': 'x' }, 'AGENTS.md', 'session_start'],
    [
      'AGENTS.md, and CLAUDE.md imports it',
      { 'AGENTS.md': 'x', 'CLAUDE.md': '@AGENTS.md' },
      'AGENTS.md',
      'imported',
      'CLAUDE.md',
    ],
  ],
  codex: [
    ['the top, from below', { 'AGENTS.md': 'x' }, 'AGENTS.md', 'session_start', undefined, inSrc],
    [
      'a name of the configuration',
      { 'TEAM.md': 'x', '~/.codex/config.toml': 'project_doc_fallback_filenames = ["TEAM.md"]' },
      'TEAM.md',
      'session_start',
    ],
    ["the user's", { '~/.codex/AGENTS.md': 'x' }, '~/.codex/AGENTS.md', 'session_start'],
  ],
  gemini: [
    ['the top, from below', { 'GEMINI.md': 'x' }, 'GEMINI.md', 'session_start', undefined, inSrc],
    ['below, read', { 'src/GEMINI.md': 'x' }, 'src/GEMINI.md', 'file_read', 'src/a.ts', src],
    ['imported', { 'GEMINI.md': '@./a.md', 'a.md': 'x' }, 'a.md', 'imported', 'GEMINI.md'],
    [
      'another name',
      { 'AGENTS.md': 'x', '.gemini/settings.json': '{"context": {"fileName": ["AGENTS.md"]}}' },
      'AGENTS.md',
      'session_start',
    ],
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
    ['below, read', { 'src/CLAUDE.md': 'x', 'src/a.ts': '1' }, 'src/CLAUDE.md', 'file_read', 'src/a.ts', src],
    [
      'named in the configuration',
      { 'docs/a.md': 'x', 'opencode.json': '{"instructions": ["docs/*.md"]}' },
      'docs/a.md',
      'session_start',
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
  ],
};

const all = instructionAgents.flatMap(agent => cases[agent].map(one => ({ agent, one })));

describe('what is said of an instruction file that is loaded', () => {
  it.each(all.map(each => ({ ...each, name: `${each.agent}: ${each.one[0]}` })))(
    '$name',
    async ({ agent, one }) => {
      const [, files, path, reason, because, more] = one;
      const file = await predictedFile(agent, files, path, more);
      expect([file?.loaded, file?.reason, file?.because_of]).toEqual([true, reason, because]);
      expect(file?.message).toMatch(/^[A-Z].*\.$/);
    },
  );
});

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
