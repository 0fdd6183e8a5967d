import type { ImportSource } from '../../../shared/contract/imports.ts';
import { type FileFormat, recognizeFile } from '../../../shared/contract/recognize-file.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { MemoryDraft, PersistentMemory } from '../../../shared/model/memory.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import type { ContextRule, EngineDraft } from '../../../shared/model/rule.ts';
import type { ImportFile } from '../../storage/documents/collect-files.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { readConversationFile } from '../conversing/read-conversation-file.ts';
import { documentRefusal } from '../import-documents.ts';
import { engineImport } from '../import-engines.ts';
import { memoryImport } from '../memory-files.ts';
import {
  createPlaceOf,
  type DefinitionJson,
  type DefinitionPlace,
  definitionsIn,
  judgeDefinitions,
  parseDefinitionFile,
} from '../read-definition-files.ts';
import type { ImportProgress } from './import-progress.ts';
import type { SourceFile } from './read-sources.ts';
import { type EngineHead, type RuleSource, readRule } from './rule-definitions.ts';

/** What a candidate brings. */
export type CandidateContent =
  | { readonly kind: 'engine'; readonly draft: EngineDraft }
  | { readonly kind: 'memory'; readonly draft: MemoryDraft }
  | {
      readonly kind: 'rule';
      readonly engine: EngineHead;
      readonly rule: ContextRule;
      readonly memory: PersistentMemory;
    }
  | { readonly kind: 'document'; readonly document: ImportFile }
  /** A memory type whose file is no more. */
  | { readonly kind: 'gone'; readonly id: string };

/** Something that can be imported; the user chooses by `id`. */
export interface ImportCandidate {
  readonly id: string;
  readonly source: ImportSource;
  readonly file: string;
  readonly name: string;
  readonly notes: readonly string[];
  readonly content: CandidateContent;
}

export interface FoundCandidates {
  readonly candidates: ImportCandidate[];
  readonly refused: FileProblem[];
  /** Files that hold conversations, by full path. */
  readonly conversations: string[];
  /** Files that a search met and nobody named, by path: what they are is no matter of an import. */
  readonly left: { readonly papers: string[]; readonly json: string[] };
}

/** Reads every file as what it is. The same files give the same candidates with the same ids. */
export async function findCandidates(
  files: readonly SourceFile[],
  source: ImportSource | undefined,
  progress: ImportProgress,
): Promise<FoundCandidates> {
  const found: FoundCandidates = {
    candidates: [],
    refused: [],
    conversations: [],
    left: { papers: [], json: [] },
  };
  const paths = new Set<string>();
  for (const [index, file] of files.entries()) {
    await progress.pause('judging', index, files.length);
    if (paths.has(file.path)) found.refused.push({ file: file.path, reason: 'was given twice' });
    else if (source !== undefined) readFile({ ...file, isNamed: true }, source, found);
    else readFile(file, recognizeFile(file.fullPath), found);
    paths.add(file.path);
  }
  return found;
}

function readFile(
  file: SourceFile,
  format: ImportSource | FileFormat | undefined,
  found: FoundCandidates,
): void {
  switch (format) {
    case undefined:
      found.refused.push({
        file: file.path,
        reason: 'is no kind of file that can be imported: JSON, Markdown, text, or the rules of a tool',
      });
      break;
    case 'conversation':
      if (!noteConversation(file, found))
        found.refused.push(...readConversationFile(file, undefined).refused);
      break;
    case 'json':
      if (noteConversation(file, found)) break;
      if (file.isNamed || mayDefine(file.text)) readJson(file, format, found);
      else found.left.json.push(file.path);
      break;
    case 'rule_json':
    case 'memory_json':
      readJson(file, format, found);
      break;
    case 'document':
      if (file.isNamed || !paper.test(file.path)) readDocument(file, found);
      else found.left.papers.push(file.path);
      break;
    default:
      readRuleOf(format, file, found);
  }
}

/** What lies in every repository, for people who come to it. */
const paper = /(?:^|\/)(?:readme|changelog|licen[cs]e|contributing|code_of_conduct|security)(?:[.-][^/]*)?$/i;

