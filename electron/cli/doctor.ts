import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { messageOf } from '../../shared/contract/errors.ts';
import type { Diagnosis } from '../../shared/contract/project.ts';
import type { HostFinding } from '../host/examine-host.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { findProject } from './find-project.ts';
import { type GlobalOptions, isHostWanted } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { replyOf, withApp } from './with-app.ts';

type Finding = HostFinding<'node' | Diagnosis['check']>;

/** `weft doctor`: whether all that Weft needs here is there. It starts no host and changes nothing of the project. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description(
      'say whether project, host, socket and database are well here, and what to do where one is not',
    )
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const findings = await examine(context, options);
      const isWell = findings.every(({ todo }) => todo === undefined);
      await (options.json
        ? context.terminal.writeJson({ ok: isWell, findings: findings.map(inJson) })
        : context.terminal.writeLines(findings.flatMap(inWords)));
      if (!isWell) context.finish(exitCodes.findings);
    });
}

const inJson = ({ details, ...finding }: Finding) => ({
  ok: finding.todo === undefined,
  ...finding,
  ...details,
});

const inWords = ({ check, says, todo }: Finding): Line[] => [
  [
    todo === undefined ? paint('green', 'well') : paint('yellow', 'look'),
    '  ',
    check.padEnd('database'.length),
    `  ${says}`,
  ],
  ...(todo === undefined ? [] : [`      to do: ${todo}`]),
];

async function examine(context: CommandContext, options: GlobalOptions): Promise<Finding[]> {
  const node: Finding = {
    check: 'node',
    says: `Weft ${context.version} runs on Node ${process.versions.node}`,
    details: { node: process.versions.node, weft: context.version },
  };
  const found = findProject(context.terminal.cwd, options.project);
  if (found === null || !existsSync(join(found, '.codebolt'))) return [node, noProject(found)];
  const path = await realpath(found);
  const { examineHost } = await import('../host/examine-host.ts');
  return [
    node,
    { check: 'project', says: path, details: { path } },
    ...(await examineHost({
      userDataDir: findUserDataDir(),
      project: path,
      version: context.version,
      isHostWanted: isHostWanted(context.env, options),
      mayWrite: false,
    })),
    ...(await examineContent(context, options, path)),
  ];
}

const noProject = (folder: string | null): Finding => ({
  check: 'project',
  says: folder === null ? 'there is no project here' : `${folder} is no project: it has no .codebolt`,
  todo: 'go into a project, give one with --project, or make one with "weft new DIR"',
});

/** By what this process reads itself, whichever host there is. */
async function examineContent(
  context: CommandContext,
  options: GlobalOptions,
  project: string,
): Promise<Finding[]> {
  const database = await examineDatabase(project);
  return withApp(context, { ...options, project, useHost: false }, async ({ dispatch }) => {
    const reply = await replyOf(dispatch, 'project.info', {});
    if (!reply.ok)
      return [
        database,
        {
          check: 'project',
          says: `it cannot be opened: ${reply.error.message}`,
          todo: 'mend what is named here, then look again',
        },
      ];
    const { value: info } = reply;
    return [await trustOf(info), database.todo === undefined ? lossesOf(info, database) : database];
  });
}

async function trustOf(info: Output<'project.info'>): Promise<Finding> {
  const { judgeTrust } = await import('../services/app/diagnostics.ts');
  const { trusted, changed_since_trust = [] } = info;
  const { says, todo } = judgeTrust(info);
  const details = { trusted: trusted === true, changed_since_trust };
  return { check: 'trust', says, ...(todo !== undefined && { todo }), details };
}

/** Whether it opens, and what SQLite says of it. Nothing is repaired. */
async function examineDatabase(project: string): Promise<Finding> {
  const { openForReading } = await import('../storage/database/open-for-reading.ts');
  const { databaseFile } = await import('../storage/files/machine-folder.ts');
  const damaged = (says: string): Finding => ({
    check: 'database',
    says,
    todo: 'the next write keeps the damaged files and brings back what can be; "weft backup list" tells what then',
    details: { state: 'damaged' },
  });
  try {
    const opened = await openForReading(project, databaseFile);
    if (opened === 'damaged') return damaged(`${databaseFile} is damaged`);
    if (opened === undefined)
      return { check: 'database', says: 'nothing was stored yet', details: { state: 'empty' } };
    try {
      const said = String(opened.database.pragma('quick_check(1)', { simple: true }));
      return said === 'ok'
        ? { check: 'database', says: `${databaseFile} opens and is sound`, details: { state: 'sound' } }
        : damaged(`${databaseFile} is damaged: ${said}`);
    } finally {
      opened.database.close();
    }
  } catch (error) {
    return {
      check: 'database',
      says: `${databaseFile} cannot be opened: ${messageOf(error)}`,
      todo: `look whether you may read it and the files beside it; "weft backup list" names copies of it`,
      details: { state: 'closed' },
    };
  }
}

/** What earlier damage took, which nobody acknowledged, and what is known of the file beside. */
function lossesOf(
  { unseen_damage: unseen = 0, problems }: Output<'project.info'>,
  database: Finding,
): Finding {
  const problem = problems.find(({ file }) => file.endsWith('weft.sqlite'));
  if (problem !== undefined)
    return {
      ...database,
      says: `${problem.file}: ${problem.reason}`,
      todo: 'do as it says, then look again',
    };
  if (unseen === 0) return database;
  return {
    ...database,
    says: `${database.says}; damage that was found earlier took something (${counted(unseen, 'report')})`,
    todo: 'see "weft backup list", then "weft backup acknowledge"',
    details: { ...database.details, unseen_damage: unseen },
  };
}
