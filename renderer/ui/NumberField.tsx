import { ChevronDown, ChevronUp } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import { FieldNotes, type FieldProps } from './FieldNotes.tsx';
import styles from './field.module.css';
import steppers from './NumberField.module.css';
import {
  isFraction,
  isWithin,
  type NumberLimits,
  parseNumber,
  stepNumber,
  writtenNumber,
} from './parse-number.ts';

interface NumberFieldProps extends FieldProps {
  readonly value: number | undefined;
  /** Called on every keystroke that leaves a number, or nothing, within the limits, and with what was before at one that leaves neither. */
  readonly onChange: (value: number | undefined) => void;
  readonly limits?: NumberLimits;
  /** What holds while nothing is written. */
  readonly placeholder?: string;
  readonly mono?: boolean;
}

/** A number with a stepper; arrow keys step too. Evaluated while typing, not on leaving. */
export function NumberField(props: NumberFieldProps) {
  const { label, labelHidden = false, description, value, onChange, limits = {}, mono = false } = props;
  const [typed, setTyped] = useState<{ readonly text: string; readonly before: number | undefined }>();
  const shown = typed?.text ?? (value === undefined ? '' : writtenNumber(value));
  const error = props.error ?? complaint(shown, limits);

  const type = (text: string) => {
    const before = typed ? typed.before : value;
    setTyped({ text, before });
    const meaning = parseNumber(text);
    if (meaning.kind === 'empty') onChange(undefined);
    else if (meaning.kind === 'number' && isWithin(meaning.value, limits)) onChange(meaning.value);
    // The beginning of what is refused is no number that anybody meant: 256 of 25600.
    else if (value !== before) onChange(before);
  };
  const step = (direction: 1 | -1) => {
    setTyped(undefined);
    onChange(stepNumber(value, direction, limits));
  };
  const stepWithArrows = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };

  return (
    <TextField
      className={classNames(styles.field)}
      isInvalid={error !== undefined}
      onBlur={() => setTyped(undefined)}
      onChange={type}
      value={shown}
      {...(labelHidden && { 'aria-label': label })}
    >
      {labelHidden ? null : <Label className={classNames(styles.label)}>{label}</Label>}
      <div className={styles.control}>
        <Input
          aria-valuemax={limits.max}
          aria-valuemin={limits.min}
          aria-valuenow={value}
          className={classNames(styles.input, mono && styles.mono)}
          inputMode="decimal"
          onKeyDown={stepWithArrows}
          placeholder={props.placeholder ?? ''}
          role="spinbutton"
        />
        {/* The arrow keys do the same, so the two buttons are for the mouse only. */}
        <span aria-hidden className={steppers.steppers}>
          <button onClick={() => step(1)} tabIndex={-1} type="button">
            <ChevronUp size={11} />
          </button>
          <button onClick={() => step(-1)} tabIndex={-1} type="button">
            <ChevronDown size={11} />
          </button>
        </span>
      </div>
      <FieldNotes description={description} error={error} />
    </TextField>
  );
}

function complaint(text: string, limits: NumberLimits): string | undefined {
  const meaning = parseNumber(text);
  if (meaning.kind === 'invalid') return t('"{text}" is not a number; 1,250.5 would be one.', { text });
  if (meaning.kind === 'empty' || isWithin(meaning.value, limits)) return undefined;
  if (isFraction(meaning.value, limits)) return t('Must be a whole number.');
  const min = limits.min === undefined ? undefined : writtenNumber(limits.min);
  const max = limits.max === undefined ? '' : writtenNumber(limits.max);
  if (min === undefined) return t('Must be at most {max}.', { max });
  return max === ''
    ? t('Must be at least {min}.', { min })
    : t('Must be between {min} and {max}.', { min, max });
}
