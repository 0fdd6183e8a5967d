import { checkShape } from '../../../shared/model/check-shape.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { problemsFromIssues } from '../../../shared/model/problem.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { ruleSchema } from '../../../shared/model/rule.ts';
import { showToast } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import type { RuleRef } from './edits/rule-edits.ts';
import { pasteRules, replaceRuleWith } from './rule-actions.ts';
import { currentSelection } from './selection.ts';

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
  const parsed = parseRules(await navigator.clipboard.readText());
  if (parsed.ok) return parsed.rules;
  showToast({ kind: 'error', message: parsed.reason });
  return undefined;
}

type ParsedRules =
  | { readonly ok: true; readonly rules: readonly ContextRule[] }
  | { readonly ok: false; readonly reason: string };

/** Reads rules from text: one rule, a list of rules, or a whole engine. Nothing is taken when any part is wrong. */
export function parseRules(text: string): ParsedRules {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  const candidates = listOf(parsed.value);
  if (candidates.length === 0) return { ok: false, reason: t('There is no rule in it.') };
  const rules: ContextRule[] = [];
  for (const candidate of candidates) {
    const judged = checkShape(ruleSchema, candidate);
    if (!judged.ok)
      return {
        ok: false,
        reason: t('It is no rule: {message}.', {
          message: problemsFromIssues(judged.issues)[0]?.message ?? '',
        }),
      };
    rules.push(judged.itself);
  }
  return { ok: true, rules };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // What exactly is wrong with a foreign text is of no use to whoever pasted it.
    return { ok: false, reason: t('The clipboard holds no rule JSON.') };
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) && Array.isArray(value.rules) ? value.rules : [value];
}
