import { Menu, type MenuItemConstructorOptions } from 'electron';
import {
  type CommandGroup,
  commandGroups,
  type StudioCommand,
  type StudioCommandId,
  studioCommand,
  studioCommandIds,
} from '../shared/model/studio-command.ts';

/** Items whose text editing the system does; the studio hears of them through the page's own events. */
const systemRoles: Partial<Record<StudioCommandId, MenuItemConstructorOptions['role']>> = {
  'edit.cut': 'cut',
  'edit.copy': 'copy',
  'edit.paste': 'paste',
  'edit.selectAll': 'selectAll',
};

/** What a group has beside the studio's commands. */
const nativeItems: Partial<Record<CommandGroup, readonly MenuItemConstructorOptions[]>> = {
  File: [{ type: 'separator' }, { role: process.platform === 'darwin' ? 'close' : 'quit' }],
  View: [
    { type: 'separator' },
    { role: 'zoomIn', label: 'Larger text' },
    { role: 'zoomOut', label: 'Smaller text' },
    { role: 'resetZoom', label: 'Normal text' },
    { role: 'togglefullscreen' },
    { role: 'toggleDevTools' },
  ],
};

/** Puts the table of commands into the native menu; `run` carries a choice to the page. */
export function installMenu(run: (id: StudioCommandId) => void): void {
  const groups = commandGroups.map(group => ({ label: group, submenu: groupItems(group, run) }));
  const mac: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  const template = [...mac, ...groups.slice(0, -1), { role: 'windowMenu' as const }, ...groups.slice(-1)];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function groupItems(group: CommandGroup, run: (id: StudioCommandId) => void): MenuItemConstructorOptions[] {
  const ids = studioCommandIds.filter(id => studioCommand(id).group === group);
  return [...ids.map(id => commandItem(id, run)), ...(nativeItems[group] ?? [])];
}

function commandItem(id: StudioCommandId, run: (id: StudioCommandId) => void): MenuItemConstructorOptions {
  const command = studioCommand(id);
  const role = systemRoles[id];
  if (role !== undefined) return { role, label: command.title };
  const accelerator = shownKey(command);
  return {
    id,
    label: command.title,
    click: () => run(id),
    // Shown only: the page handles its keys itself, since they depend on where the focus is.
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  };
}

/** macOS fires every accelerator that it shows, so keys that mean something else while typing are left out there. */
function shownKey({ keys, whileTyping }: StudioCommand): string | undefined {
  if (process.platform === 'darwin' && whileTyping !== true) return undefined;
  return keys?.[0]?.replace('Mod', 'CommandOrControl');
}
