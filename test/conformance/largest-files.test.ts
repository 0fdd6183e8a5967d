import { expect, it, vi } from 'vitest';
import {
  contractKind,
  engineKind,
  layoutKind,
  memoryKind,
  sampleKind,
  testKind,
} from '../../electron/storage/files/definition-kinds.ts';
import { configSchema } from '../../shared/model/config.ts';
import { startApp } from '../support/app-harness.ts';
import { largestInputs } from '../support/largest-inputs.ts';
import { isLong, sampled } from '../support/property-runs.ts';
import { writeTree } from '../support/temporary-folder.ts';
import { measureTurns, outermost } from '../support/walk-inputs.ts';

vi.setConfig({ testTimeout: 600_000 });

const bytes = isLong ? 2_000_000 : 100_000;
/** The goal is 50; this catches what grows with the square, on any machine. Of a busy one processor time says little. */
const stallMs = isLong ? bytes / 200 : Number.POSITIVE_INFINITY;

const ways = ['list of {}', 'list of what belongs there, each another', 'many keys'];
const request = { scope_variables: { agent: { agent_name: 'a' } } };

/** Everything that reads files of a project without being told which. */
const calls: readonly (readonly [string, unknown])[] = [
  ['project.info', {}],
  ['config.get', {}],
  ['engines.list', {}],
  ['memories.list', {}],
  ['samples.list', {}],
  ['layouts.list', {}],
  ['contracts.list', {}],
  ['contracts.check', {}],
  ['tests.list', {}],
  ['tests.run', {}],
  ['tests.coverage', {}],
  ['tests.generate', {}],
  ['tests.mutate', {}],
  ['rules.evaluate', { request }],
  ['rules.analyze', {}],
  ['assembly.validate', { request }],
  ['assembly.assemble', { request }],
  ['sessions.list', {}],
  ['imports.preview', { from: ['.'] }],
  ['ledger.import', { from: '.' }],
];

const jsonFiles = [
  ...[engineKind, memoryKind, sampleKind, layoutKind, contractKind, testKind].map(({ folder, schema }) => ({
    path: `${folder}/bomb.json`,
    schema,
  })),
  { path: '.codebolt/weft.json', schema: configSchema },
];

const jsonBombs = jsonFiles.flatMap(({ path, schema }) =>
  outermost(largestInputs(schema, bytes), way => ways.includes(way)).map(({ what, make }) => ({
    path,
    what,
    text: () => JSON.stringify(make()),
  })),
);

const many = (line: string): string => `${line}\n`.repeat(Math.floor(bytes / (line.length + 1)));

const textBombs = [
  { path: 'CLAUDE.md', lines: ['# a', '- [ ](', '```', '@./CLAUDE.md', '<!--'] },
  { path: '.cursor/rules/bomb.mdc', lines: ['---', 'globs: **/*'] },
  { path: '.github/instructions/bomb.instructions.md', lines: ['---', 'applyTo: "**"'] },
  { path: '.twining/blackboard.jsonl', lines: ['{}', '[]', 'null', '{"id":"a","entry_type":"need"}'] },
  { path: '.twining/decisions/index.json', lines: ['{', '['] },
  { path: '.rune/sessions/s/decisions/bomb.json', lines: ['{}', '['] },
  ...jsonFiles.map(({ path }) => ({ path, lines: ['{"a":', '['] })),
].flatMap(({ path, lines }) =>
  lines.map(line => ({ path, what: `lines of ${line}`, text: () => many(line) })),
);

it.each([true, false])(
  'no file of a project makes a reader stand still, or answer with many times what it holds (trusted: %s)',
  async isTrusted => {
    const slow: string[] = [];
    const bombs = [...jsonBombs, ...textBombs];
    // Who is not trusted is kept from acting, and reads the same files the same way.
    for (const { path: file, what, text } of sampled(bombs, isTrusted ? 16 : 4)) {
      const harness = startApp();
      const path = await harness.openEmpty();
      await writeTree(path, { [file]: text() });
      if (!isTrusted) await harness.ask('project.trust', { decision: 'revoke' });
      for (const [name, input] of calls) {
        const { longestTurnMs, value: reply } = await measureTurns(() => harness.ask(name, input));
        const letters = JSON.stringify(reply).length;
        const isInternal = !reply.ok && reply.error.code === 'internal';
        if (longestTurnMs >= stallMs || letters > 4 * bytes || isInternal)
          slow.push(`${file}, ${what}: ${name}: ${Math.round(longestTurnMs)} ms, ${letters} letters`);
      }
      await harness.app.close();
    }
    expect(slow).toEqual([]);
  },
);

it('control: each of these calls is one that the contract knows', async () => {
  const { ask } = startApp();
  for (const [name] of calls)
    expect(await ask(name, { no: 1 }), name).not.toMatchObject({
      error: { message: expect.stringMatching(/there is no procedure/) },
    });
});
