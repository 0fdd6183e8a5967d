import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { type ContextRuleEngine, engineSchema } from '../../shared/model/rule.ts';
import type { Call } from './call.ts';
import { bundle, exportAs } from './exporting/export-formats.ts';
import { refuseMisshaped } from './refuse-problems.ts';

/** One engine or several, as canonical JSON, a bundle, SDK or REST calls, a report or a table. */
export async function exportEngines(
  { id, engine: given, ids, as = 'json' }: Input<'engines.export'>,
  call: Call,
): Promise<Output<'engines.export'>> {
  if ([id, given, ids].filter(choice => choice !== undefined).length !== 1)
    throw new AppError('invalid_input', 'give either the id of an engine, the engine itself, or ids');
  if (given !== undefined) refuseMisshaped('the engine', engineSchema, given);
  const engines = given === undefined ? await stored([...new Set(ids ?? [id ?? ''])], call) : [given];
  if (as === 'json' && ids !== undefined) return { filename: 'rule-engines.json', text: bundle(engines) };
  return exportAs(as, engines, as === 'markdown' ? await memoryLabels(call) : new Map());
}

async function stored(ids: readonly string[], call: Call): Promise<ContextRuleEngine[]> {
  const { engines: store } = await call.project();
  return Promise.all(ids.map(async id => (await store.get(id)).value));
}

/** Without a project there are no labels, which a report can do without. */
async function memoryLabels({ app }: Call): Promise<Map<string, string>> {
  const project = await app.projects.current();
  const { definitions } = (await project?.memories.list()) ?? { definitions: [] };
  return new Map(definitions.map(({ value }) => [value.id, value.label]));
}
