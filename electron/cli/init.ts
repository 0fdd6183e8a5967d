import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { type AgentName, agentNames, agentTitles } from '../../shared/model/coding-agents.ts';
import type { SetupPlace } from '../host/agents/coding-agent.ts';
import { agentOf } from '../host/agents/coding-agents.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import { ledgerFolderName, placeInProject } from '../storage/ledger/ledger-folder.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { existingFolder, findProject } from './find-project.ts';
import type { GlobalOptions } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { type AgentFiles, type ChangedFile, folderNamedBy, openAgentFiles } from './init/agent-files.ts';
import { makeProject, removeProject, whatIsKept } from './init/init-project.ts';
import { type InitRecord, readInitRecord, writeInitRecord } from './init/init-record.ts';
import { lineHunks } from './init/line-hunks.ts';
import { isOnPath, type OwnCommand, ownCommand } from './init/own-command.ts';
import { chosenAgents, type PlannedSetup, planRemoval, planSetup } from './init/plan-setup.ts';
import { type Line, paint, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

interface InitOptions extends GlobalOptions {
  readonly agent?: readonly string[];
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly global?: boolean;
  readonly ledgerInGit?: boolean;
  readonly folder?: string;
}

/** Where `weft init` works: a project, or the user's home folder. */
interface InitPlace {
  readonly scope: 'project' | 'user';
  /** Real path of the project, or of the home folder. */
  readonly base: string;
  readonly files: AgentFiles;
  readonly setup: SetupPlace;
  readonly weft: OwnCommand;
}

/** `weft init`: makes a folder a project, and Weft a part of the coding agents that are there. */
export function addInitCommand(program: Command, context: CommandContext): void {
  program
    .command('init')
    .description(
      'set up the coding agents that are here, and make this folder a project for them; shows what changes',
    )
    .option(
      '--agent <name>',
      `only this one, whether it is found or not: ${agentNames.join(', ')}; may be repeated`,
      (name: string, names: readonly string[] | undefined) => [...(names ?? []), name],
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--remove', 'take it all away again')
    .option('--global', 'for all folders: in the settings of your home folder')
    .option('--ledger-in-git', 'also keep the ledger as files that git merges without conflict')
    .option('--folder <folder>', 'where these files are within the project (default: .twining)')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<InitOptions>();
      if (!options.ledgerInGit) refuseIdle(command, ['folder'], 'without --ledger-in-git');
      if (options.global) refuseIdle(command, ['project'], 'beside --global');
      await init(context, options);
    });
}

async function init(context: CommandContext, options: InitOptions): Promise<void> {
  if (options.ledgerInGit && (options.global || options.remove))
    throw new UsageError('--ledger-in-git is for setting up a project: leave --global and --remove out');
  const place = placeOf(context, options);
  const names = agentsOf(context, options, place);
  const userDataDir = findUserDataDir();
  const record = await readInitRecord(userDataDir, recordName(place));
  const plan = await (options.remove ? planRemoval : planSetup)(place.files, place.setup, names, record);
  const isMade = !options.remove && place.scope === 'project' && !existsSync(join(place.base, '.codebolt'));
  const report = (ends: readonly string[]) =>
    showSetup(context.terminal, options, { ...place, names, plan, isMade, ends });
  // What is changed by then is told also where what comes after it fails.
  const reportAfter = async (work: () => Promise<string[]>) => {
    const ends = await work().catch(async (error: unknown) => {
      await report([]);
      throw error;
    });
    await report(ends);
  };
  if (options.ledgerInGit) await placeInProject(place.base, options.folder ?? ledgerFolderName);
  if (options.dryRun) return report(options.ledgerInGit ? [ledgerTrial] : []);
  if (options.remove) {
    // The project's own folder goes with the project, or not at all.
    await place.files.write(plan.emptyFolders.filter(folder => folder !== '.codebolt'));
    return reportAfter(() => removeOwn(context, place, plan, record));
  }
  if (isMade) await makeProject(context, place.base);
  await writeInitRecord(userDataDir, {
    ...record,
    madeProject: record.madeProject || isMade,
    edits: [...plan.edits],
  });
  await place.files.write([]);
  await reportAfter(async () => (options.ledgerInGit ? keepLedgerInGit(context, options, place.base) : []));
}

