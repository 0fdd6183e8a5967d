import type { Input, Output } from '../../../shared/contract/contract.ts';
import { type ContextRuleEngine, type EngineDraft, engineDraftSchema } from '../../../shared/model/rule.ts';
import { checkEngine } from '../../../shared/rules/validate-rule.ts';
import type { Needs } from '../project/call.ts';
import { completeEngine } from './complete-engine.ts';
import { type DefinitionImport, importCandidates } from './import-definitions.ts';
import { readDefinitionFiles } from './read-definition-files.ts';

export const engineImport: DefinitionImport<ContextRuleEngine, EngineDraft> = {
  noun: 'engine',
  schema: engineDraftSchema,
  bundle: { key: 'engines', unless: 'rules' },
  complete: completeEngine,
  nameOf: engine => engine.name,
  notes: checkEngine,
};

/** Imports engines from rule JSON: judges every file, then writes all that is good in one step, or nothing. */
export async function importEngines(
  input: Input<'engines.import'>,
  needs: Needs<'caller' | 'publish' | 'project'>,
): Promise<Output<'engines.import'>> {
  const project = await needs.project();
  const { candidates, refused } = await readDefinitionFiles(engineImport, input, project, needs.caller);
  const { report, saved } = await importCandidates(engineImport, candidates, project.engines, input);
  for (const { value, change } of saved)
    if (change !== 'unchanged') needs.publish({ event: `contextRuleEngine:${change}`, id: value.id });
  return { ...report, refused: [...refused, ...report.refused] };
}
