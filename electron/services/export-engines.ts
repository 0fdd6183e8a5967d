import type { Input, Output } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { formatCanonicalJson } from '../storage/files/canonical-json.ts';
import { engineKind } from '../storage/files/definition-kinds.ts';
import type { Call } from './call.ts';
import { refuseMisshaped } from './refuse-problems.ts';

/** The canonical JSON of one engine, or of several as a bundle `{ engines: [...] }`. */
export async function exportEngines(
  { id, engine: given, ids }: Input<'engines.export'>,
  call: Call,
): Promise<Output<'engines.export'>> {
  if ([id, given, ids].filter(choice => choice !== undefined).length !== 1)
    throw new AppError('invalid_input', 'give either the id of an engine, the engine itself, or ids');
  if (given !== undefined) refuseMisshaped('the engine', engineSchema, given);
  if (ids !== undefined) return exportBundle([...new Set(ids)], call);
  const engine = given ?? (await (await call.project()).engines.get(id ?? '')).value;
  return { filename: `${engine.id}.json`, text: formatCanonicalJson(engine, engineKind.order) };
}

async function exportBundle(ids: readonly string[], call: Call): Promise<Output<'engines.export'>> {
  const { engines: store } = await call.project();
  const engines = await Promise.all(ids.map(async id => (await store.get(id)).value));
  const order = { keys: ['engines'], inside: { engines: engineKind.order } };
  return { filename: 'rule-engines.json', text: formatCanonicalJson({ engines }, order) };
}
