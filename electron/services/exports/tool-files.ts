import { unreachable } from '../../../shared/contract/errors.ts';
import { recognizeFile } from '../../../shared/imports/recognize-file.ts';
import { isJsonObject, isMissing } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import { scopeIdField } from '../../../shared/rules/evaluation/required-variables.ts';
import { saying } from '../../../shared/rules/operators.ts';
import { importedFrom } from '../imports/imported-from.ts';
import { globsOfPattern } from './globs-of-pattern.ts';

/** Files that other tools read. */
type ToolFormat = 'mdc' | 'instructions' | 'claude-md' | 'agents-md';

interface ToolFile {
  /** Where the tool looks for it, from the project on. */
  readonly path: string;
  readonly text: string;
}

export interface ToolFiles {
  readonly files: readonly ToolFile[];
  /** What these files cannot say, one sentence a rule. */
  readonly notes: readonly string[];
}

/** A rule as a file can say it: for which files, or always, or only when somebody asks for it. */
interface SaidRule {
  readonly rule: ContextRule;
  readonly globs: readonly string[] | 'always' | 'asked';
  readonly text: string;
  /** The file it was imported from. */
  readonly path: string | undefined;
}

/** Memory types that rules add, and the ids of all, of which one may have been meant. */
interface KnownMemories {
  readonly get: (id: string) => PersistentMemory | undefined;
  readonly ids: readonly string[];
}

/** Rules with their texts as the files of a tool. What a file cannot say is left out with a note. */
export function toolFiles(
  format: ToolFormat,
  engines: readonly ContextRuleEngine[],
  memories: KnownMemories,
): ToolFiles {
  const files = new Map<string, string>();
  const notes: string[] = [];
  for (const { id, enabled, rules } of engines) {
    if (!enabled) notes.push(`${id} was left out, because it is switched off`);
    for (const rule of enabled ? rules : []) {
      const file = fileFor(format, rule, memories, files);
      if (typeof file === 'string') {
        notes.push(`${id}/${rule.id} was left out: ${file}`);
        continue;
      }
      files.set(file.path, file.text);
      const unsaid = unsaidOf(rule, memories);
      if (unsaid.length > 0)
        notes.push(`${id}/${rule.id} was written without its ${unsaid.join(' and its ')}`);
    }
  }
  return { files: [...files].map(([path, text]) => ({ path, text })), notes };
}

/** What no tool has a word for, where it is not what an import gives a rule of theirs. */
function unsaidOf(rule: ContextRule, memories: KnownMemories): string[] {
  const contributions = rule.then.add_memories.flatMap(id => memories.get(id)?.contribution ?? []);
  const sections = [...new Set(contributions.map(({ section }) => section))];
  const priorities = [...new Set(contributions.map(({ priority }) => priority))];
  return [
    ...(sections.some(section => section !== imported.section) ? [`section (${sections.join(', ')})`] : []),
    ...(priorities.some(priority => priority !== imported.priority)
      ? [`priority (${priorities.join(', ')})`]
      : []),
  ];
}

const imported = { section: 'constraints', priority: 'medium' } as const;

/** The file of a rule as it is then, with what stood in it; or why there can be none. */
function fileFor(
  format: ToolFormat,
  rule: ContextRule,
  memories: KnownMemories,
  files: ReadonlyMap<string, string>,
): ToolFile | string {
  const said = sayRule(rule, memories);
  const file = typeof said === 'string' ? said : fileOf(format, said, files);
  return typeof file !== 'string' && leaves(file.path) ? `${file.path} is outside the project` : file;
}

/** What a project says of its files, and its patterns, may be anything. */
const leaves = (path: string): boolean =>
  path.includes('\\') || path.split('/').some(name => name === '' || name === '.' || name === '..');

function sayRule(rule: ContextRule, memories: KnownMemories): SaidRule | string {
  const globs = globsOf(rule);
  if (globs === undefined) return 'its conditions ask for more than the path of a file, as globs can say it';
  const texts: string[] = [];
  for (const id of rule.then.add_memories) {
    const memory = memories.get(id);
    if (memory === undefined) return withNearest(`there is no memory type "${id}"`, id, memories.ids);
    const asked = askedFor(memory);
    if (asked.length > 0) return `the memory type "${id}" asks for ${asked.join(', ')}`;
    const text = textOf(memory);
    if (text === undefined) return `the memory type "${id}" is no fixed text`;
    texts.push(text);
  }
  const [only] = rule.then.add_memories;
  const memory = rule.then.add_memories.length === 1 ? memories.get(only ?? '') : undefined;
  return { rule, globs, text: texts.join('\n\n'), path: memory && importedFrom(memory)?.path };
}

