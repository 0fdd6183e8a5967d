import { describe, expect, it } from 'vitest';
import type { ImportSource } from '../../../shared/imports/import-kinds.ts';
import { recognizeFile } from '../../../shared/imports/recognize-file.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { importReaders } from './import-readers.ts';
import { guideSections, type ReadRule, type RulePlace, readRule as readRuleAs } from './rule-definitions.ts';

const read = (result: ReadRule) => {
  if (result.kind === 'refused') throw new Error(result.reason);
  return result;
};

const readRule = (
  source: ImportSource,
  place: RulePlace,
  text: string,
  taken: Iterable<string>,
): ReadRule => {
  const { rules } = importReaders[source];
  if (rules === undefined) throw new Error(`${source} says no rules`);
  return readRuleAs(rules, place, text, taken);
};

const at = (place: string) => ({ place, from: { path: place, hash: 'h' } });

const claudeRule = `---
paths:
  - "src/api/**/*.ts"
  - "!src/api/generated/**"
---
# API rules
`;

const cursorRule = `---
description: React component conventions
globs: src/components/**/*.tsx,src/app/**/*.tsx
alwaysApply: false
---

# React components

- Use function components and hooks; no classes.
- Co-locate styles: \`import styles from './button.module.css'\`.
- Never write \`\${process.env.SECRET}\` into markup.
`;

const copilotInstructions = `---
applyTo: "**/*.py"
description: 'Python style'
excludeAgent: "code-review"
---
Follow PEP 8. Type-annotate every public function.
`;

const guide = `Read this before you change anything.

# Agents

## Build

\`\`\`sh
# no heading, a comment
npm ci && npm test
\`\`\`

## Style
### Names
Files are kebab-case.

@docs/style.md
`;

