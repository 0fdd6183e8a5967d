import { expect, it } from 'vitest';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

const rules = [{ name: 'Always', when: [], then: { add_memories: ['m'] } }];

async function evaluate(engines: unknown) {
  const cwd = temporaryFolder();
  await writeTree(cwd, { 'request.json': '{"scope_variables":{}}', 'eng.json': JSON.stringify(engines) });
  return runSourceCommand(['evaluate', 'request.json', '--engines', 'eng.json', '--json', '--no-host'], {
    cwd,
  });
}

it('completes the engines of a file as an import does', async () => {
  const { code, stdout } = await evaluate({
    engines: [
      { name: 'Planning', rules },
      { name: 'Planning', rules },
    ],
  });
  const { engineResults, matchedMemories } = JSON.parse(stdout);
  const ids = engineResults.map(({ engine_id }: { engine_id: string }) => engine_id);
  expect([code, ids.length, new Set(ids).size, matchedMemories]).toEqual([0, 2, 2, ['m']]);
});

it('names an engine of a file that cannot be used by its id, else by its name or number', async () => {
  for (const [engine, name] of [
    [{ id: 'second', name: 'S', rules: 'none' }, 'the engine "second"'],
    [{ name: 'S', rules: 'none' }, 'the engine "S"'],
    [5, 'engine 2'],
  ] as const) {
    const { code, stderr } = await evaluate([{ name: 'Fine', rules }, engine]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^weft: eng.json: ${name} cannot be used: (?!1\\.)`)),
    ]);
  }
});
