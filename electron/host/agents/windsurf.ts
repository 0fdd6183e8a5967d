import { type CodingAgent, serverEntry } from './coding-agent.ts';

/** It knows servers for all folders only. */
export const windsurf: CodingAgent = {
  signs: { programs: ['windsurf'], home: ['.codeium/windsurf'], project: ['.windsurf', '.windsurfrules'] },
  setUp: ({ scope, weft }) =>
    scope === 'project'
      ? [{ kind: 'paragraph', paths: ['AGENTS.md'] }]
      : [
          {
            kind: 'json',
            path: '.codeium/windsurf/mcp_config.json',
            entries: [{ at: ['mcpServers', 'weft'], value: serverEntry(weft) }],
          },
        ],
  note: scope =>
    scope === 'project'
      ? 'Windsurf keeps servers for all folders: "weft init --global --agent windsurf" adds the tools'
      : undefined,
};
