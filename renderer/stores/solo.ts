import { create } from 'zustand';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { useDocuments } from './documents.ts';
import { type Documents, findRule, type RuleRef } from './history.ts';
import { onOtherProject } from './other-project.ts';

/**
 * The one rule that is heard, all others being muted for what is evaluated and assembled here. No document knows of it,
 * and it ends with the page, and where another project is opened.
 */
export const useSolo = create<{ readonly at?: RuleRef | undefined }>()(() => ({}));

const isAt = (at: RuleRef | undefined, { engineId, ruleId }: RuleRef): boolean =>
  at?.engineId === engineId && at.ruleId === ruleId;

/** Hears one rule alone, or all of them again where it was that one. */
export function toggleSolo(rule: RuleRef): void {
  useSolo.setState(({ at }) => ({ at: isAt(at, rule) ? undefined : rule }));
}

export function endSolo(): void {
  useSolo.setState({ at: undefined });
}

onOtherProject(endSolo);

/** The rule got another id where it stands. */
export function keepSolo(from: RuleRef, to: RuleRef): void {
  if (isAt(useSolo.getState().at, from)) useSolo.setState({ at: to });
}

/** The rule that is heard alone; undefined while all are, also where it is no more. */
export function useSoloRule(): ContextRule | undefined {
  const { at } = useSolo();
  return useDocuments(({ working: { engines } }) => at && findRule({ engines }, at));
}

/** Whether a rule is heard, as far as another one is not heard alone. */
export function useIsHeard(rule: RuleRef): boolean {
  const alone = useSoloRule();
  return useSolo(({ at }) => alone === undefined || isAt(at, rule));
}

const mutedRules = new WeakMap<ContextRule, ContextRule>();
const heardEngines = new WeakMap<
  ContextRuleEngine,
  { readonly ruleId: string | undefined; readonly heard: ContextRuleEngine }
>();
const heardOf = new WeakMap<
  Documents['engines'],
  { readonly at: RuleRef; readonly heard: Documents['engines'] }
>();

/** The engines as they are heard. What did not change is the same object as before, so that only edits are evaluated. */
export function asHeard(
  engines: Documents['engines'],
  of: Documents['engines'] = engines,
): Documents['engines'] {
  const { at } = useSolo.getState();
  if (!at || !findRule({ engines: of }, at)) return engines;
  const known = heardOf.get(engines);
  if (known?.at === at) return known.heard;
  const heard = Object.fromEntries(
    Object.entries(engines).map(([id, engine]) => [
      id,
      engineAsHeard(engine, id === at.engineId ? at.ruleId : undefined),
    ]),
  );
  heardOf.set(engines, { at, heard });
  return heard;
}

function engineAsHeard(engine: ContextRuleEngine, ruleId: string | undefined): ContextRuleEngine {
  const known = heardEngines.get(engine);
  if (known && known.ruleId === ruleId) return known.heard;
  const heard = { ...engine, rules: engine.rules.map(rule => (rule.id === ruleId ? rule : muted(rule))) };
  heardEngines.set(engine, { ruleId, heard });
  return heard;
}

function muted(rule: ContextRule): ContextRule {
  if (rule.enabled === false) return rule;
  const known = mutedRules.get(rule) ?? { ...rule, enabled: false };
  mutedRules.set(rule, known);
  return known;
}
