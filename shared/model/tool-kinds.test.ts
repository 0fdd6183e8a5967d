import { expect, it } from 'vitest';
import { toolCostName, toolKindOf } from './tool-kinds.ts';

it.each([
  ['LS', 'read'],
  ['MultiEdit', 'change'],
  ['NotebookEdit', 'change'],
  ['apply_patch', 'change'],
  ['search_replace', 'change'],
  ['run_shell_command', 'run'],
  ['exec_command', 'run'],
  ['codebase_search', 'search'],
  ['WebFetch', 'web'],
  ['mcp__weft__twining_post', 'own'],
  ['weft_twining_post', 'own'],
  ['mcp_weft_twining_post', 'own'],
  ['mcp__github__create_issue', undefined],
  ['mcp__filesystem__write_file', 'change'],
  ['mcp__serena__replace_symbol_body', 'change'],
  ['mcp_filesystem_edit_file', 'change'],
  ['filesystem_write_file', 'change'],
  ['mcp__my_files__read_file', 'read'],
  ['todo_write', undefined],
  ['weft', undefined],
])('%s is a tool to %s', (tool, kind) => {
  expect(toolKindOf(tool)).toBe(kind);
});

it('reckons a tool that nobody knows by its sizes', () => {
  const costs = [100, 4000, 40_000].map(letters => toolCostName('mcp__x__y', letters));
  expect([...costs, toolCostName('MultiEdit', 1)]).toEqual(['read', 'bash', 'write', 'edit']);
});
