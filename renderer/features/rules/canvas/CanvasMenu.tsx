import { BookOpen, Plus, Trash2 } from 'lucide-react';
import { useDocuments } from '../../../stores/documents.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { ContextMenu } from '../../../ui/ContextMenu.tsx';
import type { MenuEntry } from '../../../ui/Menu.tsx';
import { findRule } from '../edits/rule-edits.ts';
import { ruleMenuEntries } from '../inspector/RuleMenu.tsx';
import { dropOnRule, startRule } from '../rule-actions.ts';
import { currentSelection } from '../selection.ts';
import { deleteThing } from './delete-thing.ts';
import { thingOf } from './node-ids.ts';
import type { MenuRequest } from './use-canvas-menu.ts';

interface CanvasMenuProps {
  readonly engineId: string;
  readonly request: MenuRequest;
  readonly onClose: () => void;
}

/** What can be done with the thing under the pointer; the same is in the inspector and on keys. */
export function CanvasMenu({ engineId, request: { id, x, y }, onClose }: CanvasMenuProps) {
  const entries = entriesFor(engineId, id);
  if (entries.length === 0) return null;
  return <ContextMenu entries={entries} name="Canvas menu" onClose={onClose} x={x} y={y} />;
}

function entriesFor(engineId: string, id: string | undefined): (MenuEntry | 'separator')[] {
  const thing = id === undefined ? undefined : thingOf(id);
  switch (thing?.kind) {
    case 'rule':
      return ruleEntries(engineId, thing.ruleId);
    case 'memory':
      return [
        {
          id: 'open',
          label: 'Open memory',
          icon: BookOpen,
          keys: 'Enter',
          run: () => showMemory(thing.memoryId),
        },
      ];
    case 'variable':
      return variableEntries(engineId, thing.field);
    case 'adds':
    case 'uses':
      return [removal(engineId, id ?? '', thing.kind === 'adds' ? 'Remove memory' : 'Remove condition')];
    case undefined:
      return [{ id: 'new', label: 'New rule', icon: Plus, keys: 'N', run: () => void startRule(engineId) }];
  }
}

function ruleEntries(engineId: string, ruleId: string): (MenuEntry | 'separator')[] {
  const rule = findRule(useDocuments.getState().working, { engineId, ruleId });
  return rule ? ruleMenuEntries({ engineId, ruleId }, rule) : [];
}

function variableEntries(engineId: string, field: string): MenuEntry[] {
  const { rule } = currentSelection();
  if (!rule) return [];
  const run = () => dropOnRule({ engineId, ruleId: rule.id }, { kind: 'variable', field });
  return [{ id: 'ask', label: `Add as condition to “${rule.name}”`, icon: Plus, run }];
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
