import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import {
  type CommandGroup,
  commandGroups,
  type StudioCommand,
  type StudioCommandId,
  studioCommand,
  studioCommandIds,
} from '../shared/model/studio-command.ts';
import { createSay, english, languages, type Phrase, type Say } from '../shared/texts/texts.ts';

/** Items whose text editing the system does; the studio hears of them through the page's own events. */
const systemRoles: Partial<Record<StudioCommandId, MenuItemConstructorOptions['role']>> = {
  'edit.cut': 'cut',
  'edit.copy': 'copy',
  'edit.paste': 'paste',
  'edit.selectAll': 'selectAll',
};

/** What a group has beside the studio's commands. */
const nativeItems: Partial<Record<CommandGroup, readonly NativeItem[]>> = {
  File: [process.platform === 'darwin' ? ['close', 'Close window'] : ['quit', 'Quit Weft']],
  View: [
    ['zoomIn', 'Larger text'],
    ['zoomOut', 'Smaller text'],
    ['resetZoom', 'Normal text'],
    ['togglefullscreen', 'Full screen'],
    ['toggleDevTools', 'Developer tools'],
  ],
};
type NativeItem = readonly [role: NonNullable<MenuItemConstructorOptions['role']>, label: Phrase];

/** Says texts in the language that was chosen in the studio, or in that of the system where none was. */
export async function sayIn(choice: unknown): Promise<Say> {
  const language = languages.find(one => one === choice) ?? app.getLocale();
  if (!language.startsWith('de')) return english;
  const { german } = await import('../shared/texts/german.ts');
  return createSay('de', german);
}

/** Puts the table of commands into the native menu; `run` carries a choice to the page. */
export function installMenu(say: Say, run: (id: StudioCommandId) => void): void {
  const groups = commandGroups.map(group => ({ label: say(group), submenu: groupItems(group, say, run) }));
  const mac: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  const template = [
    ...mac,
    ...groups.slice(0, -1),
    { role: 'windowMenu' as const, label: say('Window') },
    ...groups.slice(-1),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function groupItems(
  group: CommandGroup,
  say: Say,
  run: (id: StudioCommandId) => void,
): MenuItemConstructorOptions[] {
  const ids = studioCommandIds.filter(id => studioCommand(id).group === group);
  const native = (nativeItems[group] ?? []).map(([role, label]) => ({ role, label: say(label) }));
  const separator = native.length === 0 ? [] : [{ type: 'separator' as const }];
  return [...ids.map(id => commandItem(id, say, run)), ...separator, ...native];
}

function commandItem(
  id: StudioCommandId,
  say: Say,
  run: (id: StudioCommandId) => void,
): MenuItemConstructorOptions {
  const command = studioCommand(id);
  const role = systemRoles[id];
  if (role !== undefined) return { role, label: say(command.title) };
  const accelerator = shownKey(command);
  return {
    id,
    label: say(command.title),
    click: () => run(id),
    // Shown only: the page handles its keys itself, since they depend on where the focus is.
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  };
}

/** macOS fires every accelerator that it shows, so keys that mean something else while typing are left out there. */
function shownKey({ keys, whileTyping }: StudioCommand): string | undefined {
  if (process.platform === 'darwin' && whileTyping !== true) return undefined;
  return keys?.[0]?.replace('Mod', 'CommandOrControl').replace('Arrow', '');
}
