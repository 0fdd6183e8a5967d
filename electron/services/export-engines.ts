import { basename } from 'node:path';
import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { RedactionMode } from '../../shared/model/redaction-mode.ts';
import { type ContextRuleEngine, engineSchema } from '../../shared/model/rule.ts';
import { redact } from '../engine/redaction/redact.ts';
import { redactValue } from '../engine/redaction/redact-value.ts';
import { filesAtOnce, inBatches } from '../storage/files/in-batches.ts';
import type { Call } from './call.ts';
import { redactionModeOf } from './config.ts';
import { bundle, type Exported, exportAs } from './exporting/export-formats.ts';
import { type ToolFiles, toolFiles } from './exporting/tool-files.ts';
import { withoutOrigin } from './importing/imported-from.ts';
import { refuseMisshaped } from './refuse-problems.ts';

/** One engine or several, as canonical JSON, a bundle, SDK or REST calls, a report or a table. */
export async function exportEngines(
  { id, engine: given, ids, as = 'json', with_memories = false }: Input<'engines.export'>,
  call: Call,
): Promise<Output<'engines.export'>> {
  if ([id, given, ids].filter(choice => choice !== undefined).length !== 1)
    throw new AppError('invalid_input', 'give either the id of an engine, the engine itself, or ids');
  if (given !== undefined) refuseMisshaped('the engine', engineSchema, given);
  const chosen = given === undefined ? await stored([...new Set(ids ?? [id ?? ''])], call) : [given];
  const mode = await redactionModeOf(await call.app.projects.current());
  const engines = chosen.map(engine => withoutSecrets(engine, mode));
  const isToolFile = as === 'mdc' || as === 'instructions' || as === 'claude-md' || as === 'agents-md';
  const known = isToolFile || with_memories ? await memoriesOf(engines, call, mode) : [];
  if (isToolFile) return joined(toolFiles(as, engines, new Map(known.map(memory => [memory.id, memory]))));
  const exported = { engines, memories: known.map(withoutOrigin) };
  const notes = with_memories ? missingIn(exported) : [];
  const told = notes.length > 0 && { notes };
  if (as === 'json' && ids !== undefined)
    return { filename: 'rule-engines.json', text: bundle(exported), ...told };
  const labels = as === 'markdown' ? await memoryLabels(call, mode) : new Map<string, string>();
  return { ...exportAs(as, exported, labels), ...told };
}

/** The memory types that these engines add, as far as the project has them. */
async function memoriesOf(
  engines: readonly ContextRuleEngine[],
  { app }: Call,
  mode: RedactionMode,
): Promise<PersistentMemory[]> {
  const added = new Set(addedBy(engines));
  const project = await app.projects.current();
  const { definitions } = (await project?.memories.list()) ?? { definitions: [] };
  return definitions.flatMap(({ value }) =>
    // Redaction keeps texts texts, so the shape is the same.
    added.has(value.id) ? [{ ...(redactValue(value, mode) as PersistentMemory), id: value.id }] : [],
  );
}

const addedBy = (engines: readonly ContextRuleEngine[]): string[] =>
  engines.flatMap(({ rules }) => rules.flatMap(({ then }) => then.add_memories));

function missingIn({ engines, memories }: Exported): string[] {
  const known = new Set(memories.map(({ id }) => id));
  const missing = [...new Set(addedBy(engines))].filter(id => !known.has(id));
  return missing.length === 0 ? [] : [`memory types that are not there: ${missing.join(', ')}`];
}

/** Files of a tool, and all of them as one text to look at. */
function joined({ files, notes }: ToolFiles): Output<'engines.export'> {
  const [first] = files;
  const isOne = files.length === 1 && first !== undefined;
  const text = isOne ? first.text : files.map(file => `==> ${file.path} <==\n${file.text}`).join('\n');
  return {
    filename: isOne ? basename(first.path) : 'rule-files.txt',
    text,
    files: [...files],
    ...(notes.length > 0 && { notes: [...notes] }),
  };
}

async function stored(ids: readonly string[], call: Call): Promise<ContextRuleEngine[]> {
  const { engines: store } = await call.project();
  return inBatches(ids, filesAtOnce, async id => (await store.get(id)).value);
}

/** Secrets leave in no export (H10). Ids stay, since rules and memories are found by them. */
function withoutSecrets(engine: ContextRuleEngine, mode: RedactionMode): ContextRuleEngine {
  // Redaction keeps texts texts, so the shape is the same.
  const clean = redactValue(engine, mode) as ContextRuleEngine;
  const rules = clean.rules.map((rule, at) => {
    const { id = rule.id, then = rule.then } = engine.rules[at] ?? {};
    return { ...rule, id, then: { ...rule.then, add_memories: then.add_memories } };
  });
  return { ...clean, id: engine.id, rules };
}

/** Without a project there are no labels, which a report can do without. */
async function memoryLabels({ app }: Call, mode: RedactionMode): Promise<Map<string, string>> {
  const project = await app.projects.current();
  const { definitions } = (await project?.memories.list()) ?? { definitions: [] };
  return new Map(definitions.map(({ value }) => [value.id, redact(value.label, mode).text]));
}
