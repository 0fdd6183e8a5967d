/** What can be done with a step by key, menu or mouse. */
export interface StepActions {
  readonly up: (index: number) => void;
  readonly down: (index: number) => void;
  readonly duplicate: (index: number) => void;
  readonly remove: (index: number) => void;
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The action of a key on a step: Mod+arrows move, Mod+D duplicates, Delete and Backspace remove. */
export function stepKey({ key, ctrlKey, metaKey }: Key): keyof StepActions | undefined {
  const isMod = ctrlKey || metaKey;
  if (isMod && key === 'ArrowUp') return 'up';
  if (isMod && key === 'ArrowDown') return 'down';
  if (isMod && key.toLowerCase() === 'd') return 'duplicate';
  return !isMod && (key === 'Delete' || key === 'Backspace') ? 'remove' : undefined;
}
