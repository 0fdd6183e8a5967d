import type { Reply } from '../../shared/contract/errors.ts';
import type { WeftEvent } from '../../shared/contract/events.ts';

/** A native menu item that names a command of the studio. */
interface MenuEvent {
  readonly event: 'menu:command';
  readonly id: string;
}

export type StudioEvent = WeftEvent | MenuEvent;

/** What the desktop shell's preload exposes; absent in the browser shell. */
export interface WeftBridge {
  call(name: string, input: unknown): Promise<Reply<unknown>>;
  on(listener: (event: StudioEvent) => void): () => void;
}

declare global {
  interface Window {
    readonly weft?: WeftBridge;
  }
}