describe('a rule file becomes a rule and a memory', () => {
  it('of Cursor, with its globs as one condition', () => {
    const { engine, rule, memory, notes } = read(
      readRule('cursor_rules', at('.cursor/rules/react-components.mdc'), cursorRule, []),
    );
    const pattern = '^(?:src/components(?:/.*?/|/)[^/]*?\\.tsx|src/app(?:/.*?/|/)[^/]*?\\.tsx)$';
    expect({ engine: engine.id, rule, notes }).toEqual({
      engine: 'cursor-rules',
      rule: {
        id: 'cursor-react-components',
        name: 'React components',
        description: 'React component conventions',
        tags: ['imported'],
        when: [{ field: 'addVar.file_path', operator: 'regex', value: pattern }],
        then: { add_memories: ['cursor-react-components'] },
      },
      notes: [],
    });
    expect(checkMemory(memory)).toEqual([]);
    expect(memory.contribution).toEqual({ section: 'constraints', priority: 'medium', format: 'prose' });
    // What looks like a template stays text.
    expect(JSON.stringify(memory.retrieval)).toContain('$${process.env.SECRET}');
  });

  it('of Copilot, telling what was left out', () => {
    const { engine, rule, notes } = read(
      readRule(
        'copilot_instructions',
        at('.github/instructions/python.instructions.md'),
        copilotInstructions,
        [],
      ),
    );
    expect(engine.id).toBe('copilot-instructions');
    expect(rule).toMatchObject({ id: 'copilot-python', name: 'python', when: [{ operator: 'regex' }] });
    expect(notes).toEqual(['"excludeAgent: code-review" has no counterpart and was left out']);
  });

  it('of Claude Code, always where it names no paths', () => {
    const { engine, rule } = read(
      readRule('claude_rules', at('.claude/rules/web/testing.md'), '# Tests\nUse vitest.', []),
    );
    expect(engine.id).toBe('claude-code-rules');
    expect(rule).toMatchObject({ id: 'claude-web-testing', name: 'Tests', when: [] });
  });

  it('under an id of its own when another has it', () => {
    const { rule, memory } = read(readRule('cursor_rules', at('a.mdc'), cursorRule, ['cursor-a']));
    expect([rule.id, memory.id, rule.then.add_memories]).toEqual([
      'cursor-a-2',
      'cursor-a-2',
      ['cursor-a-2'],
    ]);
  });

  it.each([
    ['cursor_rules', '---\nalwaysApply: true\nglobs: a.ts\n---\nB', { when: [] }, /"globs" was left out/],
    ['cursor_rules', '---\ndescription: d\n---\nB', { enabled: false, when: [] }, /muted: the agent decides/],
    [
      'cursor_rules',
      '---\nglobs:\n---\nB',
      { enabled: false, when: [] },
      /muted: it applies when a user names/,
    ],
    ['cursor_rules', '---\nalwaysApply: "true"\nx: 1\n---\nB', { when: [] }, /"x: 1" has no counterpart/],
    ['copilot_instructions', '---\napplyTo: "**"\n---\nB', { when: [] }, /rule without conditions/],
    ['copilot_instructions', 'B', { enabled: false, when: [] }, /muted: without "applyTo"/],
  ] as const)('of %s %j with a note', (source, text, rule, note) => {
    const result = read(readRule(source, at('a.md'), text, []));
    expect(result.rule).toMatchObject(rule);
    expect(result.notes).toEqual([expect.stringMatching(note)]);
  });

  it('leaves out a glob that no condition can say, with a note, and keeps the others', () => {
    const { rule, notes } = read(readRule('claude_rules', at('.claude/rules/api.md'), claudeRule, []));
    expect([rule.enabled, rule.when[0]?.value]).toEqual([undefined, '^(?:src/api(?:/.*?/|/)[^/]*?\\.ts)$']);
    expect(notes).toEqual([
      'the glob "!src/api/generated/**" says which files not to match, which no condition can; name those that match; it was left out',
    ]);
  });

  it('is muted where no glob of it can be said', () => {
    const { rule, notes } = read(
      readRule('claude_rules', at('a/.claude/rules/b.md'), '---\npaths: ["!b", "src/!(a|c)"]\n---\nB', []),
    );
    expect([rule.enabled, rule.when, notes.length]).toEqual([false, [], 4]);
    expect(notes.at(-1)).toContain('muted: none of its globs');
  });

  const files = (value: string) => ({ when: [{ field: 'addVar.file_path', operator: 'regex', value }] });
  const ts = files('^(?:src(?:/.*?/|/)[^/]*?\\.ts)$');
  const always = { when: [] };
  const muted = { enabled: false, when: [] };

  it.each([
    ['windsurf_rules', '.windsurf/rules/a.md', 'trigger: always_on', always],
    ['windsurf_rules', '.windsurf/rules/a.md', 'trigger: glob\nglobs: src/**/*.ts', ts],
    ['windsurf_rules', '.windsurf/rules/a.md', 'trigger: model_decision\ndescription: When in doubt', muted],
    ['windsurf_rules', '.windsurf/rules/a.md', 'trigger: manual', muted],
    ['cline_rules', '.clinerules/a.md', 'description: All', always],
    ['cline_rules', '.clinerules/a.md', 'paths:\n  - "src/**/*.ts"', ts],
    ['continue_rules', '.continue/rules/a.md', 'name: A rule', { ...always, name: 'A rule' }],
    ['continue_rules', '.continue/rules/a.md', 'globs: ["src/**/*.ts"]', ts],
    ['continue_rules', '.continue/rules/a.md', 'alwaysApply: true\nglobs: src/**/*.ts', always],
    ['continue_rules', '.continue/rules/a.md', 'alwaysApply: false\ndescription: d', muted],
    ['continue_rules', '.continue/rules/a.md', 'regex: "^import"', muted],
    ['kiro_steering', '.kiro/steering/a.md', 'inclusion: always', always],
    ['kiro_steering', '.kiro/steering/a.md', 'description: nothing else', always],
    ['kiro_steering', '.kiro/steering/a.md', 'inclusion: fileMatch\nfileMatchPattern: "src/**/*.ts"', ts],
    ['kiro_steering', '.kiro/steering/a.md', 'inclusion: auto\nname: a\ndescription: d', muted],
    ['kiro_steering', '.kiro/steering/a.md', 'inclusion: manual', muted],
  ] as const)('of %s at %s with %j', (source, path, matter, rule) => {
    expect(recognizeFile(path)).toBe(source);
    expect(read(readRule(source, at(path), `---\n${matter}\n---\nB`, [])).rule).toMatchObject(rule);
    expect(read(readRule(source, at(path), 'Without front matter.', [])).rule).toMatchObject(always);
    expect(read(readRule(source, at(`web/${path}`), `---\n${matter}\n---\nB`, [])).rule.id).toMatch(
      /^\w+-a$/,
    );
  });

  it.each([
    ['windsurf_rules', '---\ntrigger: sometimes\n---\nB', /"trigger" must be/],
    ['windsurf_rules', '---\ntrigger: glob\n---\nB', /needs "globs"/],
    ['kiro_steering', '---\ninclusion: fileMatch\n---\nB', /needs "fileMatchPattern"/],
    ['kiro_steering', '---\ninclusion: x\n---\nB', /"inclusion" must be/],
    ['claude_rules', '---\npaths: 3\n---\nB', /"paths" must be a glob or a list of globs, not 3/],
    ['cursor_rules', '---\nalwaysApply: "yes"\n---\nB', /"alwaysApply" must be true or false, not yes/],
    ['cursor_rules', '---\nglobs: a\n---\n\n', /says nothing below its front matter/],
    ['copilot_instructions', '---\napplyTo: [a, {b: 1}]\n---\nB', /"applyTo" must be a glob/],
    ['guide', '\n', /is empty/],
  ] as const)('of %s not, where it cannot be understood', (source, text, reason) => {
    expect(readRule(source, at('a.md'), text, [])).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(reason),
    });
  });

  it('refuses bad front matter with its line', () => {
    const text = '---\ndescription: ok\nglobs: [a, b\n---\nB';
    expect(readRule('cursor_rules', at('a.mdc'), text, [])).toMatchObject({ kind: 'refused', line: 4 });
  });
});

