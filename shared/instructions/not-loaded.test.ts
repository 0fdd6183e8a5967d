import { describe, expect, it } from 'vitest';
import { predictedFile, type TreeFiles } from '../../test/support/memory-tree.ts';
import {
  type InstructionAgent,
  type InstructionReason,
  instructionAgents,
  instructionReasons,
} from '../model/instruction-file.ts';

/** A file that is there and not loaded: the tree, the file, the reason, the file that stands in its way. */
type Case = readonly [
  title: string,
  files: TreeFiles,
  path: string,
  reason: InstructionReason,
  more?: { readonly because?: string; readonly folder?: string; readonly reads?: readonly string[] },
];

const rule = (head: string, text = 'text') => `---\n${head}\n---\n${text}`;
const src = { reads: ['src/a.ts'] };
const inSrc = { folder: 'src' };
const imports = (end: string) =>
  Object.fromEntries([1, 2, 3, 4, 5, 6].map(at => [`d${at}.md`, `@./d${at + 1}.md${end}`]));

const claudeMode = (instructionFiles: string) => ({
  '~/.claude/settings.json': JSON.stringify({
    pluginConfigs: { 'agents-md@builtin': { options: { instructionFiles } } },
  }),
});
const claudeExcludes = (pattern: string) => ({
  '.claude/settings.json': JSON.stringify({ claudeMdExcludes: [pattern] }),
});
const vscodeSettings = (settings: object) => ({ '.vscode/settings.json': JSON.stringify(settings) });

