import type { RuleTool } from '../../../shared/contract/imports.ts';
import { idFromName } from '../../../shared/model/id-name.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { mintFrom } from '../complete-engine.ts';
import { literalGlob, patternOfGlobs } from './glob-pattern.ts';
import { firstHeading, guideSections } from './guide-sections.ts';
import { type ImportedFrom, importedFromKey } from './imported-from.ts';
import { readRuleFile } from './rule-file.ts';
import type { RuleTrigger } from './tool-triggers.ts';

/** The engine that takes the rules of one tool. */
export interface EngineHead {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** A rule with the memory it adds; both have the same id. */
export interface RuleWithMemory {
  readonly engine: EngineHead;
  readonly rule: ContextRule;
  readonly memory: PersistentMemory;
  readonly notes: readonly string[];
}

export type RuleSource = RuleTool | 'guide';

interface Target extends EngineHead {
  /** Begins the ids. */
  readonly prefix: string;
}

const targets: Readonly<Record<RuleSource, Target>> = {
  claude_rules: {
    id: 'claude-code-rules',
    name: 'Claude Code rules',
    description: 'Rules imported from .claude/rules.',
    prefix: 'claude',
  },
  cursor_rules: {
    id: 'cursor-rules',
    name: 'Cursor rules',
    description: 'Rules imported from .cursor/rules.',
    prefix: 'cursor',
  },
  copilot_instructions: {
    id: 'copilot-instructions',
    name: 'Copilot instructions',
    description: 'Rules imported from *.instructions.md.',
    prefix: 'copilot',
  },
  windsurf_rules: {
    id: 'windsurf-rules',
    name: 'Windsurf rules',
    description: 'Rules imported from .windsurf/rules.',
    prefix: 'windsurf',
  },
  cline_rules: {
    id: 'cline-rules',
    name: 'Cline rules',
    description: 'Rules imported from .clinerules.',
    prefix: 'cline',
  },
  continue_rules: {
    id: 'continue-rules',
    name: 'Continue rules',
    description: 'Rules imported from .continue/rules.',
    prefix: 'continue',
  },
  kiro_steering: {
    id: 'kiro-steering',
    name: 'Kiro steering',
    description: 'Rules imported from .kiro/steering.',
    prefix: 'kiro',
  },
  guide: {
    id: 'agent-guides',
    name: 'Agent guides',
    description: 'Guides such as AGENTS.md and CLAUDE.md, each for the folder it stands in.',
    prefix: 'guide',
  },
};

export type ReadRule =
  | ({ readonly kind: 'read' } & RuleWithMemory)
  | { readonly kind: 'refused'; readonly reason: string; readonly line?: number; readonly column?: number };

/** Where a rule file stands in the project, or else below what was given, and how it is found again. */
export interface RulePlace {
  readonly place: string;
  readonly from: ImportedFrom;
}

/** A rule file of a tool, or a guide, as a rule and the memory with what it says; `taken` are ids of others. */
export function readRule(
  source: RuleSource,
  { place, from }: RulePlace,
  text: string,
  taken: Iterable<string>,
): ReadRule {
  const file =
    source === 'guide' ? readGuide(guideFolder(place), text) : readRuleFile(source, text, ruleFolder(place));
  if (file.kind === 'refused') return file;
  const { prefix, ...engine } = targets[source];
  const stem = stemOf(place);
  const id = mintFrom(idFromName(`${prefix}-${stem}`, prefix), prefix, taken);
  const name = (file.name || (firstHeading(file.body) ?? stem)).slice(0, 300);
  const memory = memoryOf(id, name, file.description || `From ${place}.`, source, file.body);
  return {
    kind: 'read',
    engine,
    notes: [...file.notes],
    rule: ruleOf(id, name, file.description, file.trigger),
    memory: { ...memory, [importedFromKey]: from },
  };
}

type Guide = ReturnType<typeof readRuleFile>;

/** A guide is for the folder it stands in, and all below it; the one at the top is for every request. */
function readGuide(folder: string, given: string): Guide {
  const body = given
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
  if (body === '') return { kind: 'refused', reason: 'is empty' };
  const notes = importsIn(body).map(file => `"@${file}" was not followed; import that file as well`);
  const trigger = guideTrigger(folder);
  return typeof trigger === 'string'
    ? { kind: 'refused', reason: trigger }
    : { kind: 'read', trigger, name: '', description: '', body, notes };
}

/** Files that a guide takes in by `@path`, at a line's start or within it; not in code, and no address of a person. */
function importsIn(body: string): string[] {
  const prose = body
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))/gm, '')
    .replace(/`[^`\n]*`/g, '');
  const named = [...prose.matchAll(/(?:^|[\s(])@([\w~./-]*[\w/-])/g)].map(match => match[1] ?? '');
  // "@name" is a person and "@name/of" a package; a file has an ending, or the way to it begins somewhere.
  return [...new Set(named)].filter(name => /^(?:~|\.{1,2}|)\/|\.\w+$/.test(name));
}

function guideTrigger(folder: string): RuleTrigger | string {
  if (folder === '') return { when: 'always' };
  const read = patternOfGlobs([`${literalGlob(folder)}/**`]);
  return read.ok ? { when: 'files', pattern: read.pattern } : read.reason;
}

/** The folder that a guide stands in; a hidden one is a tool's own, in the folder above it. */
const guideFolder = (place: string): string => place.replace(/(?:^|\/)(?:\.[^/]+\/.*|[^/]*)$/, '');

/** The folder in which a tool keeps its rules, where that is not the top. */
const ruleFolder = (place: string): string =>
  /^(.*?)\/\.(?:claude|cursor|windsurf|clinerules|continue|kiro)\//.exec(place)?.[1] ?? '';

/** What a file's name adds to an id: the way below the tool's folder, without endings. */
function stemOf(path: string): string {
  return path
    .replace(/^(?:.*\/)?\.(?:(?:claude|cursor|windsurf|continue)\/rules|clinerules|kiro\/steering)\//, '')
    .replace(/^.*\.github\/(?:instructions\/)?/, '')
    .replace(/(?:\.instructions)?\.(?:mdc?|markdown|txt)$/i, '')
    .replace(/^\./, '');
}

function ruleOf(id: string, name: string, description: string, trigger: RuleTrigger): ContextRule {
  return {
    id,
    name,
    ...(description !== '' && { description }),
    ...(trigger.when === 'muted' && { enabled: false }),
    tags: ['imported'],
    when:
      trigger.when === 'files'
        ? [{ field: 'addVar.file_path', operator: 'regex', value: trigger.pattern }]
        : [],
    then: { add_memories: [id] },
  };
}

function memoryOf(
  id: string,
  label: string,
  description: string,
  source: RuleSource,
  body: string,
): PersistentMemory {
  const sections = source === 'guide' ? guideSections(body) : [{ title: label, content: body }];
  return {
    id,
    label,
    description,
    version: '1.0.0',
    status: 'active',
    inputs_scope: [],
    additional_variables: [],
    retrieval: { pipeline: [{ type: 'static', alias: 'text', params: { items: sections.map(literal) } }] },
    // What a file says of its own weight is not taken over (T18).
    contribution: { section: 'constraints', priority: 'medium', format: 'prose' },
    tags: ['imported'],
  };
}

const literal = ({ title, content }: { readonly title: string; readonly content: string }) => ({
  title: withoutTemplates(title),
  content: withoutTemplates(content),
});

/** A `${` of the text must not become a template of the step (M3). */
const withoutTemplates = (text: string): string => text.replaceAll('${', () => '$${');
