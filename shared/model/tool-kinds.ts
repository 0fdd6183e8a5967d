import { keysOf } from './entries.ts';

/** What a tool of a coding agent does, as far as its name says: all agents name theirs differently. */
type ToolKind = 'read' | 'search' | 'change' | 'run' | 'web' | 'own';

const names: Readonly<Record<Exclude<ToolKind, 'own'>, readonly string[]>> = {
  // Claude Code, opencode, Codex, Gemini CLI, Cursor, Windsurf, VS Code and Zed, in small letters.
  read: [
    'read',
    'view',
    'ls',
    'list',
    'list_dir',
    'list_directory',
    'notebookread',
    'read_file',
    'read_many_files',
    'readfile',
    'view_image',
    'cat',
    'todoread',
  ],
  search: [
    'grep',
    'glob',
    'search',
    'find',
    'rg',
    'codebase_search',
    'file_search',
    'grep_search',
    'search_file_content',
    'semsearch',
    'find_path',
    'toolsearch',
  ],
  change: [
    'write',
    'edit',
    'multiedit',
    'notebookedit',
    'create',
    'patch',
    'apply_patch',
    'replace',
    'write_file',
    'edit_file',
    'create_file',
    'search_replace',
    'str_replace_based_edit_tool',
    'strreplace',
    'delete',
    'delete_file',
    'editnotebook',
    'write_to_file',
    'replace_file_content',
    // Of servers that know the symbols of a language.
    'create_text_file',
    'replace_symbol_body',
    'insert_after_symbol',
    'insert_before_symbol',
  ],
  run: [
    'bash',
    'shell',
    'exec_command',
    'local_shell',
    'run_shell_command',
    'run_terminal_cmd',
    'run_command',
    'terminal',
    'bashoutput',
    'write_stdin',
    'task',
    'agent',
    'test',
  ],
  web: ['fetch', 'webfetch', 'web_fetch', 'websearch', 'web_search', 'google_web_search'],
};

const kinds = new Map(keysOf(names).flatMap(kind => names[kind].map(name => [name, kind] as const)));

/** Servers stand before the names of their tools: `mcp__weft__twining_post`, `weft_twining_post`, `mcp_weft_twining_post`. */
const ofWeft = /^(?:mcp_{1,2})?weft_{1,2}\w/i;

/** Of a name without `mcp` the first word may be one of its own, so that only a tool of several words is taken for one. */
const ofServer = /^(?:mcp__.+?__(.+)|mcp_[^_]+_(.+)|[^_]+_([^_]+_.+))$/;

export function toolKindOf(tool: string): ToolKind | undefined {
  if (ofWeft.test(tool)) return 'own';
  const name = tool.toLowerCase();
  const [, ...served] = ofServer.exec(name) ?? [];
  return kinds.get(name) ?? kinds.get(served.find(one => one !== undefined) ?? '');
}

/** The name under which a call is reckoned: a usual one of its kind; of tools that nobody knows one that costs what their sizes say. */
export function toolCostName(tool: string, letters: number): string {
  const kind = toolKindOf(tool);
  if (kind !== undefined && kind !== 'own') return usual[kind];
  const tokens = letters / 4;
  return tokens <= 500 ? 'read' : tokens <= 1250 ? 'bash' : 'write';
}

const usual = { read: 'read', search: 'grep', change: 'edit', run: 'bash', web: 'fetch' } as const;
