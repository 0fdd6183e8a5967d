import type { KeyboardEvent } from 'react';

/** For `onKeyDownCapture` around a search field, which would clear itself at Escape and stay open. */
export const closeAtOnce =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
