import { create } from 'zustand';

interface Renamed {
  /** What tells the form of a document from that of another, where that is not its address. */
  readonly keys: Readonly<Record<string, string>>;
  /** The address that a document had before. */
  readonly before: Readonly<Record<string, string>>;
}

const useRenamed = create<Renamed>()(() => ({ keys: {}, before: {} }));
/** Rules have an id within their engine. */
export const ruleAddress = ({
  engineId,
  ruleId,
}: {
  readonly engineId: string;
  readonly ruleId: string;
}): string => `${engineId}/${ruleId}`;

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

/** Ids that the document with this one had before or, where names were undone, has since; the nearest first. */
export function idsBeside(kind: string, id: string): string[] {
  const { before } = useRenamed.getState();
  const after = Object.fromEntries(Object.entries(before).map(([is, was]) => [was, is]));
  return [before, after].flatMap(along => {
    const found = new Set<string>();
    for (let at = along[addressOf(kind, id)]; at !== undefined && !found.has(at); at = along[at])
      found.add(at);
    return [...found].map(address => address.slice(kind.length + 1));
  });
}
