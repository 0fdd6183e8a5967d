import { basename } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { type ContextRuleEngine, engineSchema } from '../../../shared/model/rule.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { redactValue, redactValueInStretches } from '../../../shared/redaction/redact-value.ts';
import { mostSuggested } from '../../../shared/rules/evaluation/unknown-words.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { filesAtOnce, inBatches } from '../../storage/files/in-batches.ts';
import { createPause } from '../../storage/pause.ts';
import { withoutOrigin } from '../imports/imported-from.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { refuseMisshaped } from '../project/refuse-problems.ts';
import { bundle, type Exported, exportAs } from './export-formats.ts';
import { type ToolFiles, toolFiles } from './tool-files.ts';

export const exportHandlers: Handlers<'engines.export'> = { 'engines.export': exportEngines };

/** One engine or several, as canonical JSON, a bundle, SDK or REST calls, a report or a table. */
async function exportEngines(
  { id, engine: given, ids, as = 'json', with_memories = false }: Input<'engines.export'>,
  needs: Needs<'project' | 'projectIfOpen'>,
): Promise<Output<'engines.export'>> {
  if ([id, given, ids].filter(choice => choice !== undefined).length !== 1)
    throw new AppError('invalid_input', 'give either the id of an engine, the engine itself, or ids');
  if (given !== undefined) await refuseMisshaped('the engine', engineSchema, given);
  const chosen = given === undefined ? await stored([...new Set(ids ?? [id ?? ''])], needs) : [given];
  const mode = await redactionModeOf(await needs.projectIfOpen());
  const engines: ContextRuleEngine[] = [];
  for (const engine of chosen) engines.push(await withoutSecrets(engine, mode));
  const isToolFile = as === 'mdc' || as === 'instructions' || as === 'claude-md' || as === 'agents-md';
  const known = isToolFile || with_memories ? await memoriesOf(engines, needs, mode) : noMemories;
  const byId = new Map(known.added.map(memory => [memory.id, memory]));
  if (isToolFile) return joined(toolFiles(as, engines, { get: one => byId.get(one), ids: known.ids }));
  const exported = { engines, memories: known.added.map(withoutOrigin) };
  const notes = with_memories ? missingIn(exported, known.ids) : [];
  const told = notes.length > 0 && { notes };
  if (as === 'json' && ids !== undefined)
    return {
      filename: 'rule-engines.json',
      text: await inStretches(bundle(exported), createPause()),
      ...told,
    };
  const labels = as === 'markdown' ? await memoryLabels(needs, mode) : new Map<string, string>();
  return { ...(await inStretches(exportAs(as, exported, labels), createPause())), ...told };
}

interface ProjectMemories {
  readonly added: readonly PersistentMemory[];
  readonly ids: readonly string[];
}

const noMemories: ProjectMemories = { added: [], ids: [] };

/** The memory types that these engines add, as far as the project has them, and the ids of all that it has. */
async function memoriesOf(
  engines: readonly ContextRuleEngine[],
  needs: Needs<'projectIfOpen'>,
  mode: RedactionMode,
): Promise<ProjectMemories> {
  const wanted = new Set(addedBy(engines));
  const project = await needs.projectIfOpen();
  const { definitions } = (await project?.memories.list()) ?? { definitions: [] };
  const added = definitions.flatMap(({ value }) =>
    wanted.has(value.id) ? [{ ...redactValue(value, mode), id: value.id }] : [],
  );
  return { added, ids: definitions.map(({ value }) => value.id) };
}

const addedBy = (engines: readonly ContextRuleEngine[]): string[] =>
  engines.flatMap(({ rules }) => rules.flatMap(({ then }) => then.add_memories));

function missingIn({ engines }: Exported, ids: readonly string[]): string[] {
  const known = new Set(ids);
  const missing = [...new Set(addedBy(engines))].filter(id => !known.has(id));
  return missing.map((id, at) =>
    withNearest(`there is no memory type "${id}"`, id, at < mostSuggested ? ids : []),
  );
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

async function stored(ids: readonly string[], needs: Needs<'project'>): Promise<ContextRuleEngine[]> {
  const { engines: store } = await needs.project();
  return inBatches(ids, filesAtOnce, async id => (await store.get(id)).value);
}

/** Secrets leave in no export. Ids stay, since rules and memories are found by them. */
async function withoutSecrets(engine: ContextRuleEngine, mode: RedactionMode): Promise<ContextRuleEngine> {
  const clean = await redactValueInStretches(engine, mode, createPause());
  const rules = clean.rules.map((rule, at) => {
    const { id = rule.id, then = rule.then } = engine.rules[at] ?? {};
    return { ...rule, id, then: { ...rule.then, add_memories: then.add_memories } };
  });
  return { ...clean, id: engine.id, rules };
}

/** Without a project there are no labels, which a report can do without. */
async function memoryLabels(
  needs: Needs<'projectIfOpen'>,
  mode: RedactionMode,
): Promise<Map<string, string>> {
  const project = await needs.projectIfOpen();
  const { definitions } = (await project?.memories.list()) ?? { definitions: [] };
  return new Map(definitions.map(({ value }) => [value.id, redact(value.label, mode).text]));
}
