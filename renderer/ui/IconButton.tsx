import { type LucideIcon, Plus } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { addAndFocus } from './focus-added.ts';
import styles from './IconButton.module.css';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonBase {
  /** What it does; read out and shown as tooltip. */
  readonly name: string;
  readonly onPress: () => void;
  readonly keys?: string;
  readonly disabled?: boolean;
  /** Given for a toggle: whether it is on. */
  readonly pressed?: boolean;
  readonly size?: 's' | 'm';
}

/** One that adds something bears a plus, and the focus goes into what was added. */
type IconButtonProps = IconButtonBase &
  ({ readonly icon: LucideIcon; readonly adds?: false } | { readonly icon?: undefined; readonly adds: true });

/** A button with an icon alone: it always has a name and a tooltip with its key. */
export function IconButton({
  name,
  adds = false,
  icon: Icon = Plus,
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
        onPress={adds ? () => addAndFocus(onPress) : onPress}
        {...(adds && { 'data-adds': true })}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
      >
        <Icon aria-hidden size={size === 's' ? 15 : 17} strokeWidth={1.75} />
      </AriaButton>
    </Tooltip>
  );
}