const cases: Readonly<Record<InstructionAgent, readonly Case[]>> = {
  'claude-code': [
    ['nothing in it', { 'CLAUDE.md': ' \n' }, 'CLAUDE.md', 'empty'],
    ['only a comment in it', { 'CLAUDE.md': '<!-- later -->' }, 'CLAUDE.md', 'empty'],
    [
      'only a head in it',
      { '.claude/rules/t.md': rule('description: x', '') },
      '.claude/rules/t.md',
      'empty',
    ],
    ['below, unread', { 'src/CLAUDE.md': 'x' }, 'src/CLAUDE.md', 'folder_not_read'],
    [
      "the user's own below, unread",
      { 'src/CLAUDE.local.md': 'x' },
      'src/CLAUDE.local.md',
      'folder_not_read',
    ],
    [
      'a rule for all below, unread',
      { 'src/.claude/rules/t.md': 'x' },
      'src/.claude/rules/t.md',
      'folder_not_read',
    ],
    ['another folder was read', { 'lib/CLAUDE.md': 'x' }, 'lib/CLAUDE.md', 'folder_not_read', src],
    ['beside the folder', { 'lib/CLAUDE.md': 'x' }, 'lib/CLAUDE.md', 'outside_folder', { ...src, ...inSrc }],
    [
      'paths that match nothing',
      { '.claude/rules/t.md': rule('paths: "lib/**"') },
      '.claude/rules/t.md',
      'no_matching_read',
      src,
    ],
    [
      'paths before anything was read',
      { '.claude/rules/t.md': rule('paths: "*.ts"') },
      '.claude/rules/t.md',
      'no_matching_read',
    ],
    [
      'paths that take out what was read',
      { '.claude/rules/t.md': rule('paths: ["*.ts", "!a.ts"]') },
      '.claude/rules/t.md',
      'no_matching_read',
      src,
    ],
    [
      'paths of a rule below',
      { 'src/.claude/rules/t.md': rule('paths: "*.py"') },
      'src/.claude/rules/t.md',
      'no_matching_read',
      src,
    ],
    ['imported too deep', { 'CLAUDE.md': '@./d1.md x', ...imports(' x') }, 'd5.md', 'import_too_deep'],
    ['imported from outside', { 'CLAUDE.md': '@../a.md', '../a.md': 'x' }, '/top/a.md', 'import_outside'],
    [
      'a rule that is a link to outside',
      { '.claude/rules/t.md': '-> ../../../a.md', '../a.md': 'x' },
      '.claude/rules/t.md',
      'import_outside',
    ],
    ['imported, no text', { 'CLAUDE.md': '@a.png', 'a.png': 'x' }, 'a.png', 'not_text'],
    [
      'AGENTS.md beside CLAUDE.md',
      { 'AGENTS.md': 'x', 'CLAUDE.md': 'y' },
      'AGENTS.md',
      'shadowed',
      { because: 'CLAUDE.md' },
    ],
    [
      'AGENTS.md named in code',
      { 'AGENTS.md': 'x', 'CLAUDE.md': 'see `@AGENTS.md`' },
      'AGENTS.md',
      'shadowed',
      { because: 'CLAUDE.md' },
    ],
    [
      'AGENTS.md beside CLAUDE.local.md',
      { 'AGENTS.md': 'x', 'CLAUDE.local.md': 'y' },
      'AGENTS.md',
      'shadowed',
      { because: 'CLAUDE.local.md' },
    ],
    [
      'AGENTS.md, by the setting',
      { 'AGENTS.md': 'x', ...claudeMode('claude-md') },
      'AGENTS.md',
      'switched_off',
    ],
    [
      'all of the project, by the setting',
      { 'CLAUDE.md': 'x', ...claudeMode('managed-only') },
      'CLAUDE.md',
      'switched_off',
    ],
    [
      'a link to what is loaded',
      { 'CLAUDE.md': 'x', 'CLAUDE.local.md': '-> CLAUDE.md' },
      'CLAUDE.local.md',
      'same_file',
      { because: 'CLAUDE.md' },
    ],
    [
      'left out by settings',
      { 'CLAUDE.md': 'x', ...claudeExcludes('**/CLAUDE.md') },
      'CLAUDE.md',
      'excluded',
    ],
    [
      'a rule left out by settings',
      { '.claude/rules/t.md': 'x', ...claudeExcludes('**/rules/t.md') },
      '.claude/rules/t.md',
      'excluded',
    ],
    ['over the size', { 'CLAUDE.md': 'x'.repeat(4_194_305) }, 'CLAUDE.md', 'too_large'],
    ["Cursor's", { '.cursor/rules/a.mdc': 'x' }, '.cursor/rules/a.mdc', 'other_agent'],
    [
      "VS Code's",
      { '.github/copilot-instructions.md': 'x' },
      '.github/copilot-instructions.md',
      'other_agent',
    ],
  ],
  codex: [
    ['below the folder, though read', { 'src/AGENTS.md': 'x' }, 'src/AGENTS.md', 'outside_folder', src],
    ['beside the folder', { 'lib/AGENTS.md': 'x' }, 'lib/AGENTS.md', 'outside_folder', inSrc],
    [
      'in the shadow',
      { 'AGENTS.md': 'x', 'AGENTS.override.md': 'y' },
      'AGENTS.md',
      'shadowed',
      { because: 'AGENTS.override.md' },
    ],
    [
      'an empty one casts a shadow',
      { 'AGENTS.md': 'x', 'AGENTS.override.md': '' },
      'AGENTS.md',
      'shadowed',
      { because: 'AGENTS.override.md' },
    ],
    [
      "the user's in the shadow",
      { '~/.codex/AGENTS.md': 'x', '~/.codex/AGENTS.override.md': 'y' },
      '~/.codex/AGENTS.md',
      'shadowed',
      { because: '~/.codex/AGENTS.override.md' },
    ],
    [
      'another name in the shadow',
      {
        'TEAM.md': 'x',
        'AGENTS.md': 'y',
        '~/.codex/config.toml': 'project_doc_fallback_filenames = ["TEAM.md"]',
      },
      'TEAM.md',
      'shadowed',
      { because: 'AGENTS.md' },
    ],
    ['nothing in it', { 'AGENTS.md': '\n' }, 'AGENTS.md', 'empty'],
    [
      "the user's, nothing in it",
      { '~/.codex/AGENTS.override.md': '' },
      '~/.codex/AGENTS.override.md',
      'empty',
    ],
    ['above the top', { '../AGENTS.md': 'x' }, '/top/AGENTS.md', 'above_root'],
    [
      'beyond the bytes',
      { 'AGENTS.md': 'x'.repeat(32_768), 'src/AGENTS.md': 'y' },
      'src/AGENTS.md',
      'too_large',
      inSrc,
    ],
    ["Claude Code's", { 'CLAUDE.md': 'x' }, 'CLAUDE.md', 'other_agent'],
  ],
  gemini: [
    ['below, unread', { 'src/GEMINI.md': 'x' }, 'src/GEMINI.md', 'folder_not_read'],
    ['beside the folder', { 'lib/GEMINI.md': 'x' }, 'lib/GEMINI.md', 'outside_folder', inSrc],
    ['above the top', { '../GEMINI.md': 'x' }, '/top/GEMINI.md', 'above_root'],
    ['imported from outside', { 'GEMINI.md': '@../a.md', '../a.md': 'x' }, '/top/a.md', 'import_outside'],
    ['imported too deep', { 'GEMINI.md': '@./d1.md', ...imports('') }, 'd6.md', 'import_too_deep'],
    ['nothing in it', { 'GEMINI.md': ' ' }, 'GEMINI.md', 'empty'],
    [
      'a link to what is loaded',
      { 'GEMINI.md': 'x', 'src/GEMINI.md': '-> ../GEMINI.md' },
      'src/GEMINI.md',
      'same_file',
      { ...inSrc, because: 'GEMINI.md' },
    ],
    ['AGENTS.md by itself', { 'AGENTS.md': 'x' }, 'AGENTS.md', 'other_agent'],
    [
      'its own, where the settings name another',
      { 'GEMINI.md': 'x', '.gemini/settings.json': '{"context": {"fileName": "AGENTS.md"}}' },
      'GEMINI.md',
      'other_agent',
    ],
  ],
  opencode: [
    [
      'the other name',
      { 'AGENTS.md': 'x', 'CLAUDE.md': 'y' },
      'CLAUDE.md',
      'shadowed',
      { because: 'AGENTS.md' },
    ],
    [
      'the other name, further up',
      { 'CLAUDE.md': 'x', 'src/AGENTS.md': 'y' },
      'CLAUDE.md',
      'shadowed',
      { ...inSrc, because: 'src/AGENTS.md' },
    ],
    [
      'the other name below, read',
      { 'src/CLAUDE.md': 'x', 'src/AGENTS.md': 'y', 'src/a.ts': '1' },
      'src/CLAUDE.md',
      'shadowed',
      { ...src, because: 'src/AGENTS.md' },
    ],
    [
      "of the user's two",
      { '~/.config/opencode/AGENTS.md': 'x', '~/.claude/CLAUDE.md': 'y' },
      '~/.claude/CLAUDE.md',
      'shadowed',
      { because: '~/.config/opencode/AGENTS.md' },
    ],
    ['below, unread', { 'src/AGENTS.md': 'x' }, 'src/AGENTS.md', 'folder_not_read'],
    ['beside the folder', { 'lib/AGENTS.md': 'x' }, 'lib/AGENTS.md', 'outside_folder', inSrc],
    ['above the top', { '../AGENTS.md': 'x' }, '/top/AGENTS.md', 'above_root'],
    ['nothing in it', { 'AGENTS.md': '' }, 'AGENTS.md', 'empty'],
    ["Gemini CLI's", { 'GEMINI.md': 'x' }, 'GEMINI.md', 'other_agent'],
  ],
  cursor: [
    [
      'globs that match nothing',
      { '.cursor/rules/a.mdc': rule('globs: lib/**, *.py') },
      '.cursor/rules/a.mdc',
      'no_matching_read',
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
      'for all, and nothing in it',
      { '.cursor/rules/a.mdc': rule('alwaysApply: true', '') },
      '.cursor/rules/a.mdc',
      'empty',
    ],
    [
      'for all of a folder that was not read',
      { 'src/.cursor/rules/a.mdc': rule('alwaysApply: true') },
      'src/.cursor/rules/a.mdc',
      'folder_not_read',
    ],
    ['AGENTS.md below, unread', { 'src/AGENTS.md': 'x' }, 'src/AGENTS.md', 'folder_not_read'],
    [
      'rules above the folder',
      { '.cursor/rules/a.mdc': rule('alwaysApply: true') },
      '.cursor/rules/a.mdc',
      'outside_folder',
      inSrc,
    ],
    ["Claude Code's", { 'CLAUDE.md': 'x' }, 'CLAUDE.md', 'other_agent'],
  ],
  vscode: [
    [
      'without applyTo',
      { '.github/instructions/a.instructions.md': 'x' },
      '.github/instructions/a.instructions.md',
      'on_request',
    ],
    [
      'applyTo that matches nothing',
      { '.github/instructions/a.instructions.md': rule('applyTo: "*.py"') },
      '.github/instructions/a.instructions.md',
      'no_matching_read',
      src,
    ],
    [
      "a rule of Claude Code's that matches nothing",
      { '.claude/rules/t.md': rule('paths: "*.py"') },
      '.claude/rules/t.md',
      'no_matching_read',
      src,
    ],
    [
      'in a folder nobody named',
      { 'docs/a.instructions.md': rule('applyTo: "**"') },
      'docs/a.instructions.md',
      'other_agent',
    ],
    ['nested AGENTS.md', { 'src/AGENTS.md': 'x' }, 'src/AGENTS.md', 'switched_off', src],
    [
      'AGENTS.md, switched off',
      { 'AGENTS.md': 'x', ...vscodeSettings({ 'chat.useAgentsMdFile': false }) },
      'AGENTS.md',
      'switched_off',
    ],
    [
      'nested AGENTS.md, switched on, unread',
      { 'src/AGENTS.md': 'x', ...vscodeSettings({ 'chat.useNestedAgentsMdFiles': true }) },
      'src/AGENTS.md',
      'folder_not_read',
    ],
    ['nothing in it', { '.github/copilot-instructions.md': '' }, '.github/copilot-instructions.md', 'empty'],
    ["Cursor's", { '.cursorrules': 'x' }, '.cursorrules', 'other_agent'],
  ],
  windsurf: [
    [
      'a trigger without globs',
      { '.windsurf/rules/a.md': rule('trigger: glob') },
      '.windsurf/rules/a.md',
      'bad_patterns',
    ],
    [
      'a trigger that is none',
      { '.windsurf/rules/a.md': rule('trigger: sometimes') },
      '.windsurf/rules/a.md',
      'bad_patterns',
    ],
    [
      'globs that match nothing',
      { '.windsurf/rules/a.md': rule('trigger: glob\nglobs: "*.py"') },
      '.windsurf/rules/a.md',
      'no_matching_read',
      src,
    ],
    ['by hand', { '.windsurf/rules/a.md': rule('trigger: manual') }, '.windsurf/rules/a.md', 'on_request'],
    [
      'as the model thinks',
      { '.windsurf/rules/a.md': rule('trigger: model_decision') },
      '.windsurf/rules/a.md',
      'on_request',
    ],
    [
      'for all, and nothing in it',
      { '.windsurf/rules/a.md': rule('trigger: always_on', '') },
      '.windsurf/rules/a.md',
      'empty',
    ],
    ['AGENTS.md below, unread', { 'src/AGENTS.md': 'x' }, 'src/AGENTS.md', 'folder_not_read'],
    ['AGENTS.md beside the folder', { 'lib/AGENTS.md': 'x' }, 'lib/AGENTS.md', 'outside_folder', inSrc],
    ["Claude Code's", { 'CLAUDE.md': 'x' }, 'CLAUDE.md', 'other_agent'],
  ],
};

