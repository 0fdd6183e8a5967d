import { expect, it } from 'vitest';
import { memoryOf, staticStep } from '../../test/support/engine-definitions.ts';
import { runSourceCommand } from '../../test/support/run-source-command.ts';
import { temporaryFolder, writeTree } from '../../test/support/temporary-folder.ts';

it('says of a memory that is misspelled which was probably meant, and of one that is there why it is left out', async () => {
  const cwd = temporaryFolder();
  const memory = memoryOf('api-contracts', { pipeline: [staticStep('text')] });
  const then = { add_memories: ['api-contrats'] };
  const engine = {
    id: 'e',
    name: 'E',
    description: '',
    enabled: true,
    rules: [{ id: 'r', name: 'R', when: [], then }],
  };
  await writeTree(cwd, {
    '.codebolt/PersistentMemory/api-contracts.json': JSON.stringify(memory),
    '.codebolt/context-rule-engines/e.json': JSON.stringify(engine),
    'request.json': '{"scope_variables":{}}',
  });
  const why = (id: string, ...more: string[]) =>
    runSourceCommand(['why', id, 'request.json', '--trust', '--no-host', ...more], { cwd });
  const message = 'there is no memory "api-contract"; did you mean "api-contracts"?';
  expect(await why('api-contract')).toEqual({ code: 2, stdout: '', stderr: `weft: ${message}\n` });
  expect(JSON.parse((await why('api-contract', '--json')).stdout)).toMatchObject({
    ok: false,
    error: { code: 'not_found', message },
  });
  await writeTree(cwd, { '.codebolt/PersistentMemory/begun.json': '{' });
  for (const [id, says] of [
    ['api-contracts', 'no rule adds "api-contracts"'],
    ['begun', 'the memory "begun" cannot be read'],
    // A rule asks for it, which is what has the mistake.
    ['api-contrats', 'there is no memory "api-contrats"; did you mean "api-contracts"?'],
  ] as const) {
    const { code, stdout } = await why(id);
    expect([code, stdout.includes(says)]).toEqual([0, true]);
  }
});
