import {
  ArrowDown,
  ArrowUp,
  ClipboardCopy,
  ClipboardPaste,
  Copy,
  Split,
  Trash2,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { showError } from '../../../stores/toasts.ts';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import type { RuleRef } from '../edits/rule-edits.ts';
import {
  addAlternativeAndShow,
  deleteAndStep,
  duplicateAndShow,
  moveRuleBy,
  toggleMuted,
} from '../rule-actions.ts';
import { copyRulesJson, replaceWithPasted } from '../rule-clipboard.ts';

/** Everything that can be done to a rule as a whole. */
export function RuleMenu({ at, rule }: { readonly at: RuleRef; readonly rule: ContextRule }) {
  return <Menu entries={ruleMenuEntries(at, rule)} name="More for this rule" />;
}

/** The same list for the inspector and for the context menu of the canvas. */
export function ruleMenuEntries(at: RuleRef, rule: ContextRule): (MenuEntry | 'separator')[] {
  const isMuted = !isRuleEnabled(rule);
  return [
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: Copy,
      keys: 'Mod+D',
      run: () => duplicateAndShow(at.engineId, [at.ruleId]),
    },
    {
      id: 'alternative',
      label: 'Add an alternative',
      description: 'A sibling rule: this “or” that',
      icon: Split,
      run: () => addAlternativeAndShow(at),
    },
    {
      id: 'mute',
      label: isMuted ? 'Unmute' : 'Mute',
      icon: isMuted ? Volume2 : VolumeX,
      keys: 'M',
      run: () => toggleMuted(at.engineId, [at.ruleId]),
    },
    'separator',
    { id: 'up', label: 'Move up', icon: ArrowUp, keys: 'Mod+ArrowUp', run: () => moveRuleBy(at, -1) },
    { id: 'down', label: 'Move down', icon: ArrowDown, keys: 'Mod+ArrowDown', run: () => moveRuleBy(at, 1) },
    'separator',
    {
      id: 'copy',
      label: 'Copy as JSON',
      icon: ClipboardCopy,
      keys: 'Mod+C',
      run: () => void copyRulesJson(at.engineId, [at.ruleId]).catch(showError),
    },
    {
      id: 'paste',
      label: 'Replace with pasted JSON',
      icon: ClipboardPaste,
      run: () => void replaceWithPasted(at).catch(showError),
    },
    'separator',
    {
      id: 'delete',
      label: 'Delete',
      icon: Trash2,
      keys: 'Delete',
      tone: 'danger',
      run: () => deleteAndStep(at.engineId, [at.ruleId]),
    },
  ];
}
