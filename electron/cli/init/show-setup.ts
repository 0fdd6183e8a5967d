import { type AgentName, agentOf } from '../../host/agents/coding-agents.ts';
import { counted } from '../columns.ts';
import { type Line, paint, type Terminal } from '../terminal.ts';
import type { AgentFiles, ChangedFile } from './agent-files.ts';
import { lineHunks } from './line-hunks.ts';
import type { OwnCommand } from './own-command.ts';
import type { PlannedSetup } from './plan-setup.ts';

export interface ShownSetup {
  readonly base: string;
  readonly files: AgentFiles;
  readonly weft: OwnCommand;
  readonly names: readonly AgentName[];
  readonly plan: PlannedSetup;
  /** The folder becomes a project. */
  readonly isMade: boolean;
  /** What is said at the end. */
  readonly ends: readonly string[];
}

export interface ShowOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
}

/** What was changed, or would be: each file with its lines. */
export async function showSetup(terminal: Terminal, options: ShowOptions, shown: ShownSetup): Promise<void> {
  const { base, files, names, plan, isMade, weft } = shown;
  const changed = files.changed();
  const notes = [...plan.notes];
  if (!options.remove && weft.caveat !== undefined && changed.length > 0) notes.push(weft.caveat);
  if (options.json)
    return terminal.writeJson({
      place: base,
      agents: names,
      dry_run: options.dryRun === true,
      project_made: isMade,
      files: changed.map(file => ({ path: file.path, change: changeOf(file), hunks: hunksOf(file) })),
      notes: [...notes, ...shown.ends],
    });
  const titles = names.map(name => agentOf(name).title).join(', ');
  const would = options.dryRun ? 'would be ' : '';
  await terminal.writeLines([
    [paint('bold', `${base}: ${titles || 'no agent'}`)],
    ...(isMade ? [`.codebolt: ${would}made, a project of its own, trusted because it is yours`] : []),
    ...changed.flatMap(file => diffLines(file, would)),
    changed.length === 0 ? 'nothing to change' : `${counted(changed.length, 'file')} ${would}changed`,
    ...notes,
    ...shown.ends,
  ]);
}

function changeOf({ before, after }: ChangedFile): 'made' | 'changed' | 'removed' {
  if (after === undefined) return 'removed';
  return before === undefined ? 'made' : 'changed';
}

const hunksOf = ({ before = '', after = '' }: ChangedFile) => lineHunks(before, after);

function diffLines(file: ChangedFile, would: string): Line[] {
  const plain = (line: string) => line.replace(/\r?\n$/, '');
  return [
    [paint('bold', file.path), ` (${would}${changeOf(file)})`],
    ...hunksOf(file).flatMap(({ line, removed, inserted }) => [
      [paint('cyan', `  line ${line + 1}`)],
      ...removed.map(one => [paint('red', `  - ${plain(one)}`)]),
      ...inserted.map(one => [paint('green', `  + ${plain(one)}`)]),
    ]),
  ];
}
