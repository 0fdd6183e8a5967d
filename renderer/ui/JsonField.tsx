import { useContext, useState } from 'react';
import { isJsonEqual } from '../../shared/model/json.ts';
import { t } from '../texts/texts.ts';
import { FieldPlace } from './field-place.ts';
import { TextArea } from './TextArea.tsx';

interface JsonFieldProps {
  /** Read out, not shown. */
  readonly label: string;
  /** `undefined` while nothing is said yet. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

interface Typed {
  readonly text: string;
  readonly over: unknown;
}

/** What was no JSON yet when its field went away, by what it is of: as long as the page lives. */
const begun = new Map<string, Typed>();

/** A JSON value as text, taken over whenever the text is JSON. For whole documents there is `JsonEditor`. */
export function JsonField(props: JsonFieldProps) {
  const place = useContext(FieldPlace);
  const keptAs = place && `${place} ${props.label}`;
  return <JsonText key={keptAs} {...props} keptAs={keptAs} />;
}

function JsonText({ label, value, onChange, keptAs }: JsonFieldProps & { readonly keptAs: string }) {
  const [typed, setTyped] = useState(() => begun.get(keptAs));
  const type = (text: string) => {
    const next = parseJson(text);
    const now: Typed = { text, over: next.ok ? next.value : value };
    setTyped(now);
    if (next.ok || keptAs === '') begun.delete(keptAs);
    else begun.set(keptAs, now);
    if (next.ok && !isJsonEqual(next.value, value)) onChange(next.value);
  };
  // Text over another value than there is now is from before an undo: the value wins.
  const shown = typed && isJsonEqual(typed.over, value) ? typed.text : undefined;
  return (
    <TextArea
      error={shown === undefined || parseJson(shown).ok ? undefined : t('This is not JSON yet.')}
      label={label}
      labelHidden
      mono
      onChange={type}
      rows={2}
      value={shown ?? textOf(value)}
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
