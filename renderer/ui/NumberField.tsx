import { ChevronDown, ChevronUp } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../texts/texts.ts';
import { classNames } from './class-names.ts';
import { Field } from './Field.tsx';
import type { FieldProps } from './FieldNotes.tsx';
import styles from './field.module.css';
import { useBegunText } from './field-place.ts';
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

/**
 * A number with a stepper; arrow keys step too. Evaluated while typing, not on leaving; what is none stays, with its error,
 * until it is mended, the value is another one, or Escape takes it back, also where the field goes and comes back.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, labelHidden = false, description, value, onChange, limits = {}, mono = false } = props;
  const [held, hold] = useBegunText(label);
  /** What the text is typed over, while somebody does. */
  const [before, setBefore] = useState<{ readonly value: number | undefined }>();
  const typed = before || held?.over === value ? held : undefined;
  const shown = typed?.text ?? (value === undefined ? '' : writtenNumber(value));
  const complained = complaint(shown, limits);
  const error = props.error ?? complained;

  const type = (text: string) => {
    const over = before ? before.value : value;
    const isRefused = complaint(text, limits) !== undefined;
    setBefore({ value: over });
    hold({ text, over, lacks: isRefused ? 'number' : undefined });
    const meaning = parseNumber(text);
    if (!isRefused) onChange(meaning.kind === 'number' ? meaning.value : undefined);
    // The beginning of what is refused is no number that anybody meant: 256 of 25600.
    else if (value !== over) onChange(over);
  };
  const takeBack = () => {
    setBefore(undefined);
    hold();
  };
  const leave = () => (complained === undefined ? takeBack() : setBefore(undefined));
  const step = (direction: 1 | -1) => {
    takeBack();
    onChange(stepNumber(value, direction, limits));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') step(event.key === 'ArrowUp' ? 1 : -1);
    else if (event.key === 'Escape' && typed && complained !== undefined) {
      takeBack();
      // It closes nothing as well.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  return (
    <Field description={description} error={error} label={label} labelHidden={labelHidden}>
      {tied => (
        <>
          <input
            {...tied}
            aria-valuemax={limits.max}
            aria-valuemin={limits.min}
            aria-valuenow={value}
            className={classNames(styles.input, mono && styles.mono)}
            inputMode="decimal"
            onBlur={leave}
            onChange={event => type(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder={props.placeholder ?? ''}
            role="spinbutton"
            value={shown}
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
        </>
      )}
    </Field>
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
