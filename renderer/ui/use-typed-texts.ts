import { type FocusEvent, useRef } from 'react';

/** The text of a field, with what became of it and stands beside it, as tags do. */
const textOf = (field: Element): string =>
  `${'value' in field ? field.value : ''}\n${field.parentElement?.textContent}`;

/** Where somebody typed: a field is noted as it is when it is come to, and one that went since counts no more. */
export function useTypedTexts() {
  const before = useRef(new Map<HTMLElement, string>());
  return {
    note: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.matches('input, textarea') && !before.current.has(target))
        before.current.set(target, textOf(target));
    },
    last: () =>
      [...before.current].findLast(([field, text]) => field.isConnected && textOf(field) !== text)?.[0],
  };
}