/** Most JSON of a repository defines nothing for Weft; what might is read, and what is wrong with it told. */
const mayDefine = (text: string): boolean =>
  /"(?:rules|engines|memories)"\s*:\s*\[/.test(text) || /"retrieval"\s*:/.test(text);

/** True for a file that holds a conversation; rules and messages have the same ending. */
function noteConversation(file: SourceFile, found: FoundCandidates): boolean {
  const holds = readConversationFile(file, undefined).conversations.length > 0;
  if (holds) found.conversations.push(file.fullPath);
  return holds;
}

function readDocument({ path, text }: SourceFile, found: FoundCandidates): void {
  const document = { path, text };
  const reason = documentRefusal(document);
  if (reason !== undefined) found.refused.push({ file: path, reason });
  else
    found.candidates.push({
      id: `document:${path}`,
      source: 'document',
      file: path,
      name: path,
      notes: [],
      content: { kind: 'document', document },
    });
}

function readRuleOf(source: RuleSource, file: SourceFile, found: FoundCandidates): void {
  const { path, place, root, text } = file;
  const taken = found.candidates.flatMap(({ content }) => (content.kind === 'rule' ? [content.rule.id] : []));
  const from = { path: place, ...(root !== undefined && { root }), hash: sha256(text) };
  const read = readRule(source, { place, from }, text, taken);
  if (read.kind === 'refused') {
    const { kind: _, ...problem } = read;
    found.refused.push({ file: path, ...problem });
    return;
  }
  const { engine, rule, memory, notes } = read;
  const content = { kind: 'rule', engine, rule, memory } as const;
  found.candidates.push({ id: `rule:${path}`, source, file: path, name: rule.name, notes, content });
}

function readJson(
  { path, text }: SourceFile,
  format: 'json' | 'rule_json' | 'memory_json',
  found: FoundCandidates,
): void {
  const parsed = parseDefinitionFile(path, text);
  if (parsed.kind === 'refused') {
    found.refused.push(parsed.problem);
    return;
  }
  const places = placesIn(parsed, format);
  const engines = judgeDefinitions(engineImport, parsed, places.engines);
  const memories = judgeDefinitions(memoryImport, parsed, places.memories);
  found.refused.push(...places.refused, ...engines.refused, ...memories.refused);
  const base = { file: path, notes: [] };
  for (const [index, { draft }] of engines.candidates.entries())
    found.candidates.push({
      ...base,
      id: `engine:${path}#${index}`,
      source: 'rule_json',
      name: draft.name,
      content: { kind: 'engine', draft },
    });
  for (const [index, { draft }] of memories.candidates.entries())
    found.candidates.push({
      ...base,
      id: `memory:${path}#${index}`,
      source: 'memory_json',
      name: draft.label,
      content: { kind: 'memory', draft },
    });
}

interface Places {
  readonly engines: DefinitionPlace[];
  readonly memories: DefinitionPlace[];
  readonly refused: FileProblem[];
}

/** What stands where in a JSON file: an engine has `rules`, a memory type `retrieval`. */
function placesIn(parsed: DefinitionJson, format: 'json' | 'rule_json' | 'memory_json'): Places {
  const { value, file, json } = parsed;
  const none: Places = { engines: [], memories: [], refused: [] };
  if (format === 'rule_json') return { ...none, engines: definitionsIn(engineImport, value) };
  if (format === 'memory_json') return { ...none, memories: definitionsIn(memoryImport, value) };
  const bundles = bundlesIn(value);
  if (bundles !== undefined) return { ...none, ...bundles };
  const places = definitionsIn(engineImport, value);
  const engines = places.filter(place => has(place, 'rules'));
  const memories = places.filter(place => !has(place, 'rules') && has(place, 'retrieval'));
  const placeOf = createPlaceOf(json);
  const refused = places
    .filter(place => !engines.includes(place) && !memories.includes(place))
    .map(({ path }) => ({
      file,
      ...placeOf(path),
      reason: 'is neither a rule engine, which has "rules", nor a memory type, which has "retrieval"',
    }));
  return { engines, memories, refused };
}

const has = ({ value }: DefinitionPlace, key: string): boolean =>
  isJsonObject(value) && value[key] !== undefined;

/** One file may hold a bundle of engines, one of memory types, or both. */
function bundlesIn(value: unknown): Pick<Places, 'engines' | 'memories'> | undefined {
  if (!isJsonObject(value) || value.rules !== undefined || value.retrieval !== undefined) return undefined;
  const engines = Array.isArray(value.engines) ? definitionsIn(engineImport, value) : [];
  const memories = Array.isArray(value.memories) ? definitionsIn(memoryImport, value) : [];
  return engines.length + memories.length === 0 ? undefined : { engines, memories };
}