const all = instructionAgents.flatMap(agent => cases[agent].map(one => ({ agent, one })));
const loadedReasons: readonly InstructionReason[] = ['session_start', 'file_read', 'imported'];

describe('why an instruction file is not loaded', () => {
  it('is written down for more than sixty cases, with every reason there is', () => {
    expect(all.length).toBeGreaterThan(60);
    const told = new Set(all.map(({ one: [, , , reason] }) => reason));
    expect(instructionReasons.filter(reason => !told.has(reason))).toEqual(loadedReasons);
  });

  it.each(all.map(one => ({ ...one, name: `${one.agent}: ${one.one[0]}` })))(
    '$name',
    async ({ agent, one }) => {
      const [, files, path, reason, more] = one;
      const file = await predictedFile(agent, files, path, more);
      expect([file?.loaded, file?.reason, file?.because_of]).toEqual([false, reason, more?.because]);
      expect(file?.message).toMatch(/^(?:[A-Z]|opencode ).*\.$/);
    },
  );

  it('is followed by the smallest change, but where there is nothing to change', async () => {
    const said = await Promise.all(
      all.map(({ agent, one: [, files, path, , more] }) => predictedFile(agent, files, path, more)),
    );
    const without = said.filter(file => file?.change === undefined);
    expect([...new Set(without.map(file => file?.reason))].toSorted()).toEqual(['other_agent', 'same_file']);
  });

  it('is said without a dot for a folder, which is read as none', async () => {
    for (const { agent, one } of all) {
      const [title, files, path, , more] = one;
      const file = await predictedFile(agent, files, path, more);
      for (const said of [file?.message, file?.change?.message])
        expect(said ?? '', title).not.toMatch(/(?:^|\s)\.{1,2}\/?[.,]?(?:\s|$)/);
    }
  });

  it('is mended by reading the file that the change names, wherever its patterns are the reason', async () => {
    const waiting = all.filter(({ one: [, , , reason] }) => reason === 'no_matching_read');
    expect(new Set(waiting.map(({ agent }) => agent)).size).toBeGreaterThan(3);
    for (const { agent, one } of waiting) {
      const [, files, path, , more] = one;
      const { change } = (await predictedFile(agent, files, path, more)) ?? {};
      const reads = [...(more?.reads ?? []), change?.path ?? ''];
      const file = await predictedFile(agent, files, path, { ...more, reads });
      expect([change?.path, file?.loaded], one[0]).toEqual([expect.any(String), true]);
    }
  });
});