function globsOf(rule: ContextRule): SaidRule['globs'] | undefined {
  if (!isRuleEnabled(rule)) return rule.when.length === 0 ? 'asked' : undefined;
  const [condition, ...others] = rule.when;
  if (condition === undefined) return 'always';
  const { field, operator, value } = condition;
  if (
    others.length > 0 ||
    field !== 'addVar.file_path' ||
    operator !== saying.pattern ||
    typeof value !== 'string'
  )
    return undefined;
  return globsOfPattern(value);
}

/** What a request has to give, without which the memory type brings nothing. */
const askedFor = ({ inputs_scope, additional_variables }: PersistentMemory): string[] => [
  ...inputs_scope.map(scopeIdField),
  ...additional_variables.flatMap(({ name, required, default: fallback }) =>
    required === true && isMissing(fallback) ? [name] : [],
  ),
];

/**
 * The text of a memory type that brings nothing else, as much of it as it brings; undefined where it is fetched, or
 * depends on the request.
 */
function textOf({ retrieval: { pipeline }, contribution }: PersistentMemory): string | undefined {
  const [step, ...others] = pipeline;
  const items = step?.type === 'static' && others.length === 0 ? step.params?.items : undefined;
  if (!Array.isArray(items)) return undefined;
  const texts = items.map(item => (isJsonObject(item) ? item.content : item));
  if (!texts.every(text => typeof text === 'string')) return undefined;
  const isFixed = texts.every(text => !/(?<!\$)\$\{/.test(text));
  const { max_items: most } = contribution;
  // The same text twice is one.
  const brought = most === undefined ? texts : [...new Set(texts)].slice(0, most);
  return isFixed ? brought.join('\n\n').replaceAll('$${', () => '${') : undefined;
}

function fileOf(format: ToolFormat, said: SaidRule, files: ReadonlyMap<string, string>): ToolFile | string {
  switch (format) {
    case 'mdc':
      return fileAt(format, said, files, [
        ...describe(said),
        ...(Array.isArray(said.globs) ? [`globs: ${said.globs.join(',')}`] : []),
        `alwaysApply: ${said.globs === 'always'}`,
      ]);
    case 'instructions': {
      const globs = said.globs === 'always' ? ['**'] : said.globs;
      const applies = globs === 'asked' ? [] : [`applyTo: ${JSON.stringify(globs.join(','))}`];
      return fileAt(format, said, files, [...applies, ...describe(said)]);
    }
    case 'claude-md':
      return guideAt('CLAUDE.md', said, files);
    case 'agents-md':
      return guideAt('AGENTS.md', said, files);
    default:
      return unreachable(format);
  }
}

const describe = ({ rule: { description } }: SaidRule): string[] =>
  description === undefined ? [] : [`description: ${JSON.stringify(description)}`];

const places = {
  mdc: { source: 'cursor_rules', prefix: 'cursor-', folder: '.cursor/rules', ending: '.mdc' },
  instructions: {
    source: 'copilot_instructions',
    prefix: 'copilot-',
    folder: '.github/instructions',
    ending: '.instructions.md',
  },
} as const;

/** A file of its own for a rule: the one it came from, or one of its id. */
function fileAt(
  format: keyof typeof places,
  { rule, text, path }: SaidRule,
  files: ReadonlyMap<string, string>,
  matter: readonly string[],
): ToolFile | string {
  const { source, prefix, folder, ending } = places[format];
  const stem = rule.id.startsWith(prefix) ? rule.id.slice(prefix.length) : rule.id;
  const known = path !== undefined && recognizeFile(path) === source ? path : undefined;
  const at = known ?? `${folder}/${stem}${ending}`;
  if (files.has(at)) return `another rule is ${at} already`;
  const head = matter.length === 0 ? '' : `---\n${matter.map(line => `${line}\n`).join('')}---\n\n`;
  return { path: at, text: `${head}${text}\n` };
}

/** Guides are for a folder, and hold all that is for it. */
function guideAt(
  name: string,
  { globs, text }: SaidRule,
  files: ReadonlyMap<string, string>,
): ToolFile | string {
  if (globs === 'asked') return `it is muted, and ${name} is always read`;
  const folder = globs === 'always' ? '' : folderOf(globs);
  if (folder === undefined) return `${name} is for the folder it stands in, not for ${globs.toString()}`;
  const path = folder === '' ? name : `${folder}/${name}`;
  const before = files.get(path);
  return { path, text: before === undefined ? `${text}\n` : `${before}\n${text}\n` };
}

/** The one folder that globs stand for. */
function folderOf(globs: readonly string[]): string | undefined {
  const [only, ...others] = globs;
  const folder = others.length > 0 ? undefined : /^(.+)\/\*\*$/.exec(only ?? '')?.[1];
  const isPlain = folder !== undefined && !/(?<!\\)[*?[\]{}!]/.test(folder);
  return isPlain ? folder.replace(/\\(.)/g, '$1') : undefined;
}
