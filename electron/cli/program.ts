import { Command } from 'commander';
import { addAssembleCommand } from './assemble.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommand } from './backup.ts';
import { addBundleCommand } from './bundle.ts';
import { addCallCommand } from './call.ts';
import type { CommandContext } from './command-context.ts';
import { addContextCommand } from './context.ts';
import { addDemoCommand } from './demo.ts';
import { addDiffCommand } from './diff.ts';
import { addDoctorCommand } from './doctor.ts';
import { addEvaluateCommand } from './evaluate.ts';
import { addExportCommand } from './export.ts';
import { addExportLedgerCommand } from './export-ledger.ts';
import { addFmtCommand } from './fmt.ts';
import { addGlobalOptions } from './globals.ts';
import { addHealthCommand } from './health.ts';
import { addHostCommand } from './host.ts';
import { addImportCommand } from './import.ts';
import { addInitCommand } from './init.ts';
import { addLedgerCommands } from './ledger.ts';
import { addLintCommand } from './lint.ts';
import { addLoadsCommand } from './loads.ts';
import { addMcpCommand } from './mcp.ts';
import { addOpenCommand } from './open.ts';
import { addRenderCommand } from './render.ts';
import { addTestCommand } from './run-tests.ts';
import { addServeCommand } from './serve.ts';
import { addTrustCommand } from './trust.ts';
import { addUsageCommand } from './usage.ts';
import { addWhyCommand } from './why.ts';

/** The whole command line of `weft`. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('weft')
    .description('Author rule engines for LLM context, preview what gets assembled, and see why.')
    .version(context.version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      // Bad usage is told as one line by whoever catches the error.
      outputError: () => {},
      writeOut: text => void context.terminal.writeLines(linesOf(text)),
      writeErr: text => {
        for (const line of linesOf(text)) context.terminal.writeErrorLine(line);
      },
    });
  addGlobalOptions(program);
  addInitCommand(program, context);
  addOpenCommand(program, context);
  addServeCommand(program, context);
  addHostCommand(program, context);
  addDoctorCommand(program, context);
  addMcpCommand(program, context);
  addDemoCommand(program, context);
  addAssembleCommand(program, context);
  addEvaluateCommand(program, context);
  addWhyCommand(program, context);
  addUsageCommand(program, context);
  addLoadsCommand(program, context);
  addLintCommand(program, context);
  addTestCommand(program, context);
  addAuditCommand(program, context);
  addFmtCommand(program, context);
  addDiffCommand(program, context);
  addContextCommand(program, context);
  addHealthCommand(program, context);
  addCallCommand(program, context);
  addExportCommand(program, context);
  addExportLedgerCommand(program, context);
  addLedgerCommands(program, context);
  addImportCommand(program, context);
  addTrustCommand(program, context);
  addBackupCommand(program, context);
  addRenderCommand(program, context);
  addBundleCommand(program, context);
  return program;
}

/** Help comes as one text with an end. */
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
