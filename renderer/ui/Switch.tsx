import { Switch as AriaSwitch } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './Switch.module.css';

interface SwitchProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Turns one thing on or off, at once. */
export function Switch({ label, labelHidden = false, on, onChange }: SwitchProps) {
  return (
    <AriaSwitch
      className={classNames(styles.switch)}
      isSelected={on}
      onChange={onChange}
      {...(labelHidden && { 'aria-label': label })}
    >
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
      {labelHidden ? null : label}
    </AriaSwitch>
  );
}
