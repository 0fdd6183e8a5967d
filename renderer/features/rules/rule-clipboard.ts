import { useDocuments } from '../../stores/documents.ts';
import { findRule } from '../../stores/history.ts';
import { showToast } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';

/** Puts rules on the clipboard as JSON, with the conditions that are begun in them: one as it is, several as a list. */
export async function copyRulesJson(engineId: string, ruleIds: readonly string[]): Promise<void> {
  const { working } = useDocuments.getState();
  const rules = ruleIds.flatMap(ruleId => {
    const rule = findRule(working, { engineId, ruleId });
    const begun = working.layouts[engineId]?.drafts?.[ruleId];
    return rule ? { ...rule, ...(begun && { begun_conditions: begun }) } : [];
  });
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

/** What takes them from there checks them, which is large, and seldom needed. */
export const pasting = (): Promise<typeof import('./paste-rules.ts')> => import('./paste-rules.ts');
