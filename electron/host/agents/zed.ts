import { type CodingAgent, serverEntry } from './coding-agent.ts';

/** Of these Zed reads the first that is there. */
const instructions = [
  '.rules',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.github/copilot-instructions.md',
  'AGENT.md',
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
  'AGENTS.md',
] as const;

export const zed: CodingAgent = {
  signs: { programs: ['zed', 'zeditor'], home: ['.config/zed'], project: ['.zed'] },
  setUp({ scope, weft, folderOf }) {
    const isProject = scope === 'project';
    return [
      {
        kind: 'json',
        path: isProject
          ? '.zed/settings.json'
          : `${folderOf('XDG_CONFIG_HOME', '.config')}/zed/settings.json`,
        entries: [{ at: ['context_servers', 'weft'], value: { source: 'custom', ...serverEntry(weft) } }],
      },
      ...(isProject ? [{ kind: 'paragraph' as const, paths: instructions }] : []),
    ];
  },
  note: () => 'Zed gets the tools and the paragraph; it has no hooks',
};
