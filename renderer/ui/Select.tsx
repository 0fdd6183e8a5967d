import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import {
  Select as AriaSelect,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import { FieldNotes, type FieldProps } from './FieldNotes.tsx';
import styles from './field.module.css';
import list from './listbox.module.css';

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
  readonly icon?: LucideIcon;
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly options: readonly SelectOption<Value>[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** Stands before the value. */
  readonly icon?: LucideIcon;
}

/** One of a known set. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, labelHidden = false, description, error, value, onChange, options, icon: Icon } = props;
  return (
    <AriaSelect
      className={classNames(styles.field)}
      isDisabled={props.disabled ?? false}
      isInvalid={error !== undefined}
      onSelectionChange={key => {
        const option = options.find(candidate => candidate.value === key);
        if (option && option.value !== value) onChange(option.value);
      }}
      placeholder={props.placeholder ?? t('Choose')}
      selectedKey={value ?? null}
      {...(labelHidden && { 'aria-label': label })}
    >
      {labelHidden ? null : <Label className={classNames(styles.label)}>{label}</Label>}
      <Button className={classNames(styles.control, list.trigger)}>
        {Icon ? <Icon aria-hidden size={15} /> : null}
        <SelectValue className={classNames(list.value)} />
        <ChevronDown aria-hidden size={14} />
      </Button>
      <FieldNotes description={description} error={error} />
      <Popover className={classNames(list.popover)} offset={4}>
        <ListBox
          className={classNames(list.list)}
          items={options.map(option => ({ ...option, id: option.value }))}
        >
          {option => <SelectRow option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

function SelectRow({ option }: { readonly option: SelectOption<string> }) {
  const Icon = option.icon;
  return (
    <ListBoxItem className={classNames(list.item)} id={option.value} textValue={option.label}>
      {Icon ? <Icon aria-hidden className={classNames(list.icon)} size={15} /> : null}
      <span className={list.texts}>
        <Text className={classNames(list.label)} dir="auto" slot="label" title={option.label}>
          {option.label}
        </Text>
        {option.description === undefined ? null : (
          <Text className={classNames(list.description)} dir="auto" slot="description">
            {option.description}
          </Text>
        )}
      </span>
      <Check aria-hidden className={classNames(list.check)} size={14} />
    </ListBoxItem>
  );
}
