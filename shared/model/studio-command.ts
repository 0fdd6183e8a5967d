import type { Phrase } from '../texts/texts.ts';
import { keysOf } from './entries.ts';
import { studioView, type View, views } from './studio-views.ts';

/** Where a command stands in the native menu, and under which heading in the shortcut sheet. */
export const commandGroups = [
  'File',
  'Edit',
  'Rule',
  'View',
  'Go',
  'Help',
] as const satisfies readonly Phrase[];
export type CommandGroup = (typeof commandGroups)[number];

/** One thing the studio can do by name. */
export interface StudioCommand {
  readonly title: Phrase;
  readonly group: CommandGroup;
  /** Keys such as `Mod+Shift+Z`; `Mod` is Ctrl or Cmd, both work. The first one is shown. */
  readonly keys?: readonly string[];
  /** True for keys that mean nothing in a text field and therefore work there too. */
  readonly whileTyping?: true;
  /** Where it has a meaning; who asks for it elsewhere is brought there first. */
  readonly place?: { readonly view: View; readonly ruleTab?: 'canvas' };
}

const inRules = { place: { view: 'rules' } } as const;
const onCanvas = { place: { view: 'rules', ruleTab: 'canvas' } } as const;
const inLedger = { place: { view: 'ledger' } } as const;

