import { useState } from 'react';
import { isJsonEqual } from '../../shared/model/json.ts';
import { t } from '../texts/texts.ts';
import { TextArea } from './TextArea.tsx';

interface JsonFieldProps {
  /** Read out, not shown. */
  readonly label: string;
  /** `undefined` while nothing is said yet. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A JSON value as text, taken over whenever the text is JSON. For whole documents there is `JsonEditor`. */
export function JsonField({ label, value, onChange }: JsonFieldProps) {
  const [typed, setTyped] = useState<string>();
  const parsed = typed === undefined ? { ok: true, value } : parseJson(typed);
  const type = (text: string) => {
    setTyped(text);
    const next = parseJson(text);
    if (next.ok && !isJsonEqual(next.value, value)) onChange(next.value);
  };
  // Text that says something else than the value is from before an undo: the value wins.
  const isStale = parsed.ok && !isJsonEqual(parsed.value, value);
  const shown = typed === undefined || isStale ? textOf(value) : typed;
  return (
    <TextArea
      error={parsed.ok ? undefined : t('This is not JSON yet.')}
      label={label}
      labelHidden
      mono
      onChange={type}
      rows={2}
      value={shown}
    />
  );
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');

function parseJson(text: string): { readonly ok: boolean; readonly value: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // Half-typed JSON is normal; the field says so.
    return { ok: false, value: undefined };
  }
}
