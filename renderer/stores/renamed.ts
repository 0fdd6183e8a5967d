import { create } from 'zustand';

interface Renamed {
  /** What tells the form of a document from that of another, where that is not its address. */
  readonly keys: Readonly<Record<string, string>>;
  /** The address that a document had before. */
  readonly before: Readonly<Record<string, string>>;
}

const useRenamed = create<Renamed>()(() => ({ keys: {}, before: {} }));
const addressOf = (kind: string, id: string): string => `${kind}/${id}`;

/** A document got another id while its form is in use: the form stays, with its focus, and the old id is another's. */
export function noteRenamed(kind: string, from: string, to: string): void {
  const [was, is] = [addressOf(kind, from), addressOf(kind, to)];
  useRenamed.setState(({ keys, before }) => ({
    keys: { ...keys, [is]: keys[was] ?? was, [was]: `${was} ${Object.keys(keys).length}` },
    before: { ...before, [is]: was },
  }));
}

export const formKeyOf = (kind: string, id: string): string => {
  const address = addressOf(kind, id);
  return useRenamed.getState().keys[address] ?? address;
};

/** The id that a document has that is chosen: after an undo, the one of before. */
export function idNow(
  kind: string,
  id: string | undefined,
  documents: Readonly<Record<string, unknown>>,
): string | undefined {
  const { before } = useRenamed.getState();
  let now = id;
  // Undone names can lead in a circle, which is no longer than all of them.
  for (let steps = Object.keys(before).length; now !== undefined && steps >= 0; steps -= 1) {
    if (Object.hasOwn(documents, now)) return now;
    now = before[addressOf(kind, now)]?.slice(kind.length + 1);
  }
  return undefined;
}
