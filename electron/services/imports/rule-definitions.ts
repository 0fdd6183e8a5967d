import { keptIn, toolFolders } from '../../../shared/imports/recognize-file.ts';
import { idFromName } from '../../../shared/model/id-name.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { saying } from '../../../shared/rules/operators.ts';
import { textHead } from '../../../shared/text-head.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { isFromElsewhere } from '../content/read-sources.ts';
import { mintFrom } from '../rules/complete-engine.ts';
import type { EngineHead, ImportReader, RuleKind } from './import-reader.ts';
import { type ImportedFrom, importedFromKey } from './imported-from.ts';
import type { RuleTrigger } from './rule-trigger.ts';

/** A rule with the memory it adds; both have the same id. */
interface RuleWithMemory {
  readonly engine: EngineHead;
  readonly rule: ContextRule;
  readonly memory: PersistentMemory;
  readonly notes: readonly string[];
}

export type ReadRule =
  | ({ readonly kind: 'read' } & RuleWithMemory)
  | { readonly kind: 'refused'; readonly reason: string; readonly line?: number; readonly column?: number };

/** Where a rule file stands in the project, or else below what was given, and how it is found again. */
export interface RulePlace {
  readonly place: string;
  readonly from: ImportedFrom;
}

/** A reader of files that each say a rule. */
export function ruleReader(rules: RuleKind): ImportReader & { readonly rules: RuleKind } {
  return {
    rules,
    read(file, found, source) {
      const { path, place, root, text } = file;
      const taken = found.candidates.flatMap(({ content }) =>
        content.kind === 'rule' ? [content.rule.id] : [],
      );
      const from = { path: place, ...(root !== undefined && { root }), hash: sha256(text) };
      const read = readRule(rules, { place, from }, text, taken);
      if (read.kind === 'refused') {
        const { kind: _, ...problem } = read;
        found.refused.push({ file: path, ...problem });
        return;
      }
      const { engine, rule, notes } = read;
      // A file of the project is the project's word, one from elsewhere is not.
      const memory: PersistentMemory = isFromElsewhere(file)
        ? { ...read.memory, origin: 'import' }
        : read.memory;
      const content = { kind: 'rule', engine, rule, memory } as const;
      found.candidates.push({ id: `rule:${path}`, source, file: path, name: rule.name, notes, content });
    },
  };
}

/** A file as a rule and the memory with what it says; both have the same id, and `taken` are those of others. */
export function readRule(
  { prefix, isInSections = false, read, id: engineId, name: engineName, description }: RuleKind,
  { place, from }: RulePlace,
  text: string,
  taken: Iterable<string>,
): ReadRule {
  const file = read(place, text);
  if (file.kind === 'refused') return file;
  const stem = stemOf(place);
  const id = mintFrom(idFromName(`${prefix}-${stem}`, prefix), prefix, taken);
  const name = textHead(file.name || (firstHeading(file.body) ?? stem), 300);
  const sections = isInSections ? guideSections(file.body) : [{ title: name, content: file.body }];
  const memory = memoryOf(id, name, file.description || `From ${place}.`, sections);
  return {
    kind: 'read',
    engine: { id: engineId, name: engineName, description },
    notes: [...file.notes],
    rule: ruleOf(id, name, file.description, file.trigger),
    memory: { ...memory, [importedFromKey]: from },
  };
}

// The longer one first: `.github/instructions` or `.github` alone.
const beforeNames = [...keptIn, ...toolFolders].map(folder => folder.replaceAll('.', '\\.')).join('|');
const beforeName = new RegExp(`^(?:.*/)?(?:${beforeNames})/`);

/** What a file's name adds to an id: the way below the tool's folder, without endings. */
function stemOf(path: string): string {
  return path
    .replace(beforeName, '')
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
        ? [{ field: 'addVar.file_path', operator: saying.pattern, value: trigger.pattern }]
        : [],
    then: { add_memories: [id] },
  };
}

function memoryOf(
  id: string,
  label: string,
  description: string,
  sections: readonly { readonly title: string; readonly content: string }[],
): PersistentMemory {
  return {
    id,
    label,
    description,
    version: '1.0.0',
    status: 'active',
    inputs_scope: [],
    additional_variables: [],
    retrieval: { pipeline: [{ type: 'static', alias: 'text', params: { items: sections.map(literal) } }] },
    // What a file says of its own weight is not taken over.
    contribution: { section: 'constraints', priority: 'medium', format: 'prose' },
    tags: ['imported'],
  };
}

const literal = ({ title, content }: { readonly title: string; readonly content: string }) => ({
  title: withoutTemplates(title),
  content: withoutTemplates(content),
});

/** A `${` of the text must not become a template of the step. */
const withoutTemplates = (text: string): string => text.replaceAll('${', () => '$${');

/** A part of a guide below one heading; `title` has the headings above it too. */
interface GuideSection {
  readonly title: string;
  readonly content: string;
}

/**
 * The sections of a Markdown text, at headings of the first three levels; headings within code are text. Contents are
 * the text as it stands, their headings included, so that all of them together are the whole of it.
 */
export function guideSections(markdown: string): GuideSection[] {
  const headings: string[] = [];
  const sections: GuideSection[] = [];
  let lines: string[] = [];
  const finish = (): void => {
    const content = lines.join('\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '');
    lines = [];
    if (content !== '') sections.push({ title: headings.filter(text => text !== '').join(' › '), content });
  };
  // A heading with nothing below it goes with the section under it.
  let hasText = false;
  for (const { line, level, heading } of readLines(markdown)) {
    if (heading !== undefined && hasText) finish();
    lines.push(line);
    hasText = heading === undefined && (hasText || line.trim() !== '');
    if (heading === undefined) continue;
    headings.length = Math.min(headings.length, level - 1);
    headings.push(...Array.from({ length: level - 1 - headings.length }, () => ''), heading);
  }
  finish();
  return sections;
}

interface MarkdownLine {
  readonly line: string;
  readonly level: number;
  /** Of a heading of the first three levels, what it says. */
  readonly heading: string | undefined;
}

function* readLines(markdown: string): Generator<MarkdownLine> {
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === '') fence = mark;
    else if (mark?.startsWith(fence)) fence = '';
    const found = fence === '' ? /^(#{1,3})[ \t]+(.+?)[ \t]*#*$/.exec(line) : null;
    yield { line, level: found?.[1]?.length ?? 0, heading: found?.[2] };
  }
}

/** The first heading of a text; undefined when there is none. */
function firstHeading(markdown: string): string | undefined {
  return /^#{1,6}[ \t]+(.+?)[ \t]*#*$/m.exec(markdown)?.[1];
}
