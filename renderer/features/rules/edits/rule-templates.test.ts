import { expect, it } from 'vitest';
import { keysOf } from '../../../../shared/model/entries.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { checkEngine } from '../../../../shared/rules/validate-rule.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { shownRules } from '../../../stores/layouts.ts';
import { draftsOf } from './draft-edits.ts';
import { addRuleFromTemplate, type RuleTemplate, ruleTemplates } from './rule-templates.ts';

const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [] };
const working: Documents = { ...emptyDocuments, engines: { e: engine } };

it.each(keysOf(ruleTemplates))('%s makes a rule that is sound, and heard only once it is complete', id => {
  const template: RuleTemplate = ruleTemplates[id];
  const recipe = (draft: Documents) => void addRuleFromTemplate(draft, 'e', template);
  const history = applyEdit({ working, past: [], future: [] }, { label: 'test', recipe }, 0);
  const made = history.working.engines.e;
  const [rule] = shownRules(history.working, 'e');
  const begun = draftsOf(history.working.layouts.e, rule?.id ?? '');
  expect(checkEngine(made)).toEqual([]);
  expect((rule?.when.length ?? 0) + begun.length).toBe(template.conditions.length);
  expect(template.conditions.every(({ field = '' }) => isKnownField(field))).toBe(true);
  expect(made?.rules).toEqual((rule?.when.length ?? 0) > 0 ? [rule] : []);
  expect(rule?.enabled ?? true).toBe((rule?.when.length ?? 0) > 0);
  expect(undoStep(history).working).toEqual(working);
});
