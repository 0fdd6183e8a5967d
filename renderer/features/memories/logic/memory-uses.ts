import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import { t } from '../../../texts/texts.ts';

/** One rule that adds a memory. */
export interface MemoryUse {
  readonly engineId: string;
  readonly engineName: string;
  readonly engineEnabled: boolean;
  readonly ruleId: string;
  readonly ruleName: string;
}

/** Rules that add a memory, engines by id, rules in file order. */
export function usesOfMemory(
  engines: Readonly<Record<string, ContextRuleEngine>>,
  memoryId: string,
): MemoryUse[] {
  return Object.values(engines).flatMap(engine =>
    engine.rules
      .filter(rule => rule.then.add_memories.includes(memoryId))
      .map(rule => ({
        engineId: engine.id,
        engineName: engine.name,
        engineEnabled: engine.enabled,
        ruleId: rule.id,
        ruleName: ruleName(rule),
      })),
  );
}

/** Names of the rules that add each memory, once each; memories that nobody uses are not in it. */
export function usingRules(
  engines: Readonly<Record<string, ContextRuleEngine>>,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { rules } of Object.values(engines))
    for (const rule of rules)
      for (const id of new Set(rule.then.add_memories)) {
        const known = names.get(id) ?? [];
        known.push(ruleName(rule));
        names.set(id, known);
      }
  return names;
}

const ruleName = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  name === '' ? id : name;

/** Names of the samples whose request asks for a memory by its id, whatever rules say. */
export function samplesAskingFor(samples: Readonly<Record<string, Sample>>, memoryId: string): string[] {
  return Object.values(samples)
    .filter(({ request: { explicit_memory: asked } }) => Array.isArray(asked) && asked.includes(memoryId))
    .map(({ name }) => name);
}

/** "Used by 4 rules in 2 engines.", or that nobody uses it; with the samples that ask for it themselves. */
export function describeUses(uses: readonly MemoryUse[], asking: readonly string[] = []): string {
  const engines = new Set(uses.map(use => use.engineId)).size;
  const rules =
    uses.length === 0
      ? t('No rule uses it.')
      : t('Used by {rules} {rules|rule|rules} in {engines} {engines|engine|engines}.', {
          rules: uses.length,
          engines,
        });
  if (asking.length === 0) return rules;
  return t('{uses} {samples} {samples|sample asks|samples ask} for it.', {
    uses: rules,
    samples: asking.length,
  });
}
