import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';
import { inCommands } from './with-app.ts';

describe('what a command says is to be called', () => {
  it.each<[values: string[], hint: string]>([
    [['import', 'AGENTS.md', '--choose', 'nosuch'], 'take the ids of "weft import ... --dry-run"'],
    [['audit', '--mend', 'nosuch'], 'ask "weft audit" again'],
    [['assemble', '--conversation', 'nosuch', '--message', 'x'], 'see "weft call conversations.list"'],
    [['health', '--report', '--session', 'nosuch'], 'feed it with "weft health" first'],
    [['health', '--report'], 'give --session ID'],
  ])('is a command: %j', async (values, hint) => {
    const cwd = temporaryFolder();
    await writeTree(cwd, { '.codebolt/weft.json': '{}', 'AGENTS.md': '# Agents\nRun npm test.\n' });
    const { code, stderr } = await runSourceCommand([...values, '--trust', '--no-host'], { cwd });
    expect([code, stderr.includes(hint), stderr]).toEqual([
      2,
      true,
      expect.stringMatching(/(?:^|\n)weft: [^\n]*\n$/),
    ]);
  });

  it('is one for every procedure, and nothing else of a message changes', () => {
    for (const name of Object.keys(contract)) {
      expect(inCommands(`there is none; see ${name}`)).toMatch(/; see "weft [^"]+"$/);
      for (const message of [`${name} cannot use this input: x is missing`, `did you mean ${name}?`])
        expect(inCommands(message)).toBe(message);
    }
    expect(inCommands('kept in weft.sqlite; see weft.sqlite')).toBe('kept in weft.sqlite; see weft.sqlite');
  });
});
