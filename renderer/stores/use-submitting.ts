import { type RefObject, useEffect, useRef, useState } from 'react';
import { errorBody } from '../api/call.ts';
import { showError } from './toasts.ts';

/** Whether the window that asks is still there: what it waited for closes no other, and leads nowhere any more. */
export function useIsOpen(): Readonly<RefObject<boolean>> {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

/**
 * Does what a window promises: it closes once that is done, else says why it was not. Who closed it before hears of a
 * failure by a message, and no window that was opened since is closed with what is typed there.
 */
export function useSubmitting(onClose: () => void) {
  const [failure, setFailure] = useState<string>();
  const isOpen = useIsOpen();
  /** `then` leads to what was made, for who still looks. */
  const submit = async <Made>(done: Promise<Made>, then?: (made: Made) => void) => {
    try {
      const made = await done;
      if (!isOpen.current) return;
      then?.(made);
      onClose();
    } catch (error) {
      if (isOpen.current) setFailure(errorBody(error).message);
      else showError(error);
    }
  };
  return { failure, submit };
}