describe('a rule file of a folder within the project', () => {
  const place = 'apps/(web)/.cursor/rules/css.mdc';
  const patternOf = (text: string) => {
    const { rule, notes } = read(readRule('cursor_rules', at(place), text, []));
    expect(notes).toEqual(['it stands in "apps/(web)", so that it is for files there']);
    return rule.when[0]?.value;
  };

  it.each([
    [
      'its globs are from there on',
      'globs: *.css, ./src/**',
      '^(?:apps/\\(web\\)/[^/]*?\\.css|apps/\\(web\\)/src(?:/.*?|$))$',
    ],
    ['globs from the top may name it', 'globs: apps/(web)/*.css', '^(?:apps/\\(web\\)/[^/]*?\\.css)$'],
    ['one that always applies is for all files there', 'alwaysApply: true', '^(?:apps/\\(web\\)(?:/.*?|$))$'],
  ])('is for files there: %s', (_, matter, pattern) => {
    expect(patternOf(`---\n${matter}\n---\nB`)).toBe(pattern);
  });
});

describe('a guide', () => {
  it('has a memory with its sections, for every request when it stands at the top', () => {
    const { rule, memory, notes } = read(readRule('guide', at('AGENTS.md'), guide, []));
    expect(rule).toMatchObject({ id: 'guide-agents', when: [] });
    expect(memory.retrieval.pipeline[0]?.params?.items).toHaveLength(3);
    expect(notes).toEqual(['"@docs/style.md" was not followed; import that file as well']);
  });

  it.each([
    ['packages/api/CLAUDE.md', '^(?:packages/api(?:/.*?|$))$'],
    ['packages/api/.claude/CLAUDE.md', '^(?:packages/api(?:/.*?|$))$'],
    ['app/(shop)/AGENTS.md', '^(?:app/\\(shop\\)(?:/.*?|$))$'],
  ])('is for the files of its folder: %s', (path, value) => {
    expect(read(readRule('guide', at(path), guide, [])).rule.when).toEqual([
      { field: 'addVar.file_path', operator: 'regex', value },
    ]);
  });

  it('is for every request in the folder of a tool', () => {
    expect(read(readRule('guide', at('.github/copilot-instructions.md'), guide, [])).rule.when).toEqual([]);
  });

  it('is for where it stands in the project, which its id says', () => {
    expect(read(readRule('guide', at('packages/api/CLAUDE.md'), guide, [])).rule).toMatchObject({
      id: 'guide-packages-api-claude',
      when: [{ value: '^(?:packages/api(?:/.*?|$))$' }],
    });
  });

  it('tells of each file that it takes in, and of nothing that only looks like one', () => {
    const text = [
      'See @README.md and (@docs/a-b.md), twice @README.md, @~/.claude/me and @../top.md.',
      '@./notes/x.md',
      'Ask @ann or ann@example.com about `@code.md` and @testing-library/react.',
      '```\n@fenced.md\n```',
    ].join('\n');
    const { notes } = read(readRule('guide', at('CLAUDE.md'), text, []));
    expect(notes.map(note => note.split('"')[1])).toEqual([
      '@README.md',
      '@docs/a-b.md',
      '@~/.claude/me',
      '@../top.md',
      '@./notes/x.md',
    ]);
  });

  it('is split at headings, not within code, and loses no heading', () => {
    expect(guideSections(guide).map(({ title, content }) => [title, content.split('\n')[0]])).toEqual([
      ['', 'Read this before you change anything.'],
      ['Agents › Build', '# Agents'],
      ['Agents › Style › Names', '## Style'],
    ]);
    const together = guideSections(guide)
      .map(({ content }) => content)
      .join('\n\n');
    const lines = (text: string) => text.split('\n').filter(line => line.trim() !== '');
    expect(lines(together)).toEqual(lines(guide));
    expect(guideSections('# A\n\ntext\n\n## Last').map(({ title }) => title)).toEqual(['A', 'A › Last']);
  });
});
