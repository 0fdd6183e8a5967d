import type { ReactNode } from 'react';
import { ListLayout, Virtualizer } from 'react-aria-components';

export interface LongListProps {
  /** Pixels, for rows that were not measured yet. */
  readonly rowHeight: number;
  /** A list that scrolls by itself. */
  readonly children: ReactNode;
}

/** Around a list of thousands: only the rows in sight are drawn. */
export function LongList({ rowHeight, children }: LongListProps) {
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
