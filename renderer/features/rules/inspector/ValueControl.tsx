import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { unreachable } from '../../../../shared/contract/errors.ts';
import { isJsonEqual } from '../../../../shared/model/json.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { operators } from '../../../../shared/rules/operators.ts';
import { t } from '../../../texts/texts.ts';
import { Chips } from '../../../ui/Chips.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { formatValue } from '../values/format-value.ts';
import { parseList } from '../values/parse-list.ts';
import { seenWords } from '../values/seen-words.ts';
import { AnyValueControl } from './AnyValueControl.tsx';
import { NumberValueControl } from './NumberValueControl.tsx';
import { TextValueControl } from './TextValueControl.tsx';
import styles from './ValueControl.module.css';
import type { ValueControlProps } from './value-control-props.ts';

/** The constant of a condition, by what its operator takes. */
export function ValueControl(props: ValueControlProps) {
  const { takes } = operators[props.operator];
  switch (takes) {
    case 'none':
      return null;
    case 'list':
      return <ListControl {...props} />;
    case 'number':
      return <NumberValueControl {...props} value={numericValue(props.value)} />;
    case 'pattern':
      return <PatternControl {...props} />;
    case 'text':
      return <TextValueControl {...props} />;
    case 'any':
      return <AnyValueControl {...props} />;
    default:
      return unreachable(takes);
  }
}

const PatternControl = lazyPart(async () => (await import('./PatternControl.tsx')).PatternControl);

/** Constants as chips that keep their types. Enter, a comma out of quotes or leaving adds; a pasted list is split. */
function ListControl({ value, type, seen, onChange, onSettle }: ValueControlProps) {
  const [typed, setTyped] = useState('');
  const chosen = useRef<string>(undefined);
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  const add = (text: string) => {
    const added = parseList(text, type).filter(entry => !values.some(other => isJsonEqual(other, entry)));
    setTyped('');
    if (added.length === 0) return;
    onChange([...values, ...added]);
    onSettle?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1));
    const isMarked =
      event.target instanceof HTMLElement && event.target.hasAttribute('aria-activedescendant');
    if (event.key !== 'Enter' && (event.key !== ',' || /^\s*"[^"]*$/.test(typed))) return;
    if (typed.trim() === '' || isMarked) return;
    event.preventDefault();
    // Who adds a value stays for the next one.
    event.stopPropagation();
    add(typed);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (parseList(text, type).length < 2) return;
    event.preventDefault();
    add(typed + text);
  };
  const open = seen.filter(one => !values.some(other => isJsonEqual(other, one.value)));
  return (
    <div className={styles.list} onPaste={onPaste}>
      {values.length === 0 ? null : (
        <div className={styles.chips}>
          <Chips
            // By its place: a list may hold a value twice when it came from a file.
            chips={values.map((entry, place) => ({
              id: String(place),
              text: formatValue(entry),
              isCode: typeof entry !== 'string',
            }))}
            label={t('Values')}
            onRemove={gone => onChange(values.filter((_, place) => !gone.has(String(place))))}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the control within is what is used. */}
      <div onKeyDown={onKeyDown}>
        <ComboBox
          label={t('Add a value')}
          labelHidden
          onBlur={() => add(typed)}
          onChange={text => {
            // What was chosen is put into the field as well, which is for the next one.
            setTyped(text === chosen.current ? '' : text);
            if (text !== chosen.current) chosen.current = undefined;
          }}
          onChoose={text => {
            const one = open.find(other => formatValue(other.value) === text);
            if (!one) return;
            chosen.current = text;
            setTyped('');
            onChange([...values, one.value]);
            onSettle?.();
          }}
          openOnFocus
          options={open.map(one => ({ value: formatValue(one.value), description: seenWords(one.places) }))}
          placeholder={values.length === 0 ? t('Values, or paste a list') : t('Another value')}
          value={typed}
        />
      </div>
    </div>
  );
}
