import { expect, it } from 'vitest';
import { defaultConfig } from '../../../shared/model/config.ts';
import { costClass, knownClasses } from './assess-health.ts';
import { mayRunBlocked } from './tool-gate.ts';

const { tool_costs } = defaultConfig;

/** Names as coding agents send them. */
const names = {
  low: [
    ...['Read', 'Grep', 'Glob', 'LS', 'ls', 'read_file', 'codebase_search', 'grep_search', 'file_search'],
    ...['list_dir', 'listDirectory', 'search_files', 'view', 'viewFile', 'mcp__files__read_text_file'],
    ...['mcp__edit-server__list', 'find_references', 'list_code_definition_names'],
  ],
  medium: [
    ...['Bash', 'WebFetch', 'WebSearch', 'web_search', 'run_terminal_cmd', 'run_in_terminal', 'shell'],
    ...['execute_command', 'fetch_rules', 'mystery', '', 'Task', 'readjust', 'listen', 'mcp__a__b'],
  ],
  high: [
    ...['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'edit_file', 'search_replace', 'apply_patch'],
    ...['write_to_file', 'replace_in_file', 'create_file', 'edit_notebook', 'str_replace_based_edit_tool'],
    ...['replace_string_in_file', 'insertEdit', 'mcp__search__write_file'],
  ],
} as const;

it.each(['low', 'medium', 'high'] as const)('a tool is %s by its name or the dearest word of it', cost => {
  for (const name of names[cost])
    expect([name, costClass(name, knownClasses(tool_costs))]).toEqual([name, cost]);
});

it('a list that has the whole name decides before its words do', () => {
  const costs = { ...tool_costs, low: ['search_replace'], high: [...tool_costs.high, 'web-search'] };
  expect(
    ['search_replace', 'web-search', 'web_search'].map(name => costClass(name, knownClasses(costs))),
  ).toEqual(['low', 'high', 'medium']);
});

it.each([
  ['context_health', true],
  ['mcp__weft__context_health', true],
  ['mcp__my_server__context_health', true],
  ['weft.context_health', true],
  ['mcp_weft_context_health', true],
  ['weft:Context_Health', true],
  ['context_health_acknowledge', true],
  ['mcp__weft__context_health_acknowledge', true],
  ['health.acknowledgeCompaction', true],
  ['/compact', true],
  ['context_health_edit', false],
  ['notcontext_health', false],
  ['MultiEdit', false],
  ['LS', true],
])('while a session is blocked, %s may run: %s', (tool, may) => {
  expect(mayRunBlocked(tool, tool_costs)).toBe(may);
});
