import {
  ArrowDown,
  ArrowUp,
  ClipboardCopy,
  ClipboardPaste,
  Copy,
  Headphones,
  Split,
  Trash2,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { memo } from 'react';
import type { RuleRef } from '../../../stores/history.ts';
import { toggleSolo } from '../../../stores/solo.ts';
import { showError } from '../../../stores/toasts.ts';
import { t } from '../../../texts/texts.ts';
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx';
import {
  addAlternativeAndShow,
  deleteAndStep,
  duplicateAndShow,
  moveRuleBy,
  toggleMuted,
} from '../rule-actions.ts';
import { copyRulesJson, pasting } from '../rule-clipboard.ts';

interface RuleMenuProps {
  readonly at: RuleRef;
  readonly isMuted: boolean;
  readonly isDraft: boolean;
}

/** Everything that can be done to a rule as a whole. */
export const RuleMenu = memo(function RuleMenu({ at, ...state }: RuleMenuProps) {
  return <Menu entries={ruleMenuEntries(at, state)} name={t('More for this rule')} />;
});

/** The same list for the inspector and for the context menu of the canvas. */
export function ruleMenuEntries(
  at: RuleRef,
  { isMuted, isDraft }: Omit<RuleMenuProps, 'at'>,
): (MenuEntry | 'separator')[] {
  return [
    {
      id: 'duplicate',
      label: t('Duplicate'),
      icon: Copy,
      keys: 'Mod+D',
      run: () => duplicateAndShow(at.engineId, [at.ruleId]),
    },
    {
      id: 'alternative',
      label: t('Add an alternative'),
      description: t('A sibling rule: this “or” that'),
      icon: Split,
      run: () => addAlternativeAndShow(at),
    },
    {
      id: 'mute',
      label: isMuted ? t('Unmute') : t('Mute'),
      icon: isMuted ? Volume2 : VolumeX,
      keys: 'M',
      run: () => toggleMuted(at.engineId, [at.ruleId]),
    },
    soloEntry(at, isDraft),
    'separator',
    { id: 'up', label: t('Move up'), icon: ArrowUp, keys: 'Mod+ArrowUp', run: () => moveRuleBy(at, -1) },
    {
      id: 'down',
      label: t('Move down'),
      icon: ArrowDown,
      keys: 'Mod+ArrowDown',
      run: () => moveRuleBy(at, 1),
    },
    'separator',
    ...clipboardEntries(at),
    'separator',
    {
      id: 'delete',
      label: t('Delete'),
      icon: Trash2,
      keys: 'Delete',
      tone: 'danger',
      run: () => deleteAndStep(at.engineId, [at.ruleId]),
    },
  ];
}

/** A draft says nothing that could be heard. */
const soloEntry = (at: RuleRef, disabled: boolean): MenuEntry => ({
  id: 'solo',
  label: t('Hear alone'),
  description: t('All others muted, here and until you say otherwise'),
  icon: Headphones,
  disabled,
  keys: 'S',
  run: () => toggleSolo(at),
});

const clipboardEntries = (at: RuleRef): MenuEntry[] => [
  {
    id: 'copy',
    label: t('Copy as JSON'),
    icon: ClipboardCopy,
    keys: 'Mod+C',
    run: () => void copyRulesJson(at.engineId, [at.ruleId]).catch(showError),
  },
  {
    id: 'paste',
    label: t('Replace with pasted JSON'),
    icon: ClipboardPaste,
    run: () =>
      void pasting()
        .then(({ replaceWithPasted }) => replaceWithPasted(at))
        .catch(showError),
  },
];
