import { useProvideCommands } from '../../stores/commands.ts';
import type { RuleRef } from '../../stores/history.ts';
import { isDraft } from '../../stores/layouts.ts';
import { toggleSolo } from '../../stores/solo.ts';
import { requestFocus, ruleNameFocus } from './focus-request.ts';
import {
  addConditionByHand,
  deleteAndStep,
  duplicateAndShow,
  idsOfCurrentRules,
  moveRuleBy,
  startRule,
  toggleMuted,
} from './rule-actions.ts';
import { copyRulesJson, pasting } from './rule-clipboard.ts';
import { currentSelection } from './selection.ts';

/** What menu, palette and keys can do to the rule in sight. */
export function useRuleCommands(): void {
  const when = () => currentRef() !== undefined;
  const onRule = (act: (at: RuleRef) => void | Promise<void>) => ({
    when,
    run: () => {
      const at = currentRef();
      return at ? act(at) : undefined;
    },
  });
  const onRules = (act: (engineId: string, ruleIds: readonly string[]) => void | Promise<void>) =>
    onRule(({ engineId }) => act(engineId, idsOfCurrentRules()));
  useProvideCommands({
    'rule.new': {
      when: () => currentSelection().engine !== undefined,
      run: () => {
        const { engine } = currentSelection();
        if (engine) startRule(engine.id);
      },
    },
    'rule.addCondition': onRule(addConditionByHand),
    'rule.mute': onRules(toggleMuted),
    'rule.solo': {
      ...onRule(toggleSolo),
      when: () => {
        const { rule } = currentSelection();
        return rule !== undefined && !isDraft(rule);
      },
    },
    'rule.moveUp': onRule(at => moveRuleBy(at, -1)),
    'rule.moveDown': onRule(at => moveRuleBy(at, 1)),
    'edit.rename': onRule(() => requestFocus(ruleNameFocus)),
    'edit.duplicate': onRules(duplicateAndShow),
    'edit.copy': { ...onRules(copyRulesJson), when: () => when() && nothingIsMarked() },
    'edit.cut': {
      ...onRules(async (engineId, ruleIds) => {
        await copyRulesJson(engineId, ruleIds);
        deleteAndStep(engineId, ruleIds);
      }),
      when: () => when() && nothingIsMarked(),
    },
    'edit.paste': {
      when: () => currentSelection().engine !== undefined,
      run: async () => (await pasting()).pasteRuleJson(),
    },
  });
}

function currentRef(): RuleRef | undefined {
  const { engine, rule } = currentSelection();
  return engine && rule ? { engineId: engine.id, ruleId: rule.id } : undefined;
}

/** A marked text is what the user wants to copy, then. */
function nothingIsMarked(): boolean {
  return document.getSelection()?.isCollapsed ?? true;
}
