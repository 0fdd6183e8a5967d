import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './Segmented.module.css';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Undefined while none is chosen yet. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
}

/** One of two to four choices, all in sight. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={classNames(styles.group)}
      disallowEmptySelection
      onSelectionChange={keys => {
        const option = options.find(candidate => keys.has(candidate.value));
        if (option) onChange(option.value);
      }}
      selectedKeys={value === undefined ? [] : [value]}
      selectionMode="single"
    >
      {options.map(option => (
        <ToggleButton className={classNames(styles.option)} id={option.value} key={option.value}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
