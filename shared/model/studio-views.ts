import type { Phrase } from '../texts/texts.ts';
import { keysOf } from './entries.ts';

/** A view of the studio as others speak of it: the rail, the palette, the menu. */
interface NamedView {
  readonly title: Phrase;
  /** Keys that go there. */
  readonly keys?: readonly string[];
  readonly whileTyping?: true;
}

/** The views of the studio, in the order of its rail; what each shows stands in `renderer/views.ts`. */
export const studioViews = {
  rules: { title: 'Rules' },
  memories: { title: 'Memories' },
  samples: { title: 'Samples' },
  contracts: { title: 'Contracts' },
  tests: { title: 'Tests' },
  assembly: { title: 'Assembly' },
  ledger: { title: 'Ledger' },
  handoff: { title: 'Handoff' },
  conversations: { title: 'Conversations' },
  health: { title: 'Health' },
  sessions: { title: 'Sessions' },
  recordings: { title: 'Recordings' },
  problems: { title: 'Problems' },
  settings: { title: 'Settings', keys: ['Mod+,'], whileTyping: true },
} as const satisfies Readonly<Record<string, NamedView>>;

export type View = keyof typeof studioViews;

export const views = keysOf(studioViews);

/** One view with its optional parts, whatever its entry holds. */
export const studioView = (view: View): NamedView => studioViews[view];
