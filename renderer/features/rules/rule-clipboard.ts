import type { ContextRule } from '../../../shared/model/rule.ts';
import { useDocuments } from '../../stores/documents.ts';
import { findRule } from '../../stores/history.ts';
import { showToast } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import type { RuleRef } from './edits/rule-edits.ts';
import { pasteRules, replaceRuleWith } from './rule-actions.ts';
import { currentSelection } from './selection.ts';

/** Puts rules on the clipboard as JSON: one as it is, several as a list. */
export async function copyRulesJson(engineId: string, ruleIds: readonly string[]): Promise<void> {
  const { working } = useDocuments.getState();
  const rules = ruleIds.flatMap(ruleId => findRule(working, { engineId, ruleId }) ?? []);
  const [first] = rules;
  if (!first) return;
  await navigator.clipboard.writeText(`${JSON.stringify(rules.length === 1 ? first : rules, null, 2)}\n`);
  showToast({
    message:
      rules.length === 1
        ? t('Copied “{name}” as JSON.', { name: first.name })
        : t('Copied {count} rules as JSON.', { count: rules.length }),
  });
}

/** Adds the rules on the clipboard behind the rule in sight. */
export async function pasteRuleJson(): Promise<void> {
  const rules = await rulesOnClipboard();
  const { engine, rule } = currentSelection();
  if (engine && rules) pasteRules(engine.id, rules, rule?.id);
}

/** Puts the rule on the clipboard in the place of this one; its id stays. */
export async function replaceWithPasted(at: RuleRef): Promise<void> {
  const [rule] = (await rulesOnClipboard()) ?? [];
  if (rule) replaceRuleWith(at, rule);
}

async function rulesOnClipboard(): Promise<readonly ContextRule[] | undefined> {
  // What checks rules is large, and seldom needed here.
  const [text, { parseRules }] = await Promise.all([
    navigator.clipboard.readText(),
    import('./parse-rules.ts'),
  ]);
  const parsed = parseRules(text);
  if (parsed.ok) return parsed.rules;
  showToast({ kind: 'error', message: parsed.reason });
  return undefined;
}
