import { randomUUID } from 'node:crypto';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Output } from '../../shared/contract/contract.ts';
import { noteIdentities } from '../storage/files/file-identity.ts';
import { createFile, moveInside, removeFolder } from '../storage/files/guarded-writes.ts';
import { makeFolderInside, makeRootFolder } from '../storage/files/make-folder-inside.ts';
import { ledgerAt, ledgerFolderName } from '../storage/ledger/ledger-folder.ts';
import { atStorageBorder } from '../storage/storage-failure.ts';
import { counted } from './columns.ts';
import type { CommandContext } from './command-context.ts';
import type { GlobalOptions } from './globals.ts';
import { UsageError } from './usage-error.ts';
import { withApp } from './with-app.ts';

/** `weft export-ledger`: decisions and the blackboard in their form on disk. */
export function addExportLedgerCommand(program: Command, context: CommandContext): void {
  program
    .command('export-ledger <folder>')
    .description(`write the ledger to ${ledgerFolderName} in a folder, where there is none yet`)
    .action(async (folder: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const target = resolve(context.terminal.cwd, folder);
      if ((await ledgerAt(target)) !== 'none')
        throw new UsageError(`${folder} has a ledger already; give another folder`);
      await withApp(context, options, async ({ ask }) => {
        const { files } = await ask('ledger.export', {});
        const ledger = await atStorageBorder(`writing the ledger to ${target}`, () => write(target, files));
        const written = { folder: ledger, files: files.map(({ path }) => path) };
        const told = `${counted(files.length, 'file')} written to ${written.folder}`;
        await (options.json ? context.terminal.writeJson(written) : context.terminal.writeLines([told]));
      });
    });
}

/** The folder that it is in by then, whole: what was begun is no ledger under its name, and goes where it cannot be ended. */
async function write(target: string, files: Output<'ledger.export'>['files']): Promise<string> {
  const root = await makeRootFolder(target);
  const [begun, ledger] = [join(root, `${ledgerFolderName}.${randomUUID()}`), join(root, ledgerFolderName)];
  if (files.length === 0) return ledger;
  const isInPlace = noteIdentities([root]);
  try {
    await makeFolderInside(root, begun);
    for (const { path, content, encoding } of files) {
      // Their names were once given by others: none may lead out of the ledger's folder.
      const file = { root: begun, path: join(begun, relative(ledgerFolderName, path)) };
      await makeFolderInside(begun, dirname(file.path));
      await createFile(file, Buffer.from(content, encoding));
    }
    if (!isInPlace())
      throw new UsageError(`${target} was moved or deleted while the ledger was written; export it again`);
    await moveInside(root, begun, ledger);
  } catch (error) {
    // The first error is the one that counts.
    await removeFolder({ root, path: begun }).catch(() => undefined);
    throw error;
  }
  return ledger;
}
