import { constants, existsSync } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { findProject } from './find-project.ts';
import { type GlobalOptions, isHostWanted } from './globals.ts';
import { type Line, paint } from './terminal.ts';
import { withApp } from './with-app.ts';

/** What was looked at, and what was found. */
interface Finding {
  readonly check: 'node' | 'project' | 'trust' | 'socket' | 'host' | 'writer' | 'database';
  readonly says: string;
  /** What the user has to do; undefined where all is well. */
  readonly todo?: string;
  /** More for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
}

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
  const hostPart = isHostWanted(context.env, options)
    ? [await examineSocket(path), await examineHost(path, context.version)]
    : [hostUnwanted];
  const [host] = hostPart.slice(-1);
  return [
    node,
    { check: 'project', says: path, details: { path } },
    ...hostPart,
    await examineWriter(path, host?.details?.pid),
    ...(await examineContent(context, options, path)),
  ];
}

const noProject = (folder: string | null): Finding => ({
  check: 'project',
  says: folder === null ? 'there is no project here' : `${folder} is no project: it has no .codebolt`,
  todo: 'go into a project, give one with --project, or make one with "weft open DIR"',
});

const hostUnwanted: Finding = {
  check: 'host',
  says: 'none is asked: this program works alone (--no-host or WEFT_HOST=off)',
  details: { running: false },
};

/** A host has its folder, and in it a socket that systems take: one is made, and ended at once. */
async function examineSocket(project: string): Promise<Finding> {
  const { hostPlace, makeHostFolders } = await import('../host/host-place.ts');
  const place = hostPlace(findUserDataDir(), project);
  const details = { folder: place.folder, path_bytes: Buffer.byteLength(place.socket) };
  try {
    await makeHostFolders(place);
    await access(place.folder, constants.W_OK | constants.X_OK);
    await listenOnce(process.platform === 'win32' ? place.socket : probePath(place.socket));
    const says = `one can be made in ${dirname(place.socket)} (${details.path_bytes} bytes long)`;
    return { check: 'socket', says, details };
  } catch (error) {
    return {
      check: 'socket',
      says: `none can be made: ${error instanceof Error ? error.message : String(error)}`,
      todo: `make ${place.folder} a folder of yours that you can write and nobody else can enter, or give another place with WEFT_USER_DATA; until then each program works alone`,
      details,
    };
  }
}

/** As long as the socket of the host, whose place is left alone. */
const probePath = (socket: string): string =>
  join(dirname(socket), `${process.pid}`.padStart(socket.length - dirname(socket).length - 1, 'probe-'));

function listenOnce(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(path, () => server.close(() => resolve()));
  });
}

async function examineHost(project: string, version: string): Promise<Finding> {
  const { answerMs, askHost, findHost } = await import('../host/join-host.ts');
  const { hostProtocol } = await import('../host/host-place.ts');
  const { isRunning } = await import('../platform/process-start.ts');
  const found = await findHost(findUserDataDir(), project);
  const none = { running: false };
  if (found === undefined)
    return { check: 'host', says: 'none runs; whatever needs it starts one', details: none };
  const { pid, version: theirs, protocol, background } = found.owner;
  if ((await isRunning(found.owner)) === false)
    return {
      check: 'host',
      says: `the one that was announced (process ${pid}) is gone; whatever needs one starts another`,
      details: none,
    };
  if (protocol > hostProtocol)
    return {
      check: 'host',
      says: `process ${pid} is of Weft ${theirs}, which this Weft ${version} cannot ask`,
      todo: `update this Weft to ${theirs}`,
      details: { running: true, pid, version: theirs },
    };
  const said = await askHost(found.way, 'status', answerMs);
  if (said === undefined)
    return {
      check: 'host',
      says: `process ${pid} is the host, but does not answer`,
      todo: `wait a moment and look again; if it stays silent, end process ${pid}: the next program starts another host`,
      details: { ...none, pid },
    };
  const address = process.platform === 'win32' ? 'pipe' : 'socket';
  const kind = background ? 'in the background' : 'with a surface';
  return {
    check: 'host',
    says: `process ${pid}, ${kind}, Weft ${theirs}, since ${String(said.started_at)}, on a ${address}`,
    details: { running: true, pid, version: theirs, background, since: said.started_at, address },
  };
}

async function examineWriter(project: string, host: unknown): Promise<Finding> {
  const { findWriter } = await import('../storage/database/writer-lock.ts');
  const { databaseFile } = await import('../storage/files/machine-folder.ts');
  try {
    const writer = await findWriter(join(project, databaseFile), project);
    if (writer === undefined)
      return { check: 'writer', says: 'nobody writes; who comes first may', details: { held: false } };
    const { pid } = writer;
    const who = pid === undefined ? 'a process' : `process ${pid}`;
    const details = { held: true, ...(pid !== undefined && { writer_pid: pid }) };
    if (pid !== undefined && pid === host)
      return { check: 'writer', says: `the host (${who}) has the right to write`, details };
    return {
      check: 'writer',
      says: `${who} has the right to write, and is not the host that answers here`,
      todo: `let ${who} finish, or end it; until then others only read`,
      details,
    };
  } catch (error) {
    return {
      check: 'writer',
      says: `who writes cannot be seen: ${error instanceof Error ? error.message : String(error)}`,
      todo: `look whether you may read and write ${join(project, databaseFile)} and the files beside it`,
    };
  }
}

/** By what this process reads itself, whichever host there is. */
async function examineContent(
  context: CommandContext,
  options: GlobalOptions,
  project: string,
): Promise<Finding[]> {
  const database = await examineDatabase(project);
  return withApp(context, { ...options, project, useHost: false }, async ({ dispatch }) => {
    const reply = await dispatch('project.info', {});
    if (!reply.ok)
      return [
        database,
        {
          check: 'project',
          says: `it cannot be opened: ${reply.error.message}`,
          todo: 'mend what is named here, then look again',
        },
      ];
    const info = reply.value as Output<'project.info'>; // the handler is typed by the same contract
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
      says: `${databaseFile} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
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
