import { useEffect } from 'react';
import { create } from 'zustand';
import { setPanelOpen } from '../../stores/panels.ts';

import { awaitFocus } from '../../ui/focus-added.ts';

/** A control of the inspector that shall take the focus, named as in its `data-focus` attribute. */
interface FocusRequest {
  readonly target?: string;
  readonly number: number;
}

const useFocusRequests = create<FocusRequest>()(() => ({ number: 0 }));

export const ruleNameFocus = 'rule-name';
export const addConditionFocus = 'add-condition';
export const conditionFocus = (index: number, part: 'field' | 'value'): string =>
  `condition-${index}-${part}`;

/** Opens the inspector and moves the focus to one of its controls once it is there. */
export function requestFocus(target: string): void {
  setPanelOpen('inspector', true);
  useFocusRequests.setState(({ number }) => ({ target, number: number + 1 }));
  awaitFocus(() => useFocusRequests.getState().target === undefined);
}

/** Answers requests within `root`; a text in the control is selected, so that typing replaces it. */
export function useAnswerFocus(root: { readonly current: HTMLElement | null }): void {
  const { target, number } = useFocusRequests();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `number` makes a repeated request a new one.
  useEffect(() => {
    const place = target === undefined ? null : root.current?.querySelector(`[data-focus="${target}"]`);
    // The type of a value stands before the value, as a menu.
    const control = ['input, textarea', 'button:not([aria-haspopup])', 'button']
      .map(selector => place?.querySelector<HTMLElement>(selector))
      .find(found => found);
    if (!control) return;
    const frame = { id: 0 };
    const answer = () => {
      // A menu that was pressed is still there, and would take the focus back.
      if (control.closest('[inert], [aria-hidden=true]')) {
        frame.id = requestAnimationFrame(answer);
        return;
      }
      control.focus();
      if (control instanceof HTMLInputElement) control.select();
      useFocusRequests.setState(state => ({ number: state.number }), true);
    };
    answer();
    return () => cancelAnimationFrame(frame.id);
  }, [target, number, root]);
}