/** All commands: the one table that feeds menu, palette, shortcut sheet and key handler (studio, Conventions). */
export const studioCommands = {
  'project.new': { title: 'New project…', group: 'File' },
  'project.open': { title: 'Open project…', group: 'File' },
  'project.openSample': { title: 'Open sample project', group: 'File' },
  'window.new': { title: 'New window', group: 'File' },
  'engine.new': { title: 'New engine…', group: 'File' },
  'memory.new': { title: 'New memory…', group: 'File', place: { view: 'memories' } },
  'sample.new': { title: 'New sample…', group: 'File', place: { view: 'samples' } },
  'contract.new': { title: 'New contract…', group: 'File', place: { view: 'contracts' } },
  'test.new': { title: 'New test…', group: 'File', place: { view: 'tests' } },
  'sample.paste': { title: 'New sample from a request…', group: 'File', place: { view: 'samples' } },
  'ledger.post': { title: 'Post to the ledger…', group: 'File', ...inLedger },
  'ledger.decide': { title: 'Record a decision…', group: 'File', ...inLedger },
  'ledger.import': { title: 'Import a ledger…', group: 'File', ...inLedger },
  'ledger.export': { title: 'Export the ledger', group: 'File', ...inLedger },
  'conversations.import': { title: 'Import conversations…', group: 'File', place: { view: 'conversations' } },
  'document.save': { title: 'Save', group: 'File', keys: ['Mod+S'], whileTyping: true },
  'engine.import': { title: 'Import…', group: 'File', keys: ['Mod+I'], whileTyping: true },
  'engine.export': { title: 'Export an engine…', group: 'File', keys: ['Mod+E'], whileTyping: true },

  'edit.undo': { title: 'Undo', group: 'Edit', keys: ['Mod+Z'] },
  'edit.redo': { title: 'Redo', group: 'Edit', keys: ['Mod+Shift+Z', 'Mod+Y'] },
  'edit.undoAll': { title: 'Undo all changes', group: 'Edit' },
  'edit.cut': { title: 'Cut', group: 'Edit', keys: ['Mod+X'] },
  'edit.copy': { title: 'Copy', group: 'Edit', keys: ['Mod+C'] },
  'edit.paste': { title: 'Paste', group: 'Edit', keys: ['Mod+V'] },
  'edit.selectAll': { title: 'Select all', group: 'Edit', keys: ['Mod+A'] },
  'edit.duplicate': { title: 'Duplicate', group: 'Edit', keys: ['Mod+D'] },
  'edit.delete': { title: 'Delete', group: 'Edit', keys: ['Delete', 'Backspace'] },
  'edit.rename': { title: 'Rename', group: 'Edit', keys: ['F2'] },
  'json.format': { title: 'Format JSON', group: 'Edit', keys: ['Shift+Alt+F'], whileTyping: true },
  'json.complete': {
    title: 'Show what can stand here',
    group: 'Edit',
    keys: ['Ctrl+Space'],
    whileTyping: true,
  },
  'edit.find': { title: 'Find', group: 'Edit', keys: ['Mod+F'], whileTyping: true },

  'rule.new': { title: 'New rule', group: 'Rule', keys: ['N'], ...inRules },
  'rule.addCondition': { title: 'Add condition or step', group: 'Rule', keys: ['A'], ...inRules },
  'rule.mute': { title: 'Mute or unmute rule', group: 'Rule', keys: ['M'], ...inRules },
  'rule.solo': { title: 'Hear this rule alone, or all again', group: 'Rule', keys: ['S'], ...inRules },
  'rule.moveUp': { title: 'Move rule up', group: 'Rule', keys: ['Mod+ArrowUp'], ...inRules },
  'rule.moveDown': { title: 'Move rule down', group: 'Rule', keys: ['Mod+ArrowDown'], ...inRules },

  'panel.list': { title: 'Show or hide list', group: 'View', keys: ['Mod+B'], whileTyping: true },
  'panel.inspector': {
    title: 'Show or hide inspector',
    group: 'View',
    keys: ['Mod+Alt+B'],
    whileTyping: true,
  },
  'panel.drawer': { title: 'Show or hide drawer', group: 'View', keys: ['Mod+`'], whileTyping: true },
  'panel.all': {
    title: 'Show the editor alone, or all panels',
    group: 'View',
    keys: ['Mod+\\'],
    whileTyping: true,
  },
  'canvas.zoomIn': { title: 'Zoom in', group: 'View', keys: ['+'], ...onCanvas },
  'canvas.zoomOut': { title: 'Zoom out', group: 'View', keys: ['-'], ...onCanvas },
  'canvas.zoomReset': { title: 'Actual size', group: 'View', keys: ['0'], ...onCanvas },
  'canvas.fit': { title: 'Fit canvas', group: 'View', keys: ['1'], ...onCanvas },
  'canvas.pin': { title: 'Pin or unpin', group: 'View', keys: ['P'], ...onCanvas },
  'canvas.arrange': { title: 'Arrange canvas', group: 'View', keys: ['L'], ...onCanvas },
  'theme.light': { title: 'Light theme', group: 'View' },
  'theme.dark': { title: 'Dark theme', group: 'View' },
  'theme.system': { title: 'Theme of the system', group: 'View' },

  'palette.open': {
    title: 'Go to anything…',
    group: 'Go',
    keys: ['Mod+K', 'Mod+Shift+P'],
    whileTyping: true,
  },
  ...viewCommands(),
  'region.next': { title: 'Next part of the window', group: 'Go', keys: ['F6'], whileTyping: true },
  'region.previous': {
    title: 'Previous part of the window',
    group: 'Go',
    keys: ['Shift+F6'],
    whileTyping: true,
  },
  'problem.next': { title: 'Next problem', group: 'Go', keys: ['F8'], whileTyping: true },
  'problem.previous': { title: 'Previous problem', group: 'Go', keys: ['Shift+F8'], whileTyping: true },

  'tour.show': { title: 'Tour of the sample project', group: 'Help' },
  'shortcuts.show': { title: 'Keyboard shortcuts', group: 'Help', keys: ['?'] },
} as const satisfies Record<string, StudioCommand>;
export type StudioCommandId = keyof typeof studioCommands;

type ViewCommands = { readonly [Name in View as `view.${Name}`]: StudioCommand };

/** Every view can be gone to by name. */
function viewCommands(): ViewCommands {
  const commands = views.map(view => [`view.${view}`, { ...studioView(view), group: 'Go' }]);
  return Object.fromEntries(commands) as ViewCommands; // one for each view, under its name
}

/** All ids in the order of the table. */
export const studioCommandIds = keysOf(studioCommands);

export function isStudioCommandId(id: string): id is StudioCommandId {
  return Object.hasOwn(studioCommands, id);
}

/** One command with its optional parts, whatever its entry holds. */
export function studioCommand(id: StudioCommandId): StudioCommand {
  return studioCommands[id];
}
