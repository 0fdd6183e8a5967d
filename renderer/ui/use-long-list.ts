import { type ComponentType, useEffect, useState } from 'react';
import type { LongListProps } from './LongList.tsx';

/** What draws lists of thousands; undefined until it is loaded, which happens with the first such list. */
export function useLongList(): ComponentType<LongListProps> | undefined {
  const [loaded, setLoaded] = useState<{ readonly LongList: ComponentType<LongListProps> }>();
  useEffect(() => {
    const waits = { on: true };
    import('./LongList.tsx').then(
      part => waits.on && setLoaded(part),
      () => undefined, // the list is whole without it, and asks again when it is next shown
    );
    return () => {
      waits.on = false;
    };
  }, []);
  return loaded?.LongList;
}
