import {
  AlignVerticalSpaceAround,
  BookOpen,
  Copy,
  Group,
  PencilLine,
  Pin,
  PinOff,
  Plus,
  Trash2,
  Volume2,
} from 'lucide-react';
import { unreachable } from '../../../../shared/contract/errors.ts';
import { isRuleEnabled } from '../../../../shared/model/rule-defaults.ts';
import { findHandler, runCommand } from '../../../stores/commands.ts';
import { useDocuments } from '../../../stores/documents.ts';
import { findRule } from '../../../stores/history.ts';
import { isDraft } from '../../../stores/layouts.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { ContextMenu } from '../../../ui/ContextMenu.tsx';
import { formatCounted } from '../../../ui/format-number.ts';
import type { MenuEntry } from '../../../ui/Menu.tsx';
import { ruleMenuEntries } from '../inspector/RuleMenu.tsx';
import {
  deleteAndStep,
  dropOnRule,
  duplicateAndShow,
  idsOfCurrentRules,
  startRule,
  toggleMuted,
} from '../rule-actions.ts';
import { currentSelectedIds, currentSelection } from '../selection.ts';
import { canRename, deleteThing, rename } from './delete-thing.ts';
import { thingOf, variableNodeId } from './node-ids.ts';
import { arePinned, pinsOf, unpin } from './pin-actions.ts';
import type { MenuRequest } from './use-canvas-menu.ts';
import { toggleGroup } from './use-groups.ts';

interface CanvasMenuProps {
  readonly engineId: string;
  readonly request: MenuRequest;
  readonly onClose: () => void;
}

/** What can be done with the thing under the pointer; the same is in the inspector and on keys. */
export function CanvasMenu({ engineId, request: { id, x, y }, onClose }: CanvasMenuProps) {
  const entries = entriesFor(engineId, id);
  if (entries.length === 0) return null;
  return <ContextMenu entries={entries} name={t('Canvas menu')} onClose={onClose} x={x} y={y} />;
}

function entriesFor(engineId: string, id: string | undefined): (MenuEntry | 'separator')[] {
  const thing = id === undefined ? undefined : thingOf(id);
  if (id !== undefined && thing && currentSelectedIds().length > 1 && currentSelectedIds().includes(id))
    return [
      ...groupEntries(engineId),
      thing.kind === 'group' ? toggling(engineId, thing.key) : pinEntry(engineId, id),
    ];
  switch (thing?.kind) {
    case 'rule':
      return [...ruleEntries(engineId, thing.ruleId), 'separator', pinEntry(engineId, id)];
    case 'memory':
      return [
        pinEntry(engineId, id),
        {
          id: 'open',
          label: t('Open memory'),
          icon: BookOpen,
          keys: 'Enter',
          run: () => showMemory(thing.memoryId),
        },
        renaming(id),
      ];
    case 'group':
      return [toggling(engineId, thing.key)];
    case 'variable':
      return [pinEntry(engineId, id), ...variableEntries(engineId, thing.field)];
    case 'adds':
    case 'uses':
      return [
        removal(engineId, id ?? '', thing.kind === 'adds' ? t('Remove memory') : t('Remove condition')),
      ];
    case undefined:
      return canvasEntries(engineId);
    default:
      return unreachable(thing);
  }
}

const toggling = (engineId: string, key: string): MenuEntry => ({
  id: 'toggle',
  label: t('Open or close the group'),
  icon: Group,
  keys: 'Enter',
  run: () => toggleGroup(engineId, key),
});

function canvasEntries(engineId: string): MenuEntry[] {
  return [
    { id: 'new', label: t('New rule'), icon: Plus, keys: 'N', run: () => void startRule(engineId) },
    {
      id: 'arrange',
      label: t('Arrange around what is pinned'),
      icon: AlignVerticalSpaceAround,
      keys: 'L',
      disabled: findHandler('canvas.arrange') === undefined,
      run: () => void runCommand('canvas.arrange'),
    },
    {
      id: 'unpin',
      label: t('Unpin everything'),
      icon: PinOff,
      disabled: Object.keys(pinsOf(engineId)).length === 0,
      run: () => unpin(engineId, Object.keys(pinsOf(engineId))),
    },
  ];
}

/** What can be done with several rules at once, each as one step. */
function groupEntries(engineId: string): MenuEntry[] {
  const ids = idsOfCurrentRules();
  const rules = formatCounted(ids.length, 'rule');
  const disabled = ids.length === 0;
  return [
    {
      id: 'duplicate',
      label: t('Duplicate {rules}', { rules }),
      icon: Copy,
      keys: 'Mod+D',
      disabled,
      run: () => duplicateAndShow(engineId, ids),
    },
    {
      id: 'mute',
      label: t('Mute or unmute {rules}', { rules }),
      icon: Volume2,
      keys: 'M',
      disabled,
      run: () => toggleMuted(engineId, ids),
    },
    {
      id: 'delete',
      label: t('Delete {rules}', { rules }),
      icon: Trash2,
      keys: 'Delete',
      tone: 'danger',
      disabled,
      run: () => deleteAndStep(engineId, ids),
    },
  ];
}

function pinEntry(engineId: string, id: string | undefined): MenuEntry {
  // As the command does, which means all that is selected.
  const selected = currentSelectedIds();
  const isPinned = arePinned(
    engineId,
    selected.includes(id ?? '') ? selected.filter(isPinnable) : [id ?? ''],
  );
  const label = isPinned ? t('Unpin') : t('Pin here');
  return {
    id: 'pin',
    label,
    icon: isPinned ? PinOff : Pin,
    keys: 'P',
    run: () => void runCommand('canvas.pin'),
  };
}

function ruleEntries(engineId: string, ruleId: string): (MenuEntry | 'separator')[] {
  const rule = findRule(useDocuments.getState().working, { engineId, ruleId });
  if (!rule) return [];
  return ruleMenuEntries({ engineId, ruleId }, { isMuted: !isRuleEnabled(rule), isDraft: isDraft(rule) });
}

const isPinnable = (id: string): boolean => ['rule', 'memory', 'variable'].includes(thingOf(id)?.kind ?? '');

const renaming = (id: string | undefined): MenuEntry => ({
  id: 'rename',
  label: t('Rename everywhere…'),
  icon: PencilLine,
  keys: 'F2',
  disabled: !canRename(id),
  run: () => rename(id),
});

function variableEntries(engineId: string, field: string): MenuEntry[] {
  const renamed = renaming(variableNodeId(field));
  const { rule } = currentSelection();
  if (!rule) return [renamed];
  const run = () => dropOnRule({ engineId, ruleId: rule.id }, { kind: 'variable', field });
  return [
    { id: 'ask', label: t('Add as condition to “{name}”', { name: rule.name }), icon: Plus, run },
    renamed,
  ];
}

function removal(engineId: string, id: string, label: string): MenuEntry {
  return {
    id: 'remove',
    label,
    icon: Trash2,
    keys: 'Delete',
    tone: 'danger',
    run: () => deleteThing(engineId, id),
  };
}
