import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { patternOfGlobs } from '../imports/glob-pattern.ts';
import { withoutOrigin } from '../imports/imported-from.ts';
import { globsOfPattern } from './globs-of-pattern.ts';

type Files = { name: string; text: string }[];

/** An empty project with these files imported: its engines, and its memory types without the note of their file. */
async function imported(files: Files) {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const { items, refused } = await call('imports.apply', { files });
  const list = await call('engines.list', {});
  const engines = await Promise.all(
    list.engines.map(async ({ id }) => (await call('engines.get', { id })).engine),
  );
  const memories = (await call('memories.list', {})).memories;
  const whole = await Promise.all(
    memories.map(async ({ id }) => (await call('memories.get', { id })).memory),
  );
  return { call, items, refused, engines, memories: whole.map(withoutOrigin) };
}

const segment = fc.constantFrom(
  'src',
  'a-b',
  '*',
  '*.ts',
  '*.*',
  '*.{ts,tsx}',
  '[ab]x',
  'f?.md',
  '(shop)',
  'ü',
);
const glob = fc
  .array(fc.oneof(segment, fc.constant('**')), { minLength: 1, maxLength: 4 })
  .map(parts => parts.join('/'))
  .filter(text => !text.includes('**/**'));
const globs = fc.uniqueArray(glob, { minLength: 1, maxLength: 3 });
const line = fc.constantFrom(
  'Use tabs.',
  '- one ``x`` and ${secret}',
  'A $${b} c',
  '```sh',
  '# in a block or not',
  '```',
  '## Style',
  '### Names › all',
  '',
  '<b>&amp;</b> "quotes"',
);
const body = fc.array(line, { maxLength: 8 }).map(lines => ['# Title', 'Text.', ...lines, 'End.'].join('\n'));
const description = fc.option(fc.constantFrom('Plain', 'With: colon "and" quotes', '- dash'), {
  nil: undefined,
});
const names = ['one', 'two', 'web/three'];

const matter = (lines: (string | undefined)[]): string =>
  `---\n${lines.filter(text => text !== undefined).join('\n')}\n---\n`;
const described = (text: string | undefined) => text && `description: ${JSON.stringify(text)}`;

const cursorFile = fc
  .record({ globs: fc.option(globs), body, description, always: fc.boolean() })
  .map(rule =>
    [
      matter([
        described(rule.description),
        rule.globs && !rule.always ? `globs: ${rule.globs.join(',')}` : undefined,
        `alwaysApply: ${rule.always}`,
      ]),
      rule.body,
    ].join('\n'),
  );
const copilotFile = fc
  .record({ globs: fc.option(fc.oneof(globs, fc.constant(['**']))), body, description })
  .map(rule =>
    [
      matter([
        described(rule.description) ?? 'name: ""',
        rule.globs ? `applyTo: ${JSON.stringify(rule.globs.join(','))}` : undefined,
      ]),
      rule.body,
    ].join('\n'),
  );

const several = (text: fc.Arbitrary<string>, nameOf: (name: string) => string): fc.Arbitrary<Files> =>
  fc
    .array(text, { minLength: 1, maxLength: 3 })
    .map(texts => texts.map((content, at) => ({ name: nameOf(names[at] ?? 'x'), text: content })));

const kinds = [
  ['mdc', 'cursor-rules', several(cursorFile, name => `.cursor/rules/${name}.mdc`)],
  [
    'instructions',
    'copilot-instructions',
    several(copilotFile, name => `.github/instructions/${name}.instructions.md`),
  ],
  ['claude-md', 'agent-guides', several(body, name => `${name === 'one' ? '' : `${name}/`}CLAUDE.md`)],
  ['agents-md', 'agent-guides', several(body, name => `${name === 'one' ? '' : `${name}/`}AGENTS.md`)],
] as const;

describe('what was imported, exported and imported elsewhere is the same', () => {
  it.each(kinds)('as %s', async (as, id, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async files => {
        const first = await imported(files);
        expect(first.refused).toEqual([]);
        const exported = await first.call('engines.export', { id, as });
        expect(exported.notes).toBeUndefined();
        const given = (exported.files ?? []).map(({ path, text }) => ({ name: path, text }));
        const second = await imported(given);
        expect([second.refused, second.engines, second.memories]).toEqual([
          [],
          first.engines,
          first.memories,
        ]);
      }),
      { numRuns: propertyRuns(12, 1 / 3) },
    );
  });

  it.each(kinds)('as JSON with memories, of %s', async (_, id, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async files => {
        const first = await imported(files);
        const { text } = await first.call('engines.export', { id, with_memories: true });
        const second = await imported([{ name: 'bundle.json', text }]);
        expect([second.refused, second.engines, second.memories]).toEqual([
          [],
          first.engines,
          first.memories,
        ]);
        const alone = await first.call('engines.export', { id });
        expect((await imported([{ name: 'engine.json', text: alone.text }])).memories).toEqual([]);
      }),
      { numRuns: propertyRuns(5, 2 / 5) },
    );
  });
});

