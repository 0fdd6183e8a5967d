import { type LucideIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';
import { addAndFocus } from './focus-added.ts';
import { Kbd } from './Kbd.tsx';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  /** `plain` has a border, `primary` is the one thing to do, `quiet` is a link in a text, `danger` destroys. */
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly icon?: LucideIcon;
  /** It adds something: bears a plus, and the focus goes into what was added. */
  readonly adds?: boolean;
  /** Shown as a key cap after the text, e.g. `A`. */
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
}

/** A button with a text. For an icon alone use `IconButton`. */
export function Button({
  children,
  onPress,
  variant = 'plain',
  adds = false,
  icon: Icon = adds ? Plus : undefined,
  keys,
  disabled = false,
  type = 'button',
}: ButtonProps) {
  return (
    <AriaButton
      className={classNames(styles.button, styles[variant])}
      isDisabled={disabled}
      type={type}
      {...(adds && { 'data-adds': true })}
      {...(onPress && { onPress: adds ? () => addAndFocus(onPress) : onPress })}
    >
      {Icon ? <Icon aria-hidden size={16} strokeWidth={1.75} /> : null}
      <span className={styles.text} {...(typeof children === 'string' && { title: children })}>
        {children}
      </span>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </AriaButton>
  );
}
