import { readFile, realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { isKeyText, newKeys, openBundle, publicKeyOf, signBundle } from '../in-process/signed-bundle.ts';
import { judgeDefinitions } from '../in-process/sources/given-source.ts';
import { projectSource } from '../in-process/sources/project-source.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import { writeFilesAtomically } from '../storage/files/atomic-write.ts';
import { createFile } from '../storage/files/guarded-writes.ts';
import { readTextFile } from '../storage/files/read-text-file.ts';
import { atStorageBorder, errorCode, storageFailure } from '../storage/storage-failure.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import { findProject } from './find-project.ts';
import { type GlobalOptions, isTrustGiven } from './globals.ts';
import { refuseIdle } from './idle-options.ts';
import { folderOf } from './target-folder.ts';
import { UsageError } from './usage-error.ts';

interface BundleOptions extends GlobalOptions {
  readonly newKey?: string;
  readonly key?: string;
  readonly name?: string;
  readonly out?: string;
  readonly verify?: string;
  readonly publicKey?: string;
}

/** `weft bundle`: the definitions of a project as one signed file, for programs that have the engine within them. */
export function addBundleCommand(program: Command, context: CommandContext): void {
  program
    .command('bundle')
    .description(
      'sign the rules and memories of the project as one file, which programs fetch by its address',
    )
    .option('--new-key <file>', 'make a private key in a new file, and print the public one')
    .option('--key <file>', 'the private key to sign with')
    .option('--name <name>', "what it is a bundle of (default: the folder's name)")
    .option('--out <file>', 'write it there instead of printing it')
    .option('--verify <file>', 'say what is in a bundle, where its signature fits --public-key')
    .option('--public-key <key>', 'the public key to verify with: ed25519:..., PEM, or a file of either')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<BundleOptions>();
      if (options.key === undefined) refuseIdle(command, ['name', 'out'], 'without --key');
      if (options.verify === undefined) refuseIdle(command, ['publicKey'], 'without --verify');
      await bundle(context, options);
    });
}

async function bundle(context: CommandContext, options: BundleOptions): Promise<void> {
  const { newKey, verify, key } = options;
  if ([newKey, verify, key].filter(one => one !== undefined).length !== 1)
    throw new UsageError('give one of --new-key, --key and --verify');
  if (newKey !== undefined) return makeKey(context, newKey, options);
  return verify === undefined ? sign(context, options, key ?? '') : show(context, verify, options);
}

/** Nobody but its owner can read the file of a private key. */
const privateMode = 0o600;

async function makeKey({ terminal }: CommandContext, given: string, { json }: BundleOptions): Promise<void> {
  const file = resolve(terminal.cwd, given);
  const { privateKey, publicKey } = newKeys();
  const root = await folderOf(file);
  await createFile({ root, path: join(root, basename(file)) }, privateKey, privateMode).catch(
    (error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw storageFailure(error, `writing ${file}`);
      throw new UsageError(`${given}: the file is already there; give another name`);
    },
  );
  await (json ? terminal.writeJson({ file, public_key: publicKey }) : terminal.writeLines([publicKey]));
}

async function sign(context: CommandContext, options: BundleOptions, keyFile: string): Promise<void> {
  const { terminal } = context;
  const project = findProject(terminal.cwd, options.project);
  if (project === null) throw new UsageError('there is no project here; give one with --project');
  const privateKey = await readKey(terminal.cwd, keyFile);
  // By the rule of every door: nothing is signed that the user has not seen.
  const trust = isTrustGiven(context.env, options) ? ('all' as const) : ('granted' as const);
  const source = await projectSource({ project, trust, watch: false }, findUserDataDir());
  const { engines, memories, redaction, problems } = await source.read();
  await source.close();
  for (const problem of problems) terminal.writeErrorLine(`weft: ${problem}`);
  if (problems.length > 0)
    throw new UsageError(
      'nothing was signed, since not all of the project would be in it; mend or confirm that first',
    );
  const name = options.name ?? basename(await realpath(project));
  const content = { name, issued_at: new Date().toISOString(), engines, memories, redaction };
  const text = signBundle(content, privateKey);
  const publicKey = publicKeyOf(privateKey);
  // Whoever gets it opens it in the same way.
  judgeDefinitions(openBundle(text, publicKey));
  if (options.out === undefined) return terminal.writeContent(text);
  const file = resolve(terminal.cwd, options.out);
  const root = await folderOf(file);
  await atStorageBorder(`writing ${file}`, () =>
    writeFilesAtomically([{ realPath: join(root, basename(file)), content: text }]),
  );
  const told = { file, name, engines: engines.length, memories: memories.length, public_key: publicKey };
  await (options.json
    ? terminal.writeJson(told)
    : terminal.writeLines([
        `signed ${counted(engines.length, 'engine')} and ${memories.length === 1 ? '1 memory' : `${memories.length} memories`} of "${name}" in ${file}`,
        `to be read with the public key ${publicKey}`,
      ]));
}

async function show({ terminal }: CommandContext, given: string, options: BundleOptions): Promise<void> {
  const { publicKey, json } = options;
  if (publicKey === undefined) throw new UsageError('--verify needs --public-key');
  const file = await readTextFile(resolve(terminal.cwd, given));
  if (file.kind === 'refused') throw new UsageError(`${given} ${file.reason}`);
  const key = isKeyText(publicKey) ? publicKey : await readKey(terminal.cwd, publicKey);
  const content = openBundle(file.text, key.trim());
  const { engines, memories } = judgeDefinitions(content);
  const told = {
    name: content.name,
    issued_at: content.issued_at,
    engines: engines.map(({ id }) => id),
    memories: memories.map(({ id }) => id),
  };
  await (json
    ? terminal.writeJson(told)
    : terminal.writeLines([
        `"${told.name}", signed on ${told.issued_at}`,
        `engines: ${told.engines.join(', ') || 'none'}`,
        `memories: ${told.memories.join(', ') || 'none'}`,
      ]));
}

const readKey = (cwd: string, file: string): Promise<string> =>
  readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file}: the key cannot be read (${errorCode(error) ?? String(error)})`);
  });
