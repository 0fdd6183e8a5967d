import { ChevronDown } from 'lucide-react';
import { type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { escapeInvisible } from '../../shared/model/escape-invisible.ts';
import { classNames } from './class-names.ts';
import { FieldNotes, type FieldProps } from './FieldNotes.tsx';
import styles from './field.module.css';
import list from './listbox.module.css';
import { isTakingOver } from './take-over-typed.ts';

export interface ComboOption {
  readonly value: string;
  readonly description?: string;
  /** Stands before the value, e.g. a `TypeBadge`. */
  readonly badge?: ReactNode;
}

interface ComboBoxProps extends FieldProps {
  readonly value: string;
  /** Called on every keystroke and when an option is chosen: any text is allowed. */
  readonly onChange: (value: string) => void;
  readonly options: readonly ComboOption[];
  readonly placeholder?: string;
  readonly mono?: boolean;
  /** Stands inside, before the text. */
  readonly leading?: ReactNode;
  /** Shows all options as soon as the control has the focus. */
  readonly openOnFocus?: boolean;
  /** An option was chosen, after `onChange` was told of it. */
  readonly onChoose?: (value: string) => void;
  readonly onBlur?: () => void;
  /** Enter in the text, once no option is marked. */
  readonly onEnter?: () => void;
}

/** A text with proposals: known values are offered, any other may be typed. */
export function ComboBox(props: ComboBoxProps) {
  const { label, labelHidden = false, description, error, value, onChange, options, mono = false } = props;
  const awaitsOptions = useRef(options.length === 0);
  return (
    <AriaComboBox
      allowsCustomValue
      className={classNames(styles.field)}
      defaultItems={options.map(option => ({ ...option, id: option.value }))}
      inputValue={value}
      isInvalid={error !== undefined}
      menuTrigger={props.openOnFocus === true ? 'focus' : 'input'}
      onInputChange={text => {
        const given = givenValue(options, text);
        if (given !== value) onChange(given);
      }}
      onSelectionChange={key => {
        if (typeof key === 'string') props.onChoose?.(key);
      }}
      {...(labelHidden && { 'aria-label': label })}
      {...(props.onBlur && { onBlur: props.onBlur })}
    >
      {labelHidden ? null : <Label className={classNames(styles.label)}>{label}</Label>}
      <div className={classNames(styles.control, props.openOnFocus === true && styles.opensOnFocus)}>
        {props.leading === undefined ? null : <span className={styles.overlaid}>{props.leading}</span>}
        <Input
          className={classNames(
            styles.input,
            mono && styles.mono,
            props.leading !== undefined && styles.afterLeading,
          )}
          onKeyDown={event => {
            if (event.key === 'Enter' || event.key === 'Escape') awaitsOptions.current = false;
            if (event.key !== 'Enter' || !props.onEnter || isOptionMarked(event.currentTarget)) return;
            // Where that moves the focus to a button, the same key is not to press it.
            event.preventDefault();
            props.onEnter();
          }}
          placeholder={props.placeholder ?? ''}
          spellCheck="false"
        />
        <Button className={classNames(styles.inner)}>
          <ChevronDown aria-hidden size={14} />
        </Button>
      </div>
      <FieldNotes description={description} error={error} />
      <LateOptions
        areAwaited={awaitsOptions}
        areThere={options.length > 0}
        openOnFocus={props.openOnFocus === true}
      />
      <Popover className={classNames(list.popover)} offset={4} placement="bottom start">
        <ListBox<ComboOption & { id: string }> className={classNames(list.list)}>
          {option => <ComboRow mono={mono} option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

interface LateOptionsProps {
  /** Nobody has seen an option yet, nor said by Enter or Escape that none is needed. */
  readonly areAwaited: RefObject<boolean>;
  readonly areThere: boolean;
  readonly openOnFocus: boolean;
}

/** When the list opens: options that come only while somebody is in the field are shown as if they had been there before. */
function LateOptions({ areAwaited, areThere, openOnFocus }: LateOptionsProps) {
  const state = useContext(ComboBoxStateContext);
  // Who saves by key has not come into the field.
  useLayoutEffect(() => {
    if (isTakingOver() && state?.isOpen === true) state.close();
  });
  // With each change, since the list itself is made of them only after they have come, and does not open before.
  useEffect(() => {
    if (!state || !areThere || !areAwaited.current) return;
    if (!state.isFocused) areAwaited.current = openOnFocus;
    else if (state.isOpen) areAwaited.current = false;
    else if (state.inputValue !== '') state.open(null, 'input');
    else if (openOnFocus) state.open(null, 'focus');
  });
  return null;
}

const isOptionMarked = (input: HTMLElement): boolean => input.hasAttribute('aria-activedescendant');

/** The value of an option that was chosen: what is put into the field is how it is shown. */
const givenValue = (options: readonly ComboOption[], text: string): string =>
  options.find(option => escapeInvisible(option.value) === text)?.value ?? text;

function ComboRow({ option, mono }: { readonly option: ComboOption; readonly mono: boolean }) {
  return (
    <ListBoxItem className={classNames(list.item)} id={option.value} textValue={option.value}>
      {option.badge}
      <span className={list.texts}>
        <Text className={classNames(list.label, mono && list.mono)} slot="label">
          {option.value}
        </Text>
        {option.description === undefined ? null : (
          <Text className={classNames(list.description)} slot="description">
            {option.description}
          </Text>
        )}
      </span>
    </ListBoxItem>
  );
}
