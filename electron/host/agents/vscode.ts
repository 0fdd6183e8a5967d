import { type CodingAgent, type SetupPlace, serverEntry } from './coding-agent.ts';

export const vsCode: CodingAgent = {
  signs: { programs: ['code'], home: ['.vscode'], project: ['.vscode', '.github/copilot-instructions.md'] },
  setUp(place) {
    const isProject = place.scope === 'project';
    return [
      {
        kind: 'json',
        path: isProject ? '.vscode/mcp.json' : `${userFolder(place)}/mcp.json`,
        entries: [{ at: ['servers', 'weft'], value: { type: 'stdio', ...serverEntry(place.weft) } }],
      },
      ...(isProject
        ? [
            {
              kind: 'paragraph' as const,
              paths: ['.github/copilot-instructions.md', 'AGENTS.md'] as const,
            },
          ]
        : []),
    ];
  },
  note: () => 'VS Code gets the tools and the paragraph; it has no hooks that Weft knows',
};

function userFolder({ platform, folderOf }: SetupPlace): string {
  if (platform === 'darwin') return 'Library/Application Support/Code/User';
  if (platform === 'win32') return `${folderOf('APPDATA', 'AppData/Roaming')}/Code/User`;
  return `${folderOf('XDG_CONFIG_HOME', '.config')}/Code/User`;
}
