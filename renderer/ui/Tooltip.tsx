import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components';
import { Kbd } from './Kbd.tsx';
import styles from './Tooltip.module.css';

interface TooltipProps {
  readonly text: ReactNode;
  readonly keys?: string;
  /** A control of this kit; wrap other elements in `TooltipAnchor`. */
  readonly children: ReactNode;
}

/** A short text beside a control, shown on hover and on keyboard focus. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={60}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={6}>
        <span>{text}</span>
        {keys === undefined ? null : <Kbd keys={keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** Makes a plain element (a span, an icon) focusable, so that it can carry a tooltip. */
export function TooltipAnchor({
  children,
}: {
  readonly children: ReactElement<Record<string, unknown>, string>;
}) {
  return <Focusable>{children}</Focusable>;
}
