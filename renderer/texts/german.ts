import { german } from '../../shared/texts/german.ts';
import type { Dictionary } from '../../shared/texts/texts.ts';
import type { Told } from '../../shared/texts/told.ts';
import { tellGerman } from '../../shared/texts/told-german.ts';

/** What a page in German loads before its first view. */
export const dictionary: Dictionary = german;
export const told: Told = tellGerman();

/** What the controls say by themselves, by the part that says it: `vite.config.ts` makes them look here. */
const controls = import.meta.glob<Dictionary>(
  '../../node_modules/react-aria/dist/private/intl/{autocomplete,breadcrumbs,combobox,dnd,grid,menu,numberfield,overlays,searchfield,spinbutton,table,tag,toast,tree}/de-DE.mjs',
  { eager: true, import: 'default', exhaustive: true },
);
Reflect.set(
  globalThis,
  Symbol.for('weft.controls.de'),
  Object.fromEntries(Object.entries(controls).map(([path, words]) => [path.split('/').at(-2), words])),
);
