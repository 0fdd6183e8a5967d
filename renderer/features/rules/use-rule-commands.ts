import { runCommand, useProvideCommands } from '../../stores/commands.ts';
import type { RuleRef } from './edits/rule-edits.ts';
import { requestFocus, ruleNameFocus } from './focus-request.ts';
import {
  addConditionByHand,
  deleteRuleAndStep,
  duplicateAndShow,
  startRule,
  toggleRuleMuted,
} from './rule-actions.ts';
import { copyRuleJson, pasteRuleJson } from './rule-clipboard.ts';
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
  useProvideCommands({
    'rule.new': {
      when: () => currentSelection().engine !== undefined,
      run: () => {
        const { engine } = currentSelection();
        if (engine) startRule(engine.id);
      },
    },
    'rule.addCondition': onRule(addConditionByHand),
    'rule.mute': onRule(toggleRuleMuted),
    'edit.rename': onRule(() => requestFocus(ruleNameFocus)),
    'edit.duplicate': onRule(duplicateAndShow),
    'edit.copy': { ...onRule(copyRuleJson), when: () => when() && nothingIsMarked() },
    'edit.cut': {
      ...onRule(async at => {
        await copyRuleJson(at);
        deleteRuleAndStep(at);
      }),
      when: () => when() && nothingIsMarked(),
    },
    'edit.find': { run: () => void runCommand('palette.open') },
    'edit.paste': { when: () => currentSelection().engine !== undefined, run: pasteRuleJson },
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