function placeOf({ terminal, env, distDir }: CommandContext, options: InitOptions): InitPlace {
  const scope = options.global ? 'user' : 'project';
  const base = realpathSync(scope === 'user' ? homedir() : projectFolder(terminal.cwd, options.project));
  const files = openAgentFiles(base, scope === 'user');
  const { platform, execPath } = process;
  const isElectron = process.versions.electron !== undefined;
  const weft = ownCommand({ env, platform, distDir, execPath, isElectron });
  const setup: SetupPlace = {
    scope,
    platform,
    weft,
    folderOf: (variable, usual) => folderNamedBy(base, env[variable], usual),
    isThere: files.isThere,
  };
  return { scope, base, files, setup, weft };
}

/** The project here, else the repository here, else this folder. */
function projectFolder(cwd: string, given: string | undefined): string {
  if (given !== undefined) return existingFolder(cwd, given);
  const project = findProject(cwd, undefined);
  if (project !== null) return project;
  for (let folder = cwd; folder !== dirname(folder) && folder !== homedir(); folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder;
  return cwd;
}

function agentsOf({ env }: CommandContext, options: InitOptions, { base, scope }: InitPlace): AgentName[] {
  const isFound = (name: AgentName): boolean => {
    const { programs, home, project } = agentOf(name).signs;
    return (
      programs.some(program => isOnPath(program, { env, platform: process.platform })) ||
      home.some(path => existsSync(join(homedir(), path))) ||
      (scope === 'project' && project.some(path => existsSync(join(base, path))))
    );
  };
  // What is gone by now may have left something.
  const names = chosenAgents(options.agent ?? (options.remove ? agentNames : []), isFound);
  if (names.length === 0 && !options.ledgerInGit)
    throw new UsageError(
      `no coding agent is found here; name one: --agent ${agentNames.join(', --agent ')}; "weft new ." makes the folder a project without any`,
    );
  return names;
}

const recordName = ({ scope, base }: InitPlace): string => `${scope} ${base}`;

const ledgerTrial =
  'the ledger would be brought in step with its files; of a project, "weft ledger sync --dry-run" says how';

async function keepLedgerInGit(
  context: CommandContext,
  options: InitOptions,
  project: string,
): Promise<string[]> {
  const { folder } = options;
  const { syncLines } = await import('./ledger.ts');
  return withApp(context, { ...options, project }, async ({ ask }) => {
    const report = await ask('ledger.sync', folder === undefined ? {} : { folder });
    if (report.refused.length > 0) context.finish(exitCodes.findings);
    return [
      ...syncLines(report, false),
      'commit the folder, and run "weft ledger sync" after each pull and before each commit',
    ];
  });
}

/** Behind the files the project, where `weft init` has made it and nobody has put anything into it. */
async function removeOwn(
  context: CommandContext,
  place: InitPlace,
  plan: PlannedSetup,
  record: InitRecord,
): Promise<string[]> {
  const userDataDir = findUserDataDir();
  const isLast = plan.edits.length === 0;
  const isOurs = record.madeProject && isLast && existsSync(join(place.base, '.codebolt'));
  const kept = isOurs ? await whatIsKept(context, userDataDir, place.base) : [];
  const goes = isOurs && kept.length === 0;
  if (goes) await removeProject(userDataDir, place.base);
  await writeInitRecord(userDataDir, {
    ...record,
    madeProject: record.madeProject && !(isLast && !isOurs) && !goes,
    edits: [...plan.edits],
  });
  if (goes) return ['.codebolt was made by "weft init" and held nothing of yours: it is gone'];
  return isOurs
    ? [`.codebolt stays, since it holds ${kept.join(', ')}; delete the folder to be rid of them`]
    : [];
}

interface ShownSetup {
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

interface ShowOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
}

/** What was changed, or would be: each file with its lines. */
async function showSetup(terminal: Terminal, options: ShowOptions, shown: ShownSetup): Promise<void> {
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
  const titles = names.map(name => agentTitles[name]).join(', ');
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
