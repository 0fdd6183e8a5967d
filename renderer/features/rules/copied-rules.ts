import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { type DraftCondition, draftConditionSchema } from '../../../shared/model/layout.ts';
import { problemsFromIssues } from '../../../shared/model/problem.ts';
import { type ContextRule, ruleSchema } from '../../../shared/model/rule.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { freeId, freeIdFromName } from '../../stores/free-id.ts';
import { type Documents, findRule, type RuleRef } from '../../stores/history.ts';
import { dropEmpty, layoutOf, putRule, shownRules } from '../../stores/layouts.ts';
import { showToast } from '../../stores/toasts.ts';
import { t } from '../../texts/texts.ts';
import { currentSelection, selectRule } from './selection.ts';

/** A rule as it is copied: its own part, and the conditions that are begun in it. */
interface CopiedRule {
  readonly rule: ContextRule;
  readonly begun: readonly DraftCondition[];
}

/** Puts rules on the clipboard as JSON, with the conditions that are begun in them: one as it is, several as a list. */
export async function copyRules(engineId: string, ruleIds: readonly string[]): Promise<void> {
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

/** Adds the rules on the clipboard behind the rule in sight, in their order and as one step; shows the first. */
export async function pasteRuleJson(): Promise<void> {
  const rules = await rulesOnClipboard();
  const { engine, rule: shown } = currentSelection();
  if (!engine || !rules) return;
  const ids: (string | undefined)[] = [];
  edit(rules.length === 1 ? t('paste rule') : t('paste rules'), draft => {
    for (const { rule, begun } of rules) {
      const ruleId = insertRule(draft, engine.id, rule, ids.at(-1) ?? shown?.id);
      if (ruleId !== undefined) setDrafts(draft, engine.id, ruleId, begun);
      ids.push(ruleId);
    }
  });
  if (ids[0] !== undefined) selectRule({ engineId: engine.id, ruleId: ids[0] });
}

/** Puts the rule on the clipboard in the place of this one; its id stays. */
export async function replaceWithPasted(at: RuleRef): Promise<void> {
  const [pasted] = (await rulesOnClipboard()) ?? [];
  if (!pasted) return;
  edit(t('replace rule'), draft => {
    replaceRule(draft, at, pasted.rule);
    setDrafts(draft, at.engineId, at.ruleId, pasted.begun);
  });
}

async function rulesOnClipboard(): Promise<readonly CopiedRule[] | undefined> {
  const parsed = parseRules(await navigator.clipboard.readText());
  if (parsed.ok) return parsed.rules;
  showToast({ kind: 'error', message: parsed.reason });
  return undefined;
}

type ParsedRules =
  | { readonly ok: true; readonly rules: readonly CopiedRule[] }
  | { readonly ok: false; readonly reason: string };

/** Reads rules from text: one rule, a list of rules, or a whole engine. Nothing is taken when any part is wrong. */
export function parseRules(text: string): ParsedRules {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  const candidates = listOf(parsed.value);
  if (candidates.length === 0) return { ok: false, reason: t('There is no rule in it.') };
  const rules: CopiedRule[] = [];
  for (const candidate of candidates) {
    const judged = checkShape(ruleSchema, candidate);
    if (!judged.ok)
      return {
        ok: false,
        reason: t('It is no rule: {message}.', {
          message: problemsFromIssues(judged.issues)[0]?.message ?? '',
        }),
      };
    rules.push(copiedRule(judged.itself));
  }
  return { ok: true, rules };
}

const begunSchema = z.array(draftConditionSchema);

/** What was not written by a copy is a key like any other that is not known. */
function copiedRule({ begun_conditions, ...rule }: ContextRule): CopiedRule {
  const begun = checkShape(begunSchema, begun_conditions);
  if (begun.ok) return { rule, begun: begun.itself };
  return { rule: begun_conditions === undefined ? rule : { ...rule, begun_conditions }, begun: [] };
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

/** Puts another rule's contents in this place; the id stays, so that selection and history hold. */
export function replaceRule(draft: Documents, { engineId, ruleId }: RuleRef, contents: ContextRule): void {
  const rules = draft.engines[engineId]?.rules;
  const index = rules?.findIndex(rule => rule.id === ruleId) ?? -1;
  const begun = draft.layouts[engineId]?.begun?.[ruleId];
  if (rules && index >= 0) rules[index] = { ...contents, id: ruleId };
  else if (begun) begun.rule = { ...contents, id: ruleId };
}

/** Adds a rule that came from outside, under a free id right behind `after` or last; one that says nothing is a draft here too. */
export function insertRule(
  draft: Documents,
  engineId: string,
  contents: ContextRule,
  after?: string,
): string | undefined {
  if (!draft.engines[engineId]) return undefined;
  const rules = shownRules(draft, engineId);
  const taken = rules.map(({ id }) => id);
  const wanted = freeId(contents.id, taken);
  // An id that says nothing or is taken gives way to one that reads like the name.
  const isFree = contents.id !== '' && wanted === contents.id;
  const id = isFree ? wanted : freeIdFromName(contents.name, 'rule', taken);
  const index = rules.findIndex(rule => rule.id === after);
  putRule(draft, engineId, { ...contents, id }, index < 0 ? rules.length : index + 1);
  return id;
}

/** What is begun in a rule is only this. */
function setDrafts(
  draft: Documents,
  engineId: string,
  ruleId: string,
  begun: readonly DraftCondition[],
): void {
  const { drafts = {} } = layoutOf(draft, engineId);
  layoutOf(draft, engineId).drafts = { ...drafts, [ruleId]: [...begun] };
  if (begun.length === 0) delete layoutOf(draft, engineId).drafts?.[ruleId];
  dropEmpty(draft, engineId);
}
