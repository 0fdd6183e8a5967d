import { type ReactNode, type RefObject, useMemo } from 'react';
import { ListLayout, Virtualizer } from 'react-aria-components';
import { useFindableRows } from './findable-rows.ts';

export interface LongListProps {
  /** The list in it, and what its rows are called, where they are to be found whether drawn or not. */
  readonly found?: {
    readonly list: RefObject<HTMLElement | null>;
    readonly items: readonly { readonly id: string; readonly title: string }[];
  };
  /** Pixels, for rows that were not measured yet. */
  readonly rowHeight: number;
  /** A list that scrolls by itself. */
  readonly children: ReactNode;
}

const nowhere = { current: null };

/** Around a list of thousands: only the rows in sight are drawn. */
export function LongList({ rowHeight, found, children }: LongListProps) {
  const { list = nowhere, items } = found ?? {};
  useFindableRows(
    list,
    useMemo(() => items?.map(({ id, title }) => ({ id, text: title })), [items]),
  );
  return (
    <Virtualizer
      layout={ListLayout}
      layoutOptions={{ estimatedRowHeight: rowHeight, gap: 1 }}
      shouldObserveItemSize
    >
      {children}
    </Virtualizer>
  );
}
