import { isJsonObject } from '../../../shared/model/json.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { isFromElsewhere, type SourceFile } from '../content/read-sources.ts';
import { memoryImport } from '../memories/memory-files.ts';
import { asImported } from '../project/stamp-origin.ts';
import { engineImport } from '../rules/import-engines.ts';
import {
  createPlaceOf,
  type DefinitionJson,
  type DefinitionPlace,
  definitionsIn,
  judgeDefinitions,
  parseDefinitionFile,
} from '../rules/read-definition-files.ts';
import type { FoundCandidates } from './import-reader.ts';

/** What a JSON file defines: engines, memory types, or whatever stands in it. */
type Defining = 'engines' | 'memories' | 'either';

/** Reads engines and memory types of a JSON file into what was found. */
export function readDefinitions(file: SourceFile, defining: Defining, found: FoundCandidates): void {
  const { path, text } = file;
  const parsed = parseDefinitionFile(path, text);
  if (parsed.kind === 'refused') {
    found.refused.push(parsed.problem);
    return;
  }
  const places = placesIn(parsed, defining);
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
      content: { kind: 'memory', draft: isFromElsewhere(file) ? asImported(draft) : draft },
    });
}

interface Places {
  readonly engines: DefinitionPlace[];
  readonly memories: DefinitionPlace[];
  readonly refused: FileProblem[];
}

/** What stands where in a JSON file: an engine has `rules`, a memory type `retrieval`. */
function placesIn(parsed: DefinitionJson, defining: Defining): Places {
  const { value, file, json } = parsed;
  const none: Places = { engines: [], memories: [], refused: [] };
  if (defining === 'engines') return { ...none, engines: definitionsIn(engineImport, value) };
  if (defining === 'memories') return { ...none, memories: definitionsIn(memoryImport, value) };
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
