import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { noteFiles } from '../storage/files/file-identity.ts';
import { createFile } from '../storage/files/guarded-writes.ts';
import { makeFolderInside, makeRootFolder } from '../storage/files/make-folder-inside.ts';
import { ledgerAt, ledgerFolderName } from '../storage/ledger/ledger-folder.ts';
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
        const root = await makeRootFolder(target);
        // Their names were once given by others: none may lead out of the ledger's folder.
        const ledger = join(root, ledgerFolderName);
        const isInPlace = noteFiles([root]);
        for (const { path, content, encoding } of files) {
          const file = { root: ledger, path: join(root, path) };
          await makeFolderInside(root, ledger);
          await makeFolderInside(ledger, dirname(file.path));
          await createFile(file, Buffer.from(content, encoding));
        }
        if (!isInPlace())
          throw new UsageError(
            `${folder} was moved or deleted while the ledger was written; export it again`,
          );
        const written = { folder: ledger, files: files.map(({ path }) => path) };
        const told = `${counted(files.length, 'file')} written to ${written.folder}`;
        await (options.json ? context.terminal.writeJson(written) : context.terminal.writeLines([told]));
      });
    });
}
