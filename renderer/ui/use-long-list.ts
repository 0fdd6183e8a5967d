import { type ComponentType, useEffect, useState } from 'react';
import type { LongListProps } from './LongList.tsx';

/** What was loaded once is there from the first frame on: a list that is drawn twice opens in twice the time. */
const held: { LongList?: ComponentType<LongListProps> } = {};

/** What draws lists of thousands; undefined until it is loaded, which happens with the first such list. */
export function useLongList(): ComponentType<LongListProps> | undefined {
  const [loaded, setLoaded] = useState<Readonly<typeof held>>(() => ({ ...held }));
  useEffect(() => {
    if (held.LongList) return undefined;
    const waits = { on: true };
    import('./LongList.tsx').then(
      ({ LongList }) => {
        held.LongList = LongList;
        if (waits.on) setLoaded({ LongList });
      },
      () => undefined, // the list is whole without it, and asks again when it is next shown
    );
    return () => {
      waits.on = false;
    };
  }, []);
  return loaded.LongList;
}
