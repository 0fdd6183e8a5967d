import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './IconButton.module.css';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps {
  /** What it does; read out and shown as tooltip. */
  readonly name: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
  readonly keys?: string;
  readonly disabled?: boolean;
  /** Given for a toggle: whether it is on. */
  readonly pressed?: boolean;
  readonly size?: 's' | 'm';
}

/** A button with an icon alone: it always has a name and a tooltip with its key. */
export function IconButton({
  name,
  icon: Icon,
  onPress,
  keys,
  disabled = false,
  pressed,
  size = 'm',
}: IconButtonProps) {
  return (
    <Tooltip text={name} {...(keys !== undefined && { keys })}>
      <AriaButton
        aria-label={name}
        className={classNames(styles.button, styles[size], pressed === true && styles.on)}
        isDisabled={disabled}
        onPress={onPress}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
      >
        <Icon aria-hidden size={size === 's' ? 15 : 17} strokeWidth={1.75} />
      </AriaButton>
    </Tooltip>
  );
}
