import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { isJsonEqual } from '../../../../shared/model/json.ts';
import { formatValue } from '../values/format-value.ts';
import { parseList } from '../values/parse-list.ts';
import styles from './ListControl.module.css';
import type { ValueControlProps } from './ValueControl.tsx';

/** Constants as chips that keep their types. Enter, a comma or leaving adds; a pasted list is split. */
export function ListControl({ value, type, examples, onChange }: ValueControlProps) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  const add = (text: string) => {
    const added = parseList(text, type).filter(entry => !values.some(other => isJsonEqual(other, entry)));
    setTyped('');
    if (added.length > 0) onChange([...values, ...added]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1));
    if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return;
    event.preventDefault();
    add(typed);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (parseList(text, type).length < 2) return;
    event.preventDefault();
    add(typed + text);
  };
  const open = examples.filter(example => !values.some(other => isJsonEqual(other, example)));
  return (
    <div className={styles.control}>
      {values.map((entry, index) => (
        <Chip
          entry={entry}
          // biome-ignore lint/suspicious/noArrayIndexKey: a list may hold a value twice when it came from a file.
          key={index}
          onRemove={() => onChange(values.filter((_, other) => other !== index))}
        />
      ))}
      <input
        aria-label="Add a value"
        autoComplete="off"
        className={styles.input}
        list={id}
        onBlur={() => add(typed)}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        {...(values.length === 0 && { placeholder: 'Values, or paste a list' })}
        spellCheck={false}
        value={typed}
      />
      <datalist id={id}>
        {open.map(example => (
          <option key={formatValue(example)} value={formatValue(example)} />
        ))}
      </datalist>
    </div>
  );
}

function Chip({ entry, onRemove }: { readonly entry: unknown; readonly onRemove: () => void }) {
  const text = formatValue(entry);
  return (
    <span className={styles.chip} title={text}>
      <span className={typeof entry === 'string' ? styles.text : styles.literal}>{text}</span>
      <button
        aria-label={`Remove ${text}`}
        className={styles.remove}
        onClick={onRemove}
        tabIndex={-1}
        type="button"
      >
        <X aria-hidden size={11} />
      </button>
    </span>
  );
}