it('what a file cannot say is left out with a note', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const rule = (name: string, when: object[], add_memories: string[]) => ({
    name,
    when,
    then: { add_memories },
  });
  const path = (value: string) => ({ field: 'addVar.file_path', operator: 'regex', value });
  const memory = (id: string, items: unknown[]) => ({
    id,
    label: id,
    retrieval: { pipeline: [{ type: 'static' as const, params: { items } }] },
    contribution: { section: 'constraints' as const, priority: 'low' as const, format: 'prose' as const },
  });
  await call('memories.create', { memory: memory('said', ['Said.']) });
  await call('memories.create', { memory: memory('asks', ['In ${phase}.']) });
  const rules = [
    rule('always', [], ['said']),
    rule('pattern', [path('\\.ts$')], ['said']),
    rule('phase', [{ field: 'addVar.phase', operator: 'eq', value: 'x' }], ['said']),
    rule('asks', [], ['asks']),
    rule('unknown', [], ['nothing']),
    rule('outside', [path('^(?:\\.\\./up(?:/.*?|$))$')], ['said']),
  ];
  const engine = { id: 'e', name: 'E', rules };
  await call('engines.import', {
    files: [{ name: 'e.json', text: JSON.stringify(engine) }],
    on_conflict: 'keep',
  });
  const { files, notes } = await call('engines.export', { id: 'e', as: 'agents-md' });
  expect(files).toEqual([{ path: 'AGENTS.md', text: 'Said.\n' }]);
  expect(notes?.[0]).toBe('e/always was written without its priority (low)');
  expect(notes?.map(note => note.split(' ')[0])).toEqual([
    'e/always',
    'e/pattern',
    'e/phase',
    'e/asks',
    'e/unknown',
    'e/outside',
  ]);
  const whole = await call('engines.export', { id: 'e', with_memories: true });
  expect(whole.notes).toEqual(['there is no memory type "nothing"']);
});

it('a file says no more than the rule brings, and not always what a request has to ask for', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const memory = (id: string, items: string[], of: object, max_items?: number) => ({
    id,
    label: id,
    retrieval: { pipeline: [{ type: 'static' as const, params: { items } }] },
    contribution: {
      section: 'constraints' as const,
      priority: 'medium' as const,
      format: 'prose' as const,
      ...(max_items !== undefined && { max_items }),
    },
    ...of,
  });
  const phase = { name: 'phase', type: 'string' as const };
  const memories = [
    memory('few', ['One.', 'One.', 'Two.', 'Three.'], {}, 2),
    memory('of-users', ['For users.'], { inputs_scope: ['user' as const] }),
    memory('of-phases', ['In a phase.'], { additional_variables: [{ ...phase, required: true }] }),
    memory('of-any', ['In any.'], { additional_variables: [phase] }),
  ];
  for (const one of memories) await call('memories.create', { memory: one });
  const ids = [...memories.map(({ id }) => id), 'of-uzers'];
  const rules = ids.map(id => ({ id, name: id, when: [], then: { add_memories: [id] } }));
  await call('engines.import', {
    files: [{ name: 'e.json', text: JSON.stringify({ id: 'e', name: 'E', rules }) }],
    on_conflict: 'keep',
  });
  const { files, notes } = await call('engines.export', { id: 'e', as: 'agents-md' });
  expect(files).toEqual([{ path: 'AGENTS.md', text: 'One.\n\nTwo.\n\nIn any.\n' }]);
  expect(notes).toEqual([
    'e/of-users was left out: the memory type "of-users" asks for scope.user.user_id',
    'e/of-phases was left out: the memory type "of-phases" asks for phase',
    'e/of-uzers was left out: there is no memory type "of-uzers"; did you mean "of-users"?',
  ]);
  const bundled = await call('engines.export', { id: 'e', with_memories: true });
  expect(bundled.notes).toEqual(['there is no memory type "of-uzers"; did you mean "of-users"?']);
});

it('globs come back from their pattern, or nothing does', () => {
  fc.assert(
    fc.property(globs, given => {
      const pattern = patternOfGlobs(given);
      if (!pattern.ok) return;
      const found = globsOfPattern(pattern.pattern);
      expect(found).toBeDefined();
      expect(patternOfGlobs(found ?? [])).toEqual(pattern);
    }),
  );
  expect(['\\.ts$', '^(?:a|(?i)b)$', '^(?:a.b)$', '^a$'].map(globsOfPattern)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
