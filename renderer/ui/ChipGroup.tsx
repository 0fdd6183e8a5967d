import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import styles from './ChipGroup.module.css';
import { classNames } from './class-names.ts';

interface ChipGroupProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly selected: readonly Value[];
  /** Called with the chosen values in the order of the options. */
  readonly onChange: (selected: Value[]) => void;
  /** `one` keeps exactly one chosen. */
  readonly choose?: 'one' | 'many';
}

/** Choices that wrap over lines: one section, or any of the eight scopes. */
export function ChipGroup<Value extends string>(props: ChipGroupProps<Value>) {
  const { label, options, selected, onChange, choose = 'many' } = props;
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={classNames(styles.group)}
      disallowEmptySelection={choose === 'one'}
      onSelectionChange={keys =>
        onChange(options.map(option => option.value).filter(value => keys.has(value)))
      }
      selectedKeys={selected}
      selectionMode={choose === 'one' ? 'single' : 'multiple'}
    >
      {options.map(option => (
        <ToggleButton
          className={classNames(styles.chip, styles[choose])}
          id={option.value}
          key={option.value}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
